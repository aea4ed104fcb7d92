// Nobody outside decides where the server sends a request: no supplier by a redirect, whatever its adapter requests, and no user by the URL of a picture. Which
// URLs a supplier may have is tested in addresses.test.ts and in modules/live/connections.
import { readdirSync, readFileSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { simulated } from '../seeds/demo-suppliers.ts'
import { type Adapter, openAdapter } from './adapters.ts'

const ends: (() => unknown)[] = []
async function serving(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1')
  await new Promise((done) => server.once('listening', done))
  ends.push(
    () => server.closeAllConnections(),
    () => server.close(),
  )
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
afterAll(() => ends.map((end) => end()))

const [baited, asked] = [[] as string[], [] as string[]]
const bait = await serving((request, response) => {
  baited.push(request.url ?? '')
  response.end('{}')
})
let sends: RequestListener = (_, response) => response.end('{}')
const door = await serving((request, response) => {
  asked.push(request.url ?? '')
  sends(request, response)
})
type Way = (location: string) => RequestListener
const redirected =
  (status: number): Way =>
  (location) =>
  (_, response) =>
    void response.writeHead(status, { location }).end('{}')
const refreshed: Way = (location) => (_, response) => void response.writeHead(200, { refresh: `0; url=${location}` }).end('<html>')
const linked: Way = (href) => (_, response) => void response.writeHead(200, { link: `<${href}>; rel=next` }).end(JSON.stringify({ next: href, href }))
const WAYS: readonly Way[] = [...[301, 302, 303, 307, 308].map(redirected), refreshed, linked]
const PLACES = [`${bait}/`, `${bait}/latest/meta-data`, `//127.0.0.1:${new URL(bait).port}/`, `http://localhost:${new URL(bait).port}/`]

/** Makes every request that an adapter can make to its supplier. */
async function everything(adapter: Adapter, base: URL): Promise<void> {
  const { credentials, settings = {} } = simulated.find((one) => one.adapter === adapter) ?? { credentials: {} }
  const limits = { whole_ms: 500, again: 0, failures: 10_000 }
  const to = { base, limits, baseAt: () => base, now: () => new Date(), rateOf: () => undefined }
  const opened = openAdapter(adapter, to, credentials, settings)
  const order = { product_id: '1', quantity: 1, amount: null, recipient: { number: '+593991234567' }, seller: { shop: 's', terminal: 't' } }
  if (opened.kind === 'trips') {
    const { trips } = opened
    await Promise.all([trips.cities(), trips.hold('1', { adults: 1, children: 0, bikes: 0 }), trips.buy('r', { hold_id: '1', secret: 's' }, 'p')])
    await Promise.all([trips.ticket({ order_id: '1', secret: 's' }), trips.cancel({ order_id: '1', secret: 's' }, 'cash')])
  } else {
    const { supplier } = opened
    await Promise.all([supplier.list(), supplier.balance(), supplier.status('r'), supplier.create('r', order), supplier.cancel('r', '1')])
    await Promise.all([supplier.statement('2026-01-02'), supplier.quote(order), supplier.confirm('r', '1')])
    if (opened.kind === 'top_ups') await Promise.all([opened.supplier.operators('EC'), opened.supplier.lookUp('+593991234567')])
  }
  await opened.close()
}

describe.each([...new Set(simulated.map(({ adapter }) => adapter))])('the adapter %s', (adapter) => {
  test('follows no redirect of its supplier, of any status and for any request', async () => {
    const before = asked.length
    for (const way of WAYS)
      for (const place of PLACES) {
        sends = way(place)
        await everything(adapter, new URL(door))
      }
    expect(asked.length - before).toBeGreaterThanOrEqual(WAYS.length * PLACES.length)
    expect(baited).toEqual([])
  })
})

test('control: a client that follows redirects reaches the address that serves as bait', async () => {
  sends = (_, response) => void response.writeHead(302, { location: `${bait}/seen` }).end()
  await (await fetch(door)).text()
  expect(baited.splice(0)).toEqual(['/seen'])
})

test('the server sends requests in eight places only: suppliers, mail, its mailbox, text messages, captcha, push services, webhooks, and to itself; no picture is fetched', () => {
  const root = join(import.meta.dirname, '..')
  const OURS = /(\.test\.ts$|^(test|sweeps)\/|\/fixtures\/)/
  const asks =
    /\bfetch\(|from '(undici|nodemailer|imapflow|node:https|node:tls|node:http2|node:dgram)'|import\('(undici|node:https?)'\)|\b(http|https)\.(request|get)\(/
  const found = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !OURS.test(path) && !/^(node_modules|dist)\//.test(path))
    .filter((path) => asks.test(readFileSync(join(root, path), 'utf8')))
  // running-server.ts asks the address that the server of the same data directory has noted there.
  const asking = [
    'http/captcha.ts',
    'http/push-service.ts',
    'http/webhook-sender.ts',
    'kit/mailbox.ts',
    'kit/mailer.ts',
    'kit/sms.ts',
    'running-server.ts',
    'suppliers/wire.ts',
  ]
  expect(found.sort()).toEqual(asking)
})
