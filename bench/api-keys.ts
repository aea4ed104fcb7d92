// API keys of the benchmarks' shops, for loads in which the shops' own systems buy. Each shop has an account for its systems, and a session of this account is
// the shop's key.
// The shops may sell gift cards as well, because a key without a right to all goods from stock makes a further query at every sale.
import { internalRole } from '../contract/kit/access.ts'
import { query } from './stage.ts'
import { TENANT } from './world.ts'

/** SQL: adds the keys. An id of an account or a session is the id of its shop with another kind in front, as `idOf.keyUser` makes it. */
const ADD = `
  with shops as (
    update organisations
       set flags = :rights, api_enabled = true, api_scopes = :rights, api_calls_per_minute = 6000,
           api_user_id = overlay(id::text placing '0000000b' from 1 for 8)::uuid
     where tenant_id = ${TENANT} and kind = 'seller' returning id, api_user_id, name),
  accounts as (
    insert into users (tenant_id, id, organisation_id, username, full_name, internal_role, flags, password_hash,
                       created_at)
    select ${TENANT}, api_user_id, id, 'api of ' || name, 'API', ${internalRole.staff}, :rights, '', now() from shops)
  insert into sessions (tenant_id, id, token_hash, user_id, created_at, last_seen_at, ends_at, is_key)
  select ${TENANT}, overlay(id::text placing '0000000c' from 1 for 8)::uuid,
         sha256(convert_to('bench-api-key-of-' || replace(lower(name), ' ', '-'), 'UTF8')), api_user_id,
         now(), now(), now() + interval '1 year', true
    from shops`.replaceAll(':rights', `'{has_cash_card,has_gift_card}'`)

/** Gives each shop an API key (`keyTokenOf`). */
export async function addApiKeys(superuserUrl: string): Promise<void> {
  await query(superuserUrl, ADD)
  for (const table of ['organisations', 'users', 'sessions']) await query(superuserUrl, `vacuum (analyze) ${table}`)
}
