// Queries about the user account of an organisation's own systems, and about the sessions that represent its API keys.

import { type Flag, internalRole } from '../../../../contract/kit/access.ts'
import type { ApiKey } from '../../../../contract/people/api-keys.ts'
import type { SignedIn } from '../../../http/sessions.ts'
import type { Query } from '../../../postgres/db.ts'

type KeyUser = { user_id: string; organisation_id: string; username: string; scopes: readonly string[]; now: Date }

/** Adds an organisation's API account. It has no password, so nobody can sign in with it. */
export const addKeyUser = (q: Query, tenant_id: number, { user_id, organisation_id, username, scopes, now }: KeyUser) =>
  q.query(
    `insert into users (tenant_id, id, organisation_id, username, full_name, internal_role, flags, password_hash,
                        created_at)
     values (:tenant_id, :user_id, :organisation_id, :username, 'API', ${internalRole.staff}, :scopes, '', :now)`,
    { tenant_id, user_id, organisation_id, username, scopes, now },
  )

/** Sets the rights that lists show for this account; only servers of an older version read them to admit calls. */
export const setKeyUser = (q: Query, tenant_id: number, user_id: string, scopes: readonly string[]) =>
  q.query('update users set flags = :scopes where tenant_id = :tenant_id and id = :user_id', { tenant_id, user_id, scopes })

export type Opening = { id: string; user_id: string; is_sandbox: boolean; hash: Buffer; device: string; ends_at: Date; now: Date }

export const openKeySession = (q: Query, tenant_id: number, opening: Opening) =>
  q.query(
    `insert into sessions (tenant_id, id, token_hash, user_id, device, created_at, last_seen_at, ends_at, is_key,
                           is_training)
     values (:tenant_id, :id, :hash, :user_id, :device, :now, :now, :ends_at, true, :is_sandbox)`,
    { tenant_id, ...opening },
  )

/** Makes an ended key valid again, by reopening the session of the key with this hash. */
export const reopenKeySession = (q: Query, tenant_id: number, user_id: string, hash: Buffer) =>
  q.query(
    `update sessions set ended_at = null
      where tenant_id = :tenant_id and user_id = :user_id and token_hash = :hash and is_key`,
    { tenant_id, user_id, hash },
  )

export const endKeySessions = (q: Query, tenant_id: number, user_id: string, is_sandbox: boolean, now: Date) =>
  q.query<{ id: string; device: string }>(
    `update sessions set ended_at = :now
      where tenant_id = :tenant_id and user_id = :user_id and is_key and is_training = :is_sandbox and ended_at is null
      returning id, device`,
    { tenant_id, user_id, is_sandbox, now },
  )

/** Sets until when the key that really sells (the one that is not for the sandbox) is valid. */
export const setKeyEnd = (q: Query, tenant_id: number, user_id: string, ends_at: Date) =>
  q.query(
    `update sessions set ends_at = :ends_at
      where tenant_id = :tenant_id and user_id = :user_id and is_key and not is_training and ended_at is null`,
    { tenant_id, user_id, ends_at },
  )

/** The organisation's keys that were neither revoked nor switched off; a key's `device` ends with the last characters of the key. */
export const openKeys = (q: Query, tenant_id: number, organisation_id: string, now: Date) =>
  q.query<ApiKey>(
    `select k.is_training as is_sandbox, right(k.device, 4) as last4, k.created_at,
            ((nullif(k.ends_at, 'infinity') - interval '1 second') at time zone 'Europe/Berlin')::date as valid_until,
            coalesce(k.ends_at <= :now, false) as is_over,
            case when k.address <> '' then k.last_seen_at end as last_used_at, k.address as last_used_from
       from organisations o
       join sessions k on k.tenant_id = :tenant_id and k.user_id = o.api_user_id and k.is_key and k.ended_at is null
      where o.tenant_id = :tenant_id and o.id = :organisation_id
      order by k.is_training, k.created_at desc`,
    { tenant_id, organisation_id, now },
  )

export type AccessRow = {
  organisation_id: string
  name: string
  organisation_flags: readonly string[]
  is_enabled: boolean
  is_held: boolean
  scopes: Flag[]
  calls_per_minute: number
  amount_per_day: number | null
  addresses: string[]
  user_id: string | null
}

const ACCESS = `
  select o.id as organisation_id, o.name, o.flags as organisation_flags, o.api_enabled as is_enabled,
         o.api_held_at is not null as is_held, o.api_scopes as scopes, o.api_calls_per_minute as calls_per_minute,
         o.api_amount_per_day as amount_per_day, o.api_addresses as addresses, o.api_user_id as user_id
    from organisations o where o.tenant_id = :tenant_id and o.id = :organisation_id`

type Own = Pick<SignedIn, 'tenant_id' | 'organisation_id'>

export const accessOf = (q: Query, { tenant_id, organisation_id }: Own) => q.query<AccessRow>(ACCESS, { tenant_id, organisation_id })

/** The organisation's API access; its row is locked until the transaction ends. */
export const accessToChange = (q: Query, { tenant_id, organisation_id }: Own) =>
  q.query<AccessRow>(`${ACCESS} for no key update of o`, { tenant_id, organisation_id })

type OwnKey = { scopes: readonly string[]; user_id: string; real: { hash: Buffer | null; last4: string } | null }

/**
 * Stores an organisation's own keys. `real`: the new key that really sells; its `hash` is null if that key is removed, and `real` itself is null if that key
 * stays as it is.
 */
export const setOwnKey = (q: Query, { tenant_id, organisation_id }: Own, { scopes, user_id, real }: OwnKey) =>
  q.query(
    `update organisations
        set api_user_id = :user_id, api_scopes = :scopes,
            api_key_hash = case when :is_real then :hash else api_key_hash end,
            api_key_last4 = case when :is_real then :last4 else api_key_last4 end
      where tenant_id = :tenant_id and id = :organisation_id`,
    { tenant_id, organisation_id, scopes, user_id, is_real: real !== null, hash: real?.hash ?? null, last4: real?.last4 ?? '' },
  )
