// The session as this browser stores it, under the names that other client programs know, and the function that sends the requests of the typed clients.
import { failed, succeeded } from './connection.ts'
import { heard } from './server-clock.ts'

const IDLE_MS = 10_800_000
const READ_TIMEOUT_MS = 30_000
const names = ['customer_id', 'session_id', 'role', 'template', 'accessToken', 'active', 'spoken', 'portal'] as const
type Name = (typeof names)[number]

export const stored = (name: Name) => localStorage.getItem(name) ?? ''

export function keep(values: Partial<Record<Name, string>>) {
  for (const [name, value] of Object.entries(values)) localStorage.setItem(name, value)
}

export const signedIn = () => stored('accessToken') !== ''
export const idleEndsAt = () => Number(stored('active')) + IDLE_MS
/** Returns the milliseconds since somebody last touched the page. */
export const idleMs = () => Math.max(0, Date.now() - Number(stored('active')))
const isIdle = () => Date.now() > idleEndsAt()
/** The event that this window gets when the session has ended, before the page goes to the login. */
export const ENDED = 'session-ended'
/**
 * Marks the dialog that asks whether to stay signed in. While it is open, touches and keys do not count as activity, because the user may be choosing "leave".
 */
export const ASKS_TO_STAY = 'data-asks-to-stay'

export function begin(session: { token: string; session_id: string; customer_id: string }) {
  keep({ accessToken: session.token, session_id: session.session_id, customer_id: session.customer_id, active: String(Date.now()) })
}

/** Stores when somebody touched the page or pressed a key, at most every ten seconds. Requests that a page sends by itself keep nobody signed in. */
export function watchActivity() {
  const touch = () => {
    const now = Date.now()
    if (document.querySelector(`[${ASKS_TO_STAY}]`)) return
    if (signedIn() && !isIdle() && now - Number(stored('active')) > 10_000) keep({ active: String(now) })
  }
  for (const event of ['pointerdown', 'keydown']) addEventListener(event, touch, { capture: true, passive: true })
}

/**
 * How long a page counts as leaving after it was sent to the login. If it is still open after this time, because the user chose to stay, it can be sent there
 * again.
 */
const LEAVES_MS = 10_000
/** When the page was sent to the login, in milliseconds of `performance.now()`, which does not change when the computer's clock is corrected. */
let left_at = Number.NEGATIVE_INFINITY
/** Whether the page is leaving for the login. A request refused meanwhile must not end a session that has begun in another tab. */
export const isLeaving = () => performance.now() - left_at < LEAVES_MS

function leaveFor(path: string) {
  left_at = performance.now()
  location.replace(path)
}

/** Opens the login by loading the page anew, so that nothing of the session stays in memory. Signing out also empties the local and session storage. */
export function toDoor(reason: 'ended' | 'signed_out') {
  if (reason === 'ended' && isLeaving()) return
  if (reason === 'ended') {
    dispatchEvent(new Event(ENDED))
    for (const name of names) localStorage.removeItem(name)
  } else {
    localStorage.clear()
    sessionStorage.clear()
  }
  const here = location.pathname + location.search
  leaveFor(reason === 'ended' ? `/login?${new URLSearchParams({ ended: '1', to: here })}` : '/login')
}

/** Notices that the session ended in another tab (by logging out, by timeout, or because another user signed in) and ends it in this tab too. */
export function watchOtherTabs() {
  addEventListener('storage', ({ key, oldValue, newValue }) => {
    if (key !== null && (key !== 'accessToken' || newValue === oldValue)) return
    // A tab that was asleep gets the event late, so the session stored now decides what happens.
    if (signedIn()) return location.reload()
    if (isLeaving() || location.pathname === '/login') return
    if (key !== null) return toDoor('ended')
    sessionStorage.clear()
    leaveFor('/login')
  })
}

export function headers(path: string): Record<string, string> {
  if (path.includes('p_check') || !signedIn()) return {}
  // Tells the server how long nobody has touched the page, so that a page that refreshes itself keeps nobody signed in.
  const Idle = String(Math.floor(idleMs() / 1000))
  return { Authorization: `Bearer ${stored('accessToken')}`, Customer: stored('customer_id'), Session: stored('session_id'), Idle }
}

declare global {
  interface Window {
    /** Returns the answer to a request that index.html sent to this path before this script was loaded. Each answer can be taken only once. */
    early?: (path: string) => Promise<Response> | undefined
  }
}

/** Sends the requests of the typed clients in this app, except files whose upload shows progress (form/upload.ts). */
export async function send(path: string, init: RequestInit): Promise<Response> {
  if (signedIn() && isIdle()) {
    toDoor('ended')
    return new Promise(() => undefined)
  }
  const hasFile = init.body instanceof FormData && [...init.body.values()].some((value) => value instanceof Blob)
  const limits = [init.signal, hasFile ? undefined : AbortSignal.timeout(READ_TIMEOUT_MS)].filter((signal) => signal != null)
  const started = Date.now()
  try {
    const headed = { ...init.headers, ...headers(path) }
    const response = await (window.early?.(path) ?? fetch(path, { ...init, headers: headed, signal: AbortSignal.any(limits) }))
    heard(response.headers.get('date'))
    succeeded(hasFile ? 0 : Date.now() - started)
    return response
  } catch (cause) {
    if (!init.signal?.aborted) failed()
    throw cause
  }
}
