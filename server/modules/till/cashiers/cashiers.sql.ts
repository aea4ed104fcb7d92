// Queries about cashiers: the users of a shop with their codes, and the change from one user to another at a till.
import type { cashierStates } from '../../../../contract/till/cashiers.ts'
import type { SignedIn } from '../../../http/sessions.ts'
import { IS_MANAGER } from '../../../kit/actor.ts'
import type { Query } from '../../../postgres/db.ts'

/**
 * SQL: code `c` is valid. A restored database does not know which codes were changed or removed after the backup, so codes from before the restore are not
 * valid.
 */
const COUNTS = 'not exists (select from restores r where r.tenant_id = :tenant_id and r.held_at >= c.set_at)'
/** SQL: user `u` works in the shop and has registered. */
const WORKS = "u.organisation_id = :organisation_id and u.is_active and u.password_hash <> '' and not u.is_web_support"

type Row = { user_id: string; full_name: string; code: (typeof cashierStates)[number]; is_manager: boolean; is_this: boolean }

/** How many wrong tries are allowed: `here` at one device since the owner last entered the password, `ever` at all devices since the code was set. */
export type Tries = { here: number; ever: number }

export const cashiers = (q: Query, { tenant_id, organisation_id, user_id, paired_device_id }: SignedIn, { here, ever }: Tries) =>
  q.query<Row>(
    `select u.id as user_id, coalesce(nullif(u.full_name, ''), u.username) as full_name, ${IS_MANAGER} as is_manager,
            u.id = :user_id as is_this,
            case when c.user_id is null or c.wrong >= :ever then 'none' when t.wrong >= :here then 'used_up'
                 when c.must_change then 'given' else 'own' end as code
       from users u
       left join cashier_codes c on c.tenant_id = :tenant_id and c.user_id = u.id and ${COUNTS}
       left join cashier_tries t on t.tenant_id = :tenant_id and t.user_id = u.id and t.device_id = :paired_device_id
      where u.tenant_id = :tenant_id and ${WORKS}
      order by 2, u.id limit 200`,
    { tenant_id, organisation_id, user_id, paired_device_id, here, ever },
  )

export type Cashier = {
  user_id: string
  username: string
  full_name: string
  organisation_id: string
  is_manager: boolean
  /** Whether the user's sign-in has a second step that they have never passed in this browser. */
  is_stranger: boolean
}

/** A user who works in the actor's shop; the row is locked until the transaction ends. */
export const cashierById = (q: Query, { tenant_id, organisation_id, browser_id }: SignedIn, user_id: string) =>
  q.query<Cashier>(
    `select u.id as user_id, u.username, u.full_name, u.organisation_id, ${IS_MANAGER} as is_manager,
            (u.otp_type <> 'none' or u.login_approval) and not exists (
              select from devices_known k
                join devices_known here on here.tenant_id = :tenant_id and here.secret_hash = k.secret_hash
               where k.tenant_id = :tenant_id and k.user_id = u.id and not k.by_code
                 and here.id = :browser_id) as is_stranger
       from users u where u.tenant_id = :tenant_id and u.id = :user_id and ${WORKS} for no key update`,
    { tenant_id, organisation_id, browser_id, user_id },
  )

/**
 * The browser of the actor's session, as the cashier's account knows it: each person has a till of their own in that browser. If the account does not know the
 * browser yet, it is stored as known by the code only. No row if the actor has just removed the browser from those that the actor's account knows.
 */
export const cashiersBrowser = (q: Query, { tenant_id, browser_id }: SignedIn, seen: { id: string; user_id: string; address: string; now: Date }) =>
  q.query<{ browser_id: string }>(
    `insert into devices_known (tenant_id, id, user_id, secret_hash, name, address, created_at, last_seen_at, by_code)
     select tenant_id, :id, :user_id, secret_hash, name, :address, :now, :now, true
       from devices_known where tenant_id = :tenant_id and id = :browser_id
     on conflict (tenant_id, user_id, secret_hash)
       do update set address = excluded.address, last_seen_at = excluded.last_seen_at
     returning id as browser_id`,
    { tenant_id, browser_id, ...seen },
  )

/**
 * A code that may be checked now. `left`: how many tries remain after the one just counted, at this device or at all devices, whichever number is smaller.
 */
export type Code = { code_hash: string; must_change: boolean; left: number }
type At = { tenant_id: number; user_id: string; device_id: string }

/** Takes one try before the code is checked, so that simultaneous requests cannot exceed the limit. Returns undefined if no try was left. */
export async function countTry(q: Query, at: At, { here, ever }: Tries): Promise<Code | undefined> {
  const [code] = await q.query<Code & { wrong: number }>(
    `update cashier_codes c set wrong = c.wrong + 1
      where c.tenant_id = :tenant_id and c.user_id = :user_id and c.wrong < :ever and ${COUNTS}
        and not exists (
          select from cashier_tries t
           where t.tenant_id = :tenant_id and t.user_id = :user_id and t.device_id = :device_id and t.wrong >= :here)
      returning c.code_hash, c.must_change, c.wrong`,
    { ...at, here, ever },
  )
  // The first statement has locked the code's row, so no other request counts at the same time.
  const [tried] = code ? await countHere(q, at, 1) : []
  return code && { code_hash: code.code_hash, must_change: code.must_change, left: Math.min(here - (tried?.wrong ?? 0), ever - code.wrong) }
}

const countHere = (q: Query, at: At, tries: number) =>
  q.query<{ wrong: number }>(
    `insert into cashier_tries as t (tenant_id, user_id, device_id, wrong)
     values (:tenant_id, :user_id, :device_id, greatest(:tries, 0))
     on conflict (tenant_id, user_id, device_id) do update set wrong = greatest(t.wrong + :tries, 0) returning wrong`,
    { ...at, tries },
  )

/** Gives back the try that a correct code took. Returns false if the code was changed or removed in the meantime and must not be accepted. */
export async function giveTryBack(q: Query, at: At, code_hash: string): Promise<boolean> {
  const rows = await q.query(
    `update cashier_codes set wrong = greatest(wrong - 1, 0)
      where tenant_id = :tenant_id and user_id = :user_id and code_hash = :code_hash returning user_id`,
    { tenant_id: at.tenant_id, user_id: at.user_id, code_hash },
  )
  if (rows.length > 0) await countHere(q, at, -1)
  return rows.length > 0
}

export async function setCode(q: Query, tenant_id: number, user_id: string, code_hash: string, must_change: boolean, now: Date): Promise<void> {
  await q.query(
    `insert into cashier_codes as c (tenant_id, user_id, code_hash, must_change, set_at)
     values (:tenant_id, :user_id, :code_hash, :must_change, :now)
     on conflict (tenant_id, user_id) do update set code_hash = excluded.code_hash, must_change = excluded.must_change,
       set_at = excluded.set_at, wrong = 0`,
    { tenant_id, user_id, code_hash, must_change, now },
  )
  await q.query(
    `delete from cashier_tries
      where tenant_id = :tenant_id and user_id = :user_id`,
    { tenant_id, user_id },
  )
}

/** Ends a session that another user takes over. Of two requests that take over one session at the same moment, the second gets no row. */
export const endForSwitch = (q: Query, { tenant_id, session_id }: SignedIn, now: Date) =>
  q.query(
    `update sessions set ended_at = :now
      where tenant_id = :tenant_id and id = :session_id and ended_at is null returning id`,
    { tenant_id, session_id, now },
  )

export const lockSession = (q: Query, { tenant_id, session_id }: SignedIn, now: Date) =>
  q.query(
    `update sessions set locked_at = coalesce(locked_at, :now)
      where tenant_id = :tenant_id and id = :session_id`,
    { tenant_id, session_id, now },
  )
