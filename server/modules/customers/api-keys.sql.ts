// The account and the session of an API key.
import type { Query } from '../../kit/db.ts'

type KeyUser = { user_id: string; organisation_id: string; username: string; scopes: readonly string[]; now: Date }

/** The account has no password, so nobody can sign in with it. */
export const addKeyUser = (q: Query, tenant_id: number, { user_id, organisation_id, username, scopes, now }: KeyUser) =>
  q.query(
    `insert into users (tenant_id, id, organisation_id, username, full_name, internal_role, flags, password_hash, created_at)
     values ($1, $2, $3, $4, 'API', 1, $5, '', $6)`,
    [tenant_id, user_id, organisation_id, username, scopes, now],
  )

export const setKeyUser = (q: Query, tenant_id: number, user_id: string, scopes: readonly string[]) =>
  q.query('update users set flags = $3 where tenant_id = $1 and id = $2', [tenant_id, user_id, scopes])

export const openKeySession = (
  q: Query,
  tenant_id: number,
  { id, user_id, hash, device, now }: { id: string; user_id: string; hash: Buffer; device: string; now: Date },
) =>
  q.query(`insert into sessions (tenant_id, id, token_hash, user_id, device, created_at, last_seen_at, is_key) values ($1, $2, $3, $4, $5, $6, $6, true)`, [
    tenant_id,
    id,
    hash,
    user_id,
    device,
    now,
  ])

/** Lets the same key in again. */
export const reopenKeySession = (q: Query, tenant_id: number, user_id: string, hash: Buffer) =>
  q.query('update sessions set ended_at = null where tenant_id = $1 and user_id = $2 and token_hash = $3 and is_key', [tenant_id, user_id, hash])

export const endKeySessions = (q: Query, tenant_id: number, user_id: string, now: Date) =>
  q.query('update sessions set ended_at = $3 where tenant_id = $1 and user_id = $2 and is_key and ended_at is null', [tenant_id, user_id, now])
