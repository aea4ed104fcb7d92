// Queries of the four-eyes rule: who has a hand on an account (made, reset or deactivated it), who may decide, and which requests wait. A hand is stored in the
// tenant of the account; for the platform's accounts that is tenant 0.
import type { Instant } from '../../../../contract/kit/field.ts'
import type { Money } from '../../../../contract/kit/money.ts'
import type { SignedIn } from '../../../http/sessions.ts'
import { IS_MANAGER } from '../../../kit/actor.ts'
import type { Query } from '../../../postgres/db.ts'

export type What = 'made' | 'reset' | 'stopped'

export type Hand = { user_id: string; hand_id: string; what: What; account_name: string; hand_name: string; laid_at: Instant }

export const addHand = (q: Query, tenant_id: number, user_id: string, { hand_id, what, hand_name, laid_at }: Omit<Hand, 'user_id' | 'account_name'>) =>
  q.query(
    `insert into account_hands as h (tenant_id, user_id, hand_id, what, hand_name, laid_at)
     values (:tenant_id, :user_id, :hand_id, :what, :hand_name, :laid_at)
     on conflict (tenant_id, user_id, hand_id, what) do update set hand_name = excluded.hand_name,
       laid_at = greatest(h.laid_at, excluded.laid_at)`,
    { tenant_id, user_id, hand_id, what, hand_name, laid_at },
  )

/**
 * For each of these accounts (`root`), all accounts whose owner may also be behind it: those that made or reset it, those that made or reset these, and so
 * on. `is_here`: the account is in this tenant.
 */
export const behind = (q: Query, tenant_id: number, user_ids: readonly string[], since: Date) =>
  q.query<{ root: string; id: string; is_here: boolean }>(
    `with recursive h(root, id) as (
       select u, u from unnest(:user_ids::uuid[]) u
       union
       select h.root, a.hand_id from h
         join account_hands a on a.tenant_id = :tenant_id and a.user_id = h.id and a.laid_at > :since
          and a.what <> 'stopped')
     select h.root, h.id, exists (select from users u where u.tenant_id = :tenant_id and u.id = h.id) as is_here from h
      order by h.root, h.id`,
    { tenant_id, user_ids, since },
  )

/** The latest hands on these accounts: who made or reset each. They explain why two users count as one person; stopping an account does not. */
export const handsOn = (q: Query, tenant_id: number, user_ids: readonly string[], since: Date) =>
  q.query<Hand>(
    `select a.user_id, a.hand_id, a.what, coalesce(nullif(u.full_name, ''), u.username) as account_name, a.hand_name,
            a.laid_at
       from account_hands a join users u on u.tenant_id = :tenant_id and u.id = a.user_id
      where a.tenant_id = :tenant_id and a.user_id = any (:user_ids::uuid[]) and a.laid_at > :since
        and a.what <> 'stopped' order by a.laid_at desc, a.hand_id`,
    { tenant_id, user_ids, since },
  )

export type Decider = { user_id: string; name: string; organisation_id: string }

/** SQL over users `u`: the user can sign in, and may decide requests about credit or prices. */
const MAY_DECIDE = `u.is_active and u.password_hash <> '' and not u.is_web_support
  and (${IS_MANAGER} or u.flags && '{has_credit,has_assign_product,has_discount_slab}')`

/** Everybody in these organisations who may decide, including the asker. */
export const decidersOf = (q: Query, tenant_id: number, organisation_ids: readonly string[]) =>
  q.query<Decider>(
    `select u.id as user_id, coalesce(nullif(u.full_name, ''), u.username) as name, u.organisation_id from users u
      where u.tenant_id = :tenant_id and u.organisation_id = any (:organisation_ids::uuid[]) and ${MAY_DECIDE}
      order by u.full_name, u.id`,
    { tenant_id, organisation_ids },
  )

/**
 * Whether nobody else in the organisation could have decided since a time. An account that was made after that time does not count; one that was deactivated
 * after that time does.
 */
export const hadNoSecondPerson = async (q: Query, tenant_id: number, organisation_id: string, user_id: string, since: Date) =>
  (
    await q.query<{ had_none: boolean }>(
      `select not exists (
                select from users u
                 where u.tenant_id = :tenant_id and u.organisation_id = :organisation_id and u.id <> :user_id
                   and ${MAY_DECIDE}
                   and not exists (select from account_hands a
                                    where a.tenant_id = :tenant_id and a.user_id = u.id and a.what = 'made'
                                      and a.laid_at > :since))
          and not exists (
                select from account_hands a join users u on u.tenant_id = :tenant_id and u.id = a.user_id
                 where a.tenant_id = :tenant_id and u.organisation_id = :organisation_id and a.what = 'stopped'
                   and a.laid_at > :since) as had_none`,
      { tenant_id, organisation_id, user_id, since },
    )
  )[0]?.had_none ?? false

export type NewRequest = {
  id: string
  /** The organisation whose limit applies to the request, and whose users decide it. */
  organisation_id: string
  /** The customer that the request is about; null if it is about the organisation itself or several customers. */
  wallet_id: string | null
  type: string
  amount: Money | null
  payment_mode?: string
  remarks: string
  /** For a correction, the number of the wrong transfer in the wallet. */
  corrects?: number | null
  payload: object
  hands: readonly string[]
}

/** Adds a request; returns no row if a request with this id exists already. */
export const addRequest = (q: Query, { tenant_id, user_id, full_name, username }: SignedIn, request: NewRequest, now: Date) =>
  q.query(
    `insert into credit_requests (tenant_id, id, organisation_id, wallet_id, type, amount, payment_mode, remarks,
                                  payload, hands, asked_by, asked_name, asked_at, corrects)
     values (:tenant_id, :id, :organisation_id, :wallet_id, :type, :amount, :payment_mode, :remarks, :payload, :hands,
             :user_id, :full_name, :now, :corrects) on conflict do nothing returning id`,
    {
      tenant_id,
      id: request.id,
      organisation_id: request.organisation_id,
      wallet_id: request.wallet_id,
      type: request.type,
      amount: request.amount,
      payment_mode: request.payment_mode ?? '',
      remarks: request.remarks,
      payload: JSON.stringify(request.payload),
      hands: [...request.hands, user_id],
      user_id,
      full_name: full_name || username,
      now,
      corrects: request.corrects ?? null,
    },
  )

/**
 * Whether the asker already has the same request waiting. If another request of the asker about the same thing waits, it is ended, because the new one
 * replaces it. The same thing means the same type, organisation and customer, and the same `about` in the payload.
 */
export async function isAskedAlready(q: Query, { tenant_id, user_id, full_name, username }: SignedIn, request: NewRequest, now: Date): Promise<boolean> {
  const same = {
    tenant_id,
    user_id,
    type: request.type,
    organisation_id: request.organisation_id,
    wallet_id: request.wallet_id,
    about: 'about' in request.payload ? String(request.payload.about) : null,
  }
  const SAME = `
    tenant_id = :tenant_id and asked_by = :user_id and type = :type and organisation_id = :organisation_id
                and wallet_id is not distinct from :wallet_id and state = 'waiting'
                and payload ->> 'about' is not distinct from :about`
  await q.query('select from organisations where tenant_id = :tenant_id and id = :organisation_id for no key update', {
    tenant_id,
    organisation_id: request.organisation_id,
  })
  const payload = JSON.stringify(request.payload)
  if (
    (
      await q.query(
        `select from credit_requests
          where ${SAME} and payload = :payload::jsonb and amount is not distinct from :amount`,
        { ...same, payload, amount: request.amount },
      )
    ).length > 0
  )
    return true
  await q.query(`update credit_requests set state = 'refused', decided_by = :full_name, decided_at = :now where ${SAME}`, {
    ...same,
    full_name: full_name || username,
    now,
  })
  return false
}
