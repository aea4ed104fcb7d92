import { beforeEach, expect, test, vi } from 'vitest'

/** What a fake page records for these tests: the stored items, the addresses to which it was sent, and the events that it got. */
let kept: Map<string, string>
let sentTo: string[]
let page: EventTarget

beforeEach(() => {
  vi.resetModules()
  kept = new Map([['accessToken', 'token']])
  sentTo = []
  page = new EventTarget()
  const storage = { getItem: (name: string) => kept.get(name) ?? null, removeItem: (name: string) => kept.delete(name), clear: () => kept.clear() }
  vi.stubGlobal('localStorage', storage)
  vi.stubGlobal('sessionStorage', storage)
  vi.stubGlobal('location', { pathname: '/customers/view', search: '', replace: (path: string) => sentTo.push(path) })
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  vi.stubGlobal('dispatchEvent', page.dispatchEvent.bind(page))
  return () => {
    vi.unstubAllGlobals()
    vi.restoreAllMocks()
  }
})

const stored = (key: string | null) => page.dispatchEvent(Object.assign(new Event('storage'), { key, oldValue: 'token', newValue: null }))

test('a user who signs out gets no message that the session ended, even if a pending request is then refused', async () => {
  const { toDoor } = await import('./session.ts')
  toDoor('signed_out')
  toDoor('ended')
  expect(sentTo).toEqual(['/login'])
})

test('signing out of an ended session deletes all that is stored and names no page to return to, so the next user finds nothing', async () => {
  const { toDoor } = await import('./session.ts')
  kept.set('draft', 'typed')
  toDoor('ended')
  toDoor('signed_out')
  expect([sentTo.at(-1), [...kept]]).toEqual(['/login', []])
})

test('a page that is already on its way to the login does not end a new session that began in another tab', async () => {
  const { toDoor } = await import('./session.ts')
  toDoor('ended')
  kept.set('accessToken', 'of another')
  toDoor('ended')
  expect([sentTo, kept.get('accessToken')]).toEqual([['/login?ended=1&to=%2Fcustomers%2Fview'], 'of another'])
})

test('a session that ends in another tab ends in this tab once, even if everything stored is deleted', async () => {
  const { toDoor, watchOtherTabs } = await import('./session.ts')
  watchOtherTabs()
  kept.clear()
  stored(null)
  toDoor('ended')
  stored('accessToken')
  expect(sentTo).toEqual(['/login'])
})

test('if the user stopped the page from leaving for the login, it can be sent there again ten seconds later', async () => {
  const { toDoor } = await import('./session.ts')
  toDoor('signed_out')
  vi.spyOn(performance, 'now').mockReturnValueOnce(performance.now() + 11_000)
  toDoor('ended')
  expect(sentTo).toHaveLength(2)
})
