// The benchmarks' world: people and goods (world.sql), and a stock of PINs that are really encrypted: in blocks, each with its batch's key and bound to
// its position.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import type { Keys } from '../server/kit/keys.ts'
import { BLOCK, batchKeyBound, sealBlock } from '../server/kit/seal.ts'

export const HOST = 'localhost'
export const TENANT = 1

const id = (kind: number) => (n: number) => `${kind.toString(16).padStart(8, '0')}-0000-7000-8000-${n.toString(16).padStart(12, '0')}`
/** Ids by number: shops, their users, sessions and tokens, and configurations are numbered from 1. */
export const idOf = { shop: id(3), user: id(4), session: id(5), configuration: id(8), keyUser: id(11) }
export const tokenOf = (shop: number): string => `bench-token-of-shop-${shop}`
/** The API key of a shop, in a world with API keys (api-keys.ts). */
export const keyTokenOf = (shop: number): string => `bench-api-key-of-shop-${shop}`
/** The clear PIN, computed so that a buyer can tell whether the PIN is the one that it paid for. */
export const pinOf = (batch: number, seq: number): string => `${String(batch).padStart(6, '0')}${String(seq).padStart(10, '0')}`

/** The size of a world. `pins`: how many PINs each configuration has in stock; `hot`: how many the last one has. Each configuration has one batch. */
export type WorldSize = { wallets: number; configurations: number; pins: number; hot: number }
const pinsOf = ({ configurations, pins, hot }: WorldSize, c: number) => (c === configurations ? hot : pins)

/** Fills the world as the superuser, to whom row level security does not apply. */
export async function fillWorld(superuserUrl: string, keys: Keys, size: WorldSize): Promise<void> {
  const client = new pg.Client({ connectionString: superuserUrl })
  await client.connect()
  try {
    await client.query(`set synchronous_commit = off; set maintenance_work_mem = '1GB'`)
    const text = readFileSync(join(import.meta.dirname, 'world.sql'), 'utf8')
    await client.query(text.replaceAll(':wallets', String(size.wallets)).replaceAll(':configurations', String(size.configurations)))
    await fillStock(client, keys, size)
    for (const statement of ['vacuum (analyze, freeze)', 'checkpoint']) await client.query(statement)
  } finally {
    await client.end()
  }
}

/**
 * For worlds with more PINs than this, fingerprints of PINs are made up and not computed with the key, because no sale reads them, and computing ten million
 * would take too long.
 */
const REAL_MOST = 300_000

/** Fills the stock, and builds the index of fingerprints afterwards. With made-up fingerprints the money check would fail, so it is not run on such a world. */
async function fillStock(client: pg.Client, keys: Keys, size: WorldSize): Promise<void> {
  const { rows } = await client.query<{ ddl: string }>(`select pg_get_indexdef('pins_hash'::regclass) as ddl`)
  await client.query(`drop index pins_hash; insert into batch_numbers values (${TENANT}, ${size.configurations})`)
  const isReal = size.pins * (size.configurations - 1) + size.hot <= REAL_MOST
  const batchKeys: Buffer[] = []
  for (let c = 1; c <= size.configurations; c++) {
    const { key, wrapped } = await keys.dataKey(batchKeyBound(TENANT, idOf.configuration(c)))
    batchKeys.push(key)
    await client.query(
      `insert into batches (tenant_id, batch_no, owner_id, configuration_id, supplier_id, file_hash, buying_discount, quantity, state, data_key, created_at, created_by)
       values ($1, $2, $3, $4, $5, sha256($6::bytea), 800, $7, 'importing', $8, now(), 'bench')`,
      [TENANT, c, id(1)(1), idOf.configuration(c), id(6)(1), `file ${c}`, pinsOf(size, c), wrapped],
    )
    const count = pinsOf(size, c)
    const real = isReal ? Array.from({ length: count }, (_, seq) => keys.pinIndex(TENANT, pinOf(c, seq))) : []
    await client.query(
      `insert into pins (tenant_id, batch_no, seq, hash, serial, last4)
       select $1, $2::int, q, coalesce(($4::bytea[])[q + 1], substr(sha256(($2::int || '-' || q)::bytea), 1, 16)), lpad((($2::int * 40000000::bigint + q) * 7919)::text, 14, '0'), lpad((q % 10000)::text, 4, '0')
         from generate_series(0, $3::int - 1) q`,
      [TENANT, c, count, real],
    )
  }
  await pipeline(Readable.from(blockRows(size, batchKeys)), client.query(copyFrom('copy pin_blocks (tenant_id, batch_no, block, sealed) from stdin')))
  await client.query(rows[0]?.ddl ?? '')
  await client.query(`select ready_batch(${TENANT}, batch_no, array[quantity], array[null::date], true) from batches`)
}

function* blockRows(size: WorldSize, batchKeys: readonly Buffer[]): Generator<string> {
  for (const [i, key] of batchKeys.entries()) {
    const batch_no = i + 1
    const quantity = pinsOf(size, batch_no)
    for (let first = 0; first < quantity; first += BLOCK) {
      const pins = Array.from({ length: Math.min(BLOCK, quantity - first) }, (_, at) => pinOf(batch_no, first + at))
      const at = { tenant_id: TENANT, configuration_id: idOf.configuration(batch_no), batch_no, block: first / BLOCK }
      yield `${TENANT}\t${batch_no}\t${at.block}\t\\\\x${sealBlock(pins, key, at).toString('hex')}\n`
    }
  }
}
