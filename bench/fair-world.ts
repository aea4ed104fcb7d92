// The world of the fair benchmark has two tenants: tenant 1 is the world of world.ts, whose tills sell; tenant 2 is similar, and its reseller
// floods the server.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { flags } from '../contract/kit/access.ts'
import type { Keys } from '../server/kit/keys.ts'
import { query } from './stage.ts'
import { fillWorld, type WorldSize } from './world.ts'

export const FLOOD_HOST = 'flood.localhost'
export const FLOOD_TOKEN = 'bench-token-of-the-flooding-reseller'
const FLOOD_TENANT = 2

export const FLOODS = ['lists', 'uploads', 'hosts', 'long', 'files', 'slow', 'chunked'] as const
export type Flood = (typeof FLOODS)[number]
/** The messages that the flooding process (flood.ts) accepts. */
export type Order = { port: number; flood: Flood } | 'stop'

export async function fillFair(superuserUrl: string, keys: Keys, size: WorldSize, floodCustomers: number): Promise<void> {
  await fillWorld(superuserUrl, keys, size)
  const text = readFileSync(join(import.meta.dirname, 'world.sql'), 'utf8')
  const there = text
    .replaceAll(':wallets', String(floodCustomers))
    .replaceAll(':configurations', '101')
    .replaceAll("('localhost', 1,", `('${FLOOD_HOST}', ${FLOOD_TENANT},`)
    .replaceAll(/(\(|select )1, (?=pg_temp|'Bench')/g, `$1${FLOOD_TENANT}, `)
    .replaceAll('bench-token-of-shop-', 'flood-token-of-shop-')
  await query(superuserUrl, there)
  const [reseller] = await query<{ id: string }>(superuserUrl, `select id from organisations where tenant_id = ${FLOOD_TENANT} and kind = 'reseller'`)
  await query(superuserUrl, `update organisations set flags = $1 where tenant_id = ${FLOOD_TENANT} and kind in ('platform', 'reseller')`, [flags])
  await query(
    superuserUrl,
    `with manager as (insert into users (tenant_id, id, organisation_id, username, full_name, password_hash, created_at)
       values (${FLOOD_TENANT}, gen_random_uuid(), $1, 'flood', 'Flora Flood', '-', now()) returning tenant_id, id)
     insert into sessions (tenant_id, id, token_hash, user_id, created_at, last_seen_at)
     select tenant_id, gen_random_uuid(), sha256($2::bytea), id, now(), now() from manager`,
    [reseller?.id, FLOOD_TOKEN],
  )
  for (const statement of ['vacuum (analyze)', 'checkpoint']) await query(superuserUrl, statement)
}
