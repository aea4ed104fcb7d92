// The order in which the router changes the address. How the router works in a real browser is tested in e2e/journeys/house/addresses.test.ts.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createRouter } from './router.ts'

beforeEach(() => {
  const location = new URL('http://portal.example/list')
  const set = (state: unknown, _: string, to?: string) => {
    history.state = state
    if (to !== undefined) location.href = new URL(to, location).href
  }
  const history = { state: null as unknown, pushState: vi.fn(set), replaceState: vi.fn(set), go: vi.fn() }
  const storage = new Map<string, string>()
  vi.stubGlobal('location', location)
  vi.stubGlobal('history', history)
  vi.stubGlobal('scrollY', 0)
  vi.stubGlobal('sessionStorage', { getItem: (name: string) => storage.get(name) ?? null, setItem: (name: string, text: string) => storage.set(name, text) })
  vi.stubGlobal('addEventListener', () => undefined)
})
afterEach(() => {
  vi.unstubAllGlobals()
})

const view = async () => ({ default: () => null })
async function opened() {
  const router = createRouter([{ path: '/list', view }], () => '/list')
  await router.start(() => false)
  return router
}

/** Adds a parameter to the address as it is now, as a filter of a list does. */
function add(router: Awaited<ReturnType<typeof opened>>, name: string) {
  const search = new URLSearchParams(location.search)
  search.set(name, '1')
  return router.go(`/list?${search}`)
}

test('two changes of the address in the same moment are both kept', async () => {
  const router = await opened()
  await Promise.all([add(router, 'a'), add(router, 'b')])
  expect(router.page()?.place.search).toEqual({ a: '1', b: '1' })
})

test('control: if a form first asks the user, the address changes late, so a second change in the same moment overwrites the first', async () => {
  const router = await opened()
  router.block({ blocks: () => true, ask: (answer) => answer(true) })
  await Promise.all([add(router, 'a'), add(router, 'b')])
  expect(router.page()?.place.search).toEqual({ b: '1' })
})

test('following the address that is open replaces its entry of the history; control: another address adds one', async () => {
  const router = await opened()
  await router.go('/list')
  expect(history.pushState).toHaveBeenCalledTimes(0)
  await router.go('/list?a=1')
  expect(history.pushState).toHaveBeenCalledTimes(1)
})
