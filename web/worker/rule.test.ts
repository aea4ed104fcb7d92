// Tests the worker's rule on every call of the contract and on the files that the worker caches (the shell).
import { expect, test } from 'vitest'
import { calls } from '../../contract/index.ts'
import { type PageRequest, wayOf } from './rule.ts'

const HERE = 'https://nord.example'
const shell = new Set(['/assets/a1b2c3d.js', '/assets/e4f5a6b.css', '/icon.svg'])
const modes = ['navigate', 'cors', 'same-origin', 'no-cors'] as const
const ask = (path: string, method = 'GET', mode: PageRequest['mode'] = 'cors'): PageRequest => ({
  method,
  mode,
  url: path.startsWith('http') ? path : HERE + path,
})

/** Every kind of request for a call, a picture, a file or a metric of the server. */
const asked = [
  ...Object.values(calls).map(({ path }) => `/api${path}`),
  '/api/docs',
  '/api',
  '/images/abc.webp',
  '/callbacks/a/b',
  '/manifest.webmanifest',
  '/metrics',
  '/health',
  '/ready',
].flatMap((path) => ['GET', 'POST', 'HEAD'].flatMap((method) => modes.flatMap((mode) => ['', '?a=1', '#x'].map((end) => ask(path + end, method, mode)))))
const touched = (rule: typeof wayOf, kept = shell) => asked.filter((one) => rule(one, HERE, kept) !== 'untouched')

test('the worker leaves every call of the contract to the browser, whatever its method and mode, even if its path is listed as a file', () => {
  expect(asked.length).toBeGreaterThan(4_000)
  expect(touched(wayOf)).toEqual([])
  expect(touched(wayOf, new Set(asked.map(({ url }) => new URL(url).pathname)))).toEqual([])
})

test('control: the test finds a rule that does not know the server’s paths and would answer calls from the worker', () => {
  const careless: typeof wayOf = ({ method, mode }) => (method !== 'GET' ? 'untouched' : mode === 'navigate' ? 'page' : 'kept')
  expect(touched(careless).length).toBeGreaterThan(1_000)
})

test('a file of the shell is answered from the cache by its exact path; any other file comes from the network', () => {
  expect(wayOf(ask('/assets/a1b2c3d.js'), HERE, shell)).toBe('kept')
  expect(wayOf(ask('/icon.svg', 'GET', 'no-cors'), HERE, shell)).toBe('kept')
  for (const path of ['/assets/other.js', '/assets/a1b2c3d.js?v=2', '/worker.js', '/index.html']) expect(wayOf(ask(path), HERE, shell)).toBe('untouched')
  expect(wayOf(ask('https://elsewhere.example/assets/a1b2c3d.js'), HERE, shell)).toBe('untouched')
  expect(wayOf(ask('/assets/a1b2c3d.js', 'POST'), HERE, shell)).toBe('untouched')
})

test('the worker requests every page from the network first', () => {
  for (const path of ['/', '/cashcards/', '/seller/sales?period=today', '/login?to=%2Fapi%2F', '/apis'])
    expect(wayOf(ask(path, 'GET', 'navigate'), HERE, shell)).toBe('page')
})
