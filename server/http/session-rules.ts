// The rules that decide when a session has ended, when it is locked, and when its use is noted.
import type { SessionRow } from '../kit/actor.ts'

/** After this idle time a session ends; the browser applies the same limit of three hours (docs/domain.md, Sessions). */
export const IDLE_MS = 3 * 60 * 60 * 1000
/** A session ends after this time even if it is in use. */
export const SESSION_MS = 12 * 60 * 60 * 1000
export const TOUCH_MS = 60_000
/**
 * How long a session that was looked up is cached, because a page makes several requests together. A session that another server has ended can still make
 * reading calls on this server for this long.
 */
export const CACHE_MS = 1_000

/** Whether the session is still open. An API key has no idle limit: it ends on its last day, or when it is withdrawn. */
export const isOpen = (row: SessionRow, now: number) =>
  !row.ended_at && (row.is_key || now - Date.parse(row.last_seen_at) <= IDLE_MS) && (!row.ends_at || now < Date.parse(row.ends_at))
/** Whether the session's use is to be stored now: it is stored once a minute, and for a key at its first use. */
export const isToNote = (row: SessionRow, at: number) => at - Date.parse(row.last_seen_at) > TOUCH_MS || (row.is_key && row.address === '')
/**
 * Whether the session is locked: by hand, or because nobody touched a paired till for the minutes that its shop has set. The page locks itself exactly after
 * these minutes. This check of the server is a second safeguard; it comes up to a minute and a second later, because a session's use is noted once a minute and
 * cached for a second.
 */
export const isLocked = (row: SessionRow, now: number) =>
  row.locked_at !== null ||
  (row.paired_device_id !== null && row.lock_minutes > 0 && now - Date.parse(row.last_seen_at) > row.lock_minutes * 60_000 + TOUCH_MS + CACHE_MS)
