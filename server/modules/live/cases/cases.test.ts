// Cases about orders and about suppliers' statements are in one list, which can be filtered; each is closed once, by users who have the right.
import { expect, test } from 'vitest'
import { newId } from '../../../kit/ids.ts'
import { rowsOf } from '../../../test/arrange.ts'
import { connect } from '../../../test/connections.ts'
import { liveGoods } from '../../../test/holds.ts'
import { fileWorld, type Person } from '../../../test/world.ts'

const w = await fileWorld()
const till = await w.signIn('kiosque')
const PLATFORM = { host: 'platform.localhost' }
/** Signs a user of the platform in and lets them view tenant 1. */
async function entered(username: string): Promise<Person> {
  const person = await w.signIn(username, PLATFORM)
  await person.calls.tenantChoose({ tenant_id: 1 })
  return person
}
await rowsOf(w, `update organisations set flags = '{has_reports,has_credit}' where kind = 'platform'`, [], 0)
/** Makes a user of the platform who is no manager and has only the given right, and signs them in. */
async function staffWith(right: string): Promise<Person> {
  await rowsOf(
    w,
    `insert into users select r.* from users u
       cross join lateral jsonb_populate_record(u, jsonb_build_object(
         'id', $1::uuid, 'username', $2::text, 'internal_role', 1, 'flags', jsonb_build_array($2::text))) r
      where u.tenant_id = 0 and u.username = 'platform'`,
    [newId(), right],
    0,
  )
  return entered(right)
}
const { calls } = await entered('platform')

const DID = '0009402006'
const goods = await liveGoods(w, till)
const agreed = [{ product_id: '00028', name: 'paysafecard', country: 'DE', values: ['10.00'], commission: 500 }]
const connection_id = await connect(w, {
  ...{ adapter: 'paysafecard', provider: 'softapi', base_url: 'http://127.0.0.1:9', settings: { agreed } },
  credentials: { distributor: DID, api_key: 'k' },
})

/** Makes a case about an order: the money was refunded, and then the supplier reported that it had delivered the order at another price. */
async function ofOrder(): Promise<string> {
  const key = newId()
  await w.services.money.hold(goods.asked({ key }))
  await w.services.money.void(1, key, null, 'refused')
  await w.services.money.openCase(1, key, 'late_delivery', 'S-1', 83_000)
  return key
}
/** Makes a case about a statement that charges something unknown to us. */
async function ofStatement(): Promise<{ key: string; statement_id: string }> {
  const key = newId()
  const row = `D;order_${DID}_${key};+01:00;2026-01-05 12:00:00;${DID};portal;s;t;NONE;RETURN;DE;10.00;00028;1;DELIVERED;`
  const file = `H1;${DID}\r\nH2;2026-01-05;2026-01-05\r\nH3;1;EUR;0.00\r\n${row}\r\nEOF;5\r\n`
  const { statement_id } = await calls.statementRead({ connection_id, csv_file: new File([file], 'day.csv') })
  return { key, statement_id }
}
const order = await ofOrder()
const statement = await ofStatement()

type Filters = Parameters<typeof calls.casesList>[0]['filters']
const listed = async (filters: Filters = {}) => (await calls.casesList({ filters })).content
const subjects = async (filters?: Filters) => (await listed(filters)).map(({ subject }) => subject)
const waiting = async () => (await calls.waitingCounts({})).counts.find(({ kind }) => kind === 'cases')?.count
const matters = async () => (await calls.openMatters({ filters: { kind: 'case' } })).content

test('a case about an order and a case about a statement are in one list, each with its own fields, and both are counted as waiting', async () => {
  const found = await listed()
  expect(found.map(({ subject }) => subject)).toEqual([statement.key, order])
  expect(found[1]).toMatchObject({ source: 'order', kind: 'late_delivery', theirs: 83_000, ours: 80_000, said: 'S-1', proposal: null, day: null })
  expect(found[0]).toMatchObject({ source: 'statement', kind: 'extra', ours: 0, proposal: 'claim', day: '2026-01-05', amount: null, customer_name: '' })
  expect(found[1]?.customer_name).toBe((await till.calls.authCheck({})).organisation_name)
  expect([await waiting(), (await matters()).map(({ matter_id }) => matter_id).toSorted()]).toEqual([2, found.map(({ case_id }) => case_id).toSorted()])
})

test('the list of cases can be filtered by source, kind and statement, and by whether a case is open; control: a kind that the chosen source does not have finds nothing', async () => {
  for (const [filters, subject] of [
    [{ source: 'order' }, order],
    [{ source: 'statement' }, statement.key],
    [{ kind: 'late_delivery' }, order],
    [{ kind: 'extra', is_open: true }, statement.key],
    [{ statement_id: statement.statement_id }, statement.key],
  ] as const)
    expect([filters, await subjects(filters)]).toEqual([filters, [subject]])
  expect(await subjects({ is_open: false })).toEqual([])
  expect(await subjects({ source: 'order', kind: 'extra' })).toEqual([])
})

test('reading cases needs one right, and closing them another; resellers, shops and users who view another tenant can do neither', async () => {
  const [reader, closer] = [await staffWith('has_reports'), await staffWith('has_credit')]
  const [of] = await listed({ source: 'order' })
  const close = (person: Person) => person.calls.caseClose({ case_id: of?.case_id ?? '', reason: 'seen' })
  expect((await reader.calls.casesList({})).content).toHaveLength(2)
  await expect(close(reader)).rejects.toMatchObject({ code: 'forbidden' })
  await expect(closer.calls.casesList({})).rejects.toMatchObject({ code: 'forbidden' })
  for (const person of [till, await w.signIn('nord')]) {
    await expect(person.calls.casesList({})).rejects.toMatchObject({ code: 'forbidden' })
    await expect(close(person)).rejects.toMatchObject({ code: 'forbidden' })
  }
  await closer.calls.tenantChoose({ tenant_id: 2 })
  await expect(close(closer)).rejects.toMatchObject({ code: 'not_found' })
  await closer.calls.tenantChoose({ tenant_id: 1 })
  await close(closer)
  expect(await subjects({ is_open: true })).toEqual([statement.key])
})

test('each case is closed once, with a note of what was done, which is also in the audit log; control: a case that is open again can be closed', async () => {
  const [root] = await rowsOf<{ id: string }>(w, 'select id from organisations where parent_id is null')
  for (const [source, whose] of [
    ['order', till.customer_id],
    ['statement', root?.id],
  ] as const) {
    const [of] = await listed({ source })
    const close = (reason: string) => calls.caseClose({ case_id: of?.case_id ?? '', reason })
    if (of?.closed_at === null) await close('claimed')
    await expect(close('again')).rejects.toMatchObject({ code: 'request_over' })
    const [closed] = await listed({ source })
    expect(closed).toMatchObject({ closed_at: expect.any(String), reason: source === 'order' ? 'seen' : 'claimed' })
    const [logged, ...more] = await rowsOf(
      w,
      `select subject_kind, subject_organisation_id as whose, reason from audit where action = 'caseClose' and subject_id = $1`,
      [of?.case_id],
    )
    expect([logged, more]).toEqual([{ subject_kind: 'case', whose, reason: closed?.reason }, []])
    await rowsOf(w, 'update cases set closed_at = null, closed_by = null where id = $1', [of?.case_id])
    await close('once more')
  }
  expect([await waiting(), await matters()]).toEqual([0, []])
  await expect(calls.caseClose({ case_id: newId(), reason: 'none' })).rejects.toMatchObject({ code: 'not_found' })
})
