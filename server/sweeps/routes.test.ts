// The app's routes are the contract's calls and the routes listed in this file; a second list has the routes that need no sign-in.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type Call, call, isCall } from '../../contract/kit/call.ts'
import { fileWorld } from '../test/world.ts'
import { allCalls } from './samples.ts'

const w = await fileWorld()

const OTHERS = [
  ...['GET /api/openapi.json', 'GET /health', 'GET /images/:tenant/:name', 'GET /manifest.webmanifest', 'GET /metrics', 'GET /ready'],
  'POST /callbacks/:name/:secret',
]

test('every route is a call of the contract, and every call has a route', () => {
  const wanted = allCalls.map(([, c]) => `${c.method ?? 'POST'} /api${c.path}`)
  const routes = w.routes.filter((route) => !route.startsWith('HEAD ') && !route.includes('/api/docs'))
  expect(routes.sort()).toEqual([...wanted, ...OTHERS].sort())
})

test('every call that a file of the contract exports is in the contract’s list of calls', async () => {
  const folder = join(import.meta.dirname, '../../contract')
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (name) => /^[^.]+\.ts$/.test(name) && !/^(index\.ts|kit|node_modules)/.test(name),
  )
  const modules = await Promise.all(files.map(async (name) => Object.entries<unknown>(await import(join(folder, name)))))
  const callsIn = (exported: [string, unknown][]) => exported.filter(([, value]) => isCall(value)).map(([name]) => name)
  expect(modules.flatMap(callsIn).sort()).toEqual(allCalls.map(([name]) => name).sort())
  expect(callsIn([['invented', call({ ...(allCalls[0]?.[1] as Call) })]])).toEqual(['invented'])
})

test('the app is installed under the name of the reseller behind its host, and cannot be installed at an unknown host', async () => {
  const asked = (host: string) => w.fetch('/manifest.webmanifest', { host })
  expect(await (await asked('localhost')).json()).toMatchObject({ name: 'Comptoir Nord', start_url: '/', scope: '/' })
  expect(((await (await asked('rhein.localhost')).json()) as { name: string }).name).not.toBe('Comptoir Nord')
  expect((await asked('nobody.example')).status).toBe(404)
})

test('the public calls are exactly those in the list of this test', () => {
  const open = allCalls.filter(([, c]) => c.access === 'public').map(([name]) => name)
  expect(open.sort()).toEqual([
    ...['approvalCheck', 'codeAgain', 'login', 'loginVerify', 'organisationCheck', 'portalStatus'],
    ...['registrationCode', 'registrationPassword', 'registrationUserName'],
  ])
})

test('the calls that may change something in a support view are exactly those in the list of this test', () => {
  expect(allCalls.filter(([, c]) => c.inView).map(([name]) => name)).toEqual(['viewEnd'])
})

test('the calls that answer with clear PINs are exactly those in the list of this test', () => {
  expect(
    allCalls
      .filter(([, c]) => c.reveals)
      .map(([name]) => name)
      .sort(),
  ).toEqual(['onDemandSell', 'rechargeCode', 'reprint', 'reprintBasket', 'saleDownload', 'saleSettle', 'sell', 'sellBasket'])
})

test.each(allCalls.filter(([, c]) => c.method !== 'GET'))('the call %s is refused when a form on another site sends it', async (_, c) => {
  const answer = await w.fetch(`/api${c.path}`, { method: 'POST', headers: { 'sec-fetch-site': 'cross-site' } })
  expect(answer.status).toBe(403)
})

test('no cache keeps the answer of a call, and no page is shown in a frame', async () => {
  const answer = await w.fetch('/api/p_check/', { method: 'POST' })
  expect(answer.headers.get('cache-control')).toBe('no-store')
  expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'")
  expect(answer.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
})

test('a connection that sends its headers byte by byte is closed after five seconds', () => {
  expect(w.server.server.headersTimeout).toBe(5_000)
})
