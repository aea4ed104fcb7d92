// The account and the session of an API key.
import { internalRole } from '../../../contract/kit/access.ts'
import type { Query } from '../../postgres/db.ts'

type KeyUser = { user_id: string; organisation_id: string; username: string; scopes: readonly string[]; now: Date }

/** The account has no password, so nobody can sign in with it. */
export const addKeyUser = (q: Query, tenant_id: number, { user_id, organisation_id, username, scopes, now }: KeyUser) =>
  q.query(
    `insert into users (tenant_id, id, organisation_id, username, full_name, internal_role, flags, password_hash,
                        created_at)
     values (:tenant_id, :user_id, :organisation_id, :username, 'API', ${internalRole.staff}, :scopes, '', :now)`,
    { tenant_id, user_id, organisation_id, username, scopes, now },
  )

export const setKeyUser = (q: Query, tenant_id: number, user_id: string, scopes: readonly string[]) =>
  q.query('update users set flags = :scopes where tenant_id = :tenant_id and id = :user_id', { tenant_id, user_id, scopes })

export const openKeySession = (
  q: Query,
  tenant_id: number,
  { id, user_id, hash, device, now }: { id: string; user_id: string; hash: Buffer; device: string; now: Date },
) =>
  q.query(
    `insert into sessions (tenant_id, id, token_hash, user_id, device, created_at, last_seen_at, is_key)
     values (:tenant_id, :id, :hash, :user_id, :device, :now, :now, true)`,
    { tenant_id, id, hash, user_id, device, now },
  )

/** Lets the same key in again. */
export const reopenKeySession = (q: Query, tenant_id: number, user_id: string, hash: Buffer) =>
  q.query(
    `update sessions set ended_at = null
      where tenant_id = :tenant_id and user_id = :user_id and token_hash = :hash and is_key`,
    { tenant_id, user_id, hash },
  )

export const endKeySessions = (q: Query, tenant_id: number, user_id: string, now: Date) =>
  q.query(
    `update sessions set ended_at = :now
      where tenant_id = :tenant_id and user_id = :user_id and is_key and ended_at is null`,
    { tenant_id, user_id, now },
  )
