// Connections: only the platform has them, credentials are never shown, no URL inside our own network is contacted, and the account cannot change while orders
// are open.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, describe, expect, test } from 'vitest'
import { DT_ONE_KEY, startDtOne } from '../../../../simulators/dt-one.ts'
import { newId } from '../../../kit/ids.ts'
import { createSuppliers } from '../../../suppliers/connections.ts'
import { rowsOf } from '../../../test/arrange.ts'
import { connect } from '../../../test/connections.ts'
import { liveGoods } from '../../../test/holds.ts'
import { fileWorld } from '../../../test/world.ts'
import { weatherOf } from './connections.ts'

const w = await fileWorld()
const platform = await w.signIn('platform', { host: 'platform.localhost' })
const nord = await w.signIn('nord')
const sim = await startDtOne()
afterAll(() => sim.close())

const base_url = `http://127.0.0.1:${sim.port}/v1`
const SECRET = DT_ONE_KEY.api_secret
const entered = (more: object = {}) => ({
  ...({ company: `Live ${newId().slice(-6)}`, adapter: 'dt_one', provider: 'dt_one', base_url, account: DT_ONE_KEY.api_key, secret: SECRET } as const),
  ...more,
})
const one = async (connection_id: string) => (await platform.calls.connectionsList({ filters: { connection_id } })).content[0]
const problem = (field: string, code: string) => ({ code: 'invalid_input', problems: [{ field, code }] })

test('a connection is entered, tested and switched on; its credentials are sealed and never returned or logged', async () => {
  const { connection_id } = await platform.calls.connectionAdd(entered({ settings: '{"currency":"EUR"}' }))
  expect(await one(connection_id)).toMatchObject({ status: false, account_end: '•••key', tested_at: null, open_orders: 0 })
  expect(await platform.calls.connectionTest({ connection_id })).toEqual({ test_outcome: 'done', balance: 100_000_000 })
  await platform.calls.connectionUpdate({ connection_id, status: true, balance_alarm: 200_000_000 })
  expect(await one(connection_id)).toMatchObject({ status: true, test_outcome: 'done', balance: 100_000_000, balance_alarm: 200_000_000 })
  const [kept] = await rowsOf<{ text: string }>(w, 'select c::text as text from connections c where id = $1', [connection_id])
  const log = await platform.calls.auditList({ filters: { subject_id: connection_id } })
  for (const text of [kept?.text, JSON.stringify(log), JSON.stringify(await platform.calls.connectionsList({})), w.logs.join()])
    expect(text).not.toContain(SECRET)
  expect(log.content.length).toBe(3)
})

test('with wrong credentials the test of a connection reports a mistake on our side; after that new credentials can be entered without the other fields', async () => {
  const { connection_id } = await platform.calls.connectionAdd(entered({ secret: 'wrong' }))
  expect((await platform.calls.connectionTest({ connection_id })).test_outcome).toMatch(/^our_mistake/)
  await platform.calls.connectionUpdate({ connection_id, account: '', secret: SECRET })
  expect((await platform.calls.connectionTest({ connection_id })).test_outcome).toBe('done')
})

test('only the platform sees or changes a connection', async () => {
  await expect(nord.calls.connectionsList({})).rejects.toMatchObject({ code: 'forbidden' })
  await expect(nord.calls.connectionAdd(entered())).rejects.toMatchObject({ code: 'forbidden' })
  await expect(nord.calls.exchangesList({})).rejects.toMatchObject({ code: 'forbidden' })
  await expect(platform.calls.connectionUpdate({ connection_id: newId(), status: true })).rejects.toMatchObject({ code: 'not_found' })
  await expect(platform.calls.connectionTest({ connection_id: newId() })).rejects.toMatchObject({ code: 'not_found' })
})

test('each wrong field of a connection is refused with an error at that field', async () => {
  const add = (more: object) => platform.calls.connectionAdd(entered(more))
  await expect(add({ account: '' })).rejects.toMatchObject(problem('account', 'required'))
  await expect(add({ adapter: 'flixbus', token: '' })).rejects.toMatchObject(problem('token', 'required'))
  for (const settings of ['{', '[]', '7', '{"currency":"euro"}', '{"rates":{"USD":"-1"}}']) {
    await expect(add({ settings })).rejects.toMatchObject(problem('settings', 'not_json'))
  }
  const inside = { adapter: 'reloadly', settings: '{"audience":"https://a.example","sign_in_url":"http://169.254.169.254"}' }
  await expect(add(inside)).rejects.toMatchObject(problem('settings', 'not_permitted'))
})

test('a supplier balance that falls below its limit is reported to the platform only, once for each fall', async () => {
  const { connection_id } = await platform.calls.connectionAdd(entered({ balance_alarm: 200_000_000 }))
  const { company } = (await one(connection_id)) ?? { company: '' }
  const told = async (person = platform) => (await person.calls.noticesList({ limit: 100 })).content.filter(({ data }) => data.name === company)
  for (const _ of ['tested', 'tested again']) await platform.calls.connectionTest({ connection_id })
  expect(await told()).toMatchObject([{ kind: 'supplier_low', data: { balance: '10000.00', amount: '20000.00' } }])
  await rowsOf(w, 'update connections set balance = 300000000 where tenant_id = 1 and id = $1', [connection_id])
  await platform.calls.connectionTest({ connection_id })
  expect([(await told()).length, await told(nord)]).toEqual([2, []])
})

test('a supplier’s state is computed from the exchanges (requests and answers) of the last quarter of an hour', async () => {
  const { connection_id } = await platform.calls.connectionAdd(entered())
  expect(await one(connection_id)).toMatchObject({ weather: 'quiet', asked: 0, answered: 0, slow_ms: 0 })
  const ask = async () => {
    await platform.calls.connectionTest({ connection_id })
    await w.services.suppliers.flush()
    return (await one(connection_id))?.weather
  }
  expect(await ask()).toBe('fair')
  sim.fault('*', 'cut', false, 9)
  expect(await ask()).toBe('down')
  w.clock.advance(16 * 60_000)
  expect((await one(connection_id))?.weather).toBe('quiet')
})

test('a supplier’s state is poor if more than one request in ten fails or its answers are slow, and down if more requests fail than succeed', () => {
  const of = (asked: number, answered: number, slow_ms = 300) => weatherOf({ asked, answered, slow_ms })
  expect([of(0, 0), of(10, 9), of(10, 8), of(10, 5), of(10, 4), of(10, 10, 5_000)]).toEqual(['quiet', 'fair', 'poor', 'poor', 'down', 'poor'])
})

test('the account and URL of a connection cannot be changed while it has open orders; its password can', async () => {
  const connection_id = await connect(w, { adapter: 'dt_one', base_url, credentials: DT_ONE_KEY, settings: { currency: 'EUR' } })
  await platform.calls.connectionUpdate({ connection_id, account: DT_ONE_KEY.api_key })
  const goods = await liveGoods(w, await w.signIn('kiosque'))
  const asked = goods.asked({ supplier_id: connection_id })
  await w.services.money.hold(asked)
  const change = (more: object) => platform.calls.connectionUpdate({ connection_id, ...more })
  await expect(change({ account: 'another' })).rejects.toMatchObject(problem('account', 'account_in_use'))
  await expect(change({ base_url: 'http://127.0.0.1:9/v1' })).rejects.toMatchObject(problem('account', 'account_in_use'))
  await change({ secret: 'changed over there', status: false })
  await w.services.money.void(1, asked.key, null, 'refused')
  await change({ account: 'another' })
})

/** Addresses of private networks, in every spelling. */
const INSIDE = [
  ...['http://10.0.0.1', 'http://172.16.0.1', 'http://172.31.255.255', 'http://192.168.1.1', 'http://169.254.169.254/latest/meta-data', 'http://100.64.0.1'],
  ...['http://0.0.0.0', 'http://127.0.0.1', 'http://127.1', 'http://2130706433', 'http://0x7f000001', 'http://0177.0.0.1', 'http://localhost', 'http://[::1]'],
  ...[
    'http://[::]',
    'http://[::ffff:127.0.0.1]',
    'http://[::ffff:10.0.0.1]',
    'http://[fe80::1]',
    'http://[fc00::1]',
    'http://[fd00::1]',
    'http://[2002:7f00:1::]',
  ],
  ...[
    'http://[2001:db8::1]',
    'http://[64:ff9b::7f00:1]',
    'https://10.0.0.1',
    'https://[::1]',
    'https://192.168.0.1:8443',
    'http://224.0.0.1',
    'http://255.255.255.255',
  ],
  ...['http://198.18.0.1', 'http://192.0.2.1', 'https://api.allowed.example.evil.example', 'https://allowed.example@10.0.0.1', 'http://allowed.example'],
  ...['https://allowed.example:8443', 'https://allowed.example?x=1', 'https://allowed.example#x', 'ftp://allowed.example', 'file:///etc/passwd'],
  ...['gopher://allowed.example', 'https://other.example', 'javascript:alert(1)', 'https://user:password@allowed.example'],
]

describe('forbidden addresses', () => {
  const permitted = { origins: ['https://allowed.example'], loopback: false }
  const { db, keys, clock, log } = w.services
  const strict = createSuppliers({ db, keys, clock, log, permitted })

  test('control: at least forty forbidden addresses are tested', () => expect(INSIDE.length).toBeGreaterThanOrEqual(40))

  test('are never connected to, even if they are stored in the database', async () => {
    const reached: string[] = []
    const canary = createServer((request, response) => {
      reached.push(request.url ?? '')
      response.end()
    })
    await new Promise<void>((done) => canary.listen(0, '127.0.0.1', done))
    const { port } = canary.address() as AddressInfo
    const own = INSIDE.map((address) => (/127\.|localhost|\[::|0\.0\.0\.0|2130706433|0x7f|0177/.test(address) ? `${address}:${port}` : address))
    for (const address of own) {
      const id = await connect(w, { adapter: 'dt_one', base_url: address, credentials: DT_ONE_KEY })
      await expect(strict.open(1, id), address).rejects.toThrow(/no_address|not_permitted/)
    }
    await new Promise((done) => canary.close(done))
    expect(reached).toEqual([])
  })

  test('are not reached when a supplier’s answer redirects to them', async () => {
    const reached: string[] = []
    const inner = createServer((request, response) => {
      reached.push(request.url ?? '')
      response.end('{}')
    })
    await new Promise<void>((done) => inner.listen(0, '127.0.0.1', done))
    const outer = createServer((_, response) => response.writeHead(307, { location: `http://127.0.0.1:${(inner.address() as AddressInfo).port}/secret` }).end())
    await new Promise<void>((done) => outer.listen(0, '127.0.0.1', done))
    const at = `http://127.0.0.1:${(outer.address() as AddressInfo).port}`
    const { connection_id } = await platform.calls.connectionAdd(entered({ base_url: at }))
    expect((await platform.calls.connectionTest({ connection_id })).test_outcome).toBe('REDIRECTED')
    await Promise.all([inner, outer].map((server) => new Promise((done) => server.close(done))))
    expect(reached).toEqual([])
  })
})
