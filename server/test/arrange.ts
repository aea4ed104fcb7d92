// Sets up a test's own corner of the demo world as the database's owner: goods with exactly the stock it needs.
import { randomInt } from 'node:crypto'
import type pg from 'pg'
import { EURO } from '../../contract/kit/money.ts'
import { newId } from '../kit/ids.ts'
import { BLOCK, batchKeyBound, sealBlock } from '../kit/seal.ts'
import { insert, inTenant } from '../seeds/demo-people.ts'
import type { World } from './world.ts'

export type Corner = { tenant_id: number; owner_id: string; product_id: string; configuration_id: string; batch_no: number; pins: string[] }
type StockOptions = { pins: number; owner?: string; euro?: number; discount?: number; published?: boolean; expires_on?: string | null }

const TENANT = 1

export const organisationId = async (world: World, username: string, tenant_id = TENANT) =>
  (
    await inTenant(world.owner, tenant_id, (q) =>
      q.query<{ organisation_id: string }>('select organisation_id from users where tenant_id = $1 and username = $2', [tenant_id, username]),
    )
  ).rows[0]?.organisation_id as string

/** Adds a product of reseller nord (or of `owner`, a user name) with one configuration, in every plan of the tenant, and one batch of `pins` PINs. */
export async function goods(
  world: World,
  { pins: count, owner = 'nord', euro = 10, discount = 500, published = true, expires_on = null }: StockOptions,
): Promise<Corner> {
  const owner_id = await organisationId(world, owner)
  const [product_id, configuration_id] = [newId(), newId()]
  const created_at = world.clock.now()
  await inTenant(world.owner, TENANT, async (q) => {
    await insert(q, 'products', {
      tenant_id: TENANT,
      id: product_id,
      owner_id,
      name: `Test ${product_id.slice(-4)}`,
      name_search: `test ${product_id.slice(-4)}`,
      type: 'cash_card',
      pin_length: 16,
      created_at,
    })
    await insert(q, 'configurations', { tenant_id: TENANT, id: configuration_id, product_id, value: euro * EURO, created_at })
    const plans = await q.query<{ id: string }>('select id from plans where tenant_id = $1', [TENANT])
    for (const plan of plans.rows) await insert(q, 'plan_entries', { tenant_id: TENANT, id: newId(), plan_id: plan.id, product_id, discount })
  })
  const corner = { tenant_id: TENANT, owner_id, product_id, configuration_id, batch_no: 0, pins: [] as string[] }
  return count ? { ...corner, ...(await batch(world, corner, { pins: count, published, expires_on })) } : corner
}

/** Adds another batch of the same goods. */
export async function batch(
  world: World,
  { owner_id, configuration_id }: Pick<Corner, 'owner_id' | 'configuration_id'>,
  { pins: count, published = true, expires_on = null }: StockOptions,
) {
  const { keys } = world.services
  const { key, wrapped } = await keys.dataKey(batchKeyBound(TENANT, configuration_id))
  const pins = Array.from({ length: count }, () => `9${Array.from({ length: 15 }, () => randomInt(10)).join('')}`)
  const batch_no = await inTenant(world.owner, TENANT, async (q) => {
    const supplier = await q.query<{ id: string }>('select id from suppliers where tenant_id = $1 limit 1', [TENANT])
    const opened = await q.query<{ batch_no: number }>("select open_batch($1, $2, $3, $4, $5, 'T', 'test.csv', $6, 800, $7, 'test') as batch_no", [
      TENANT,
      world.clock.now(),
      owner_id,
      configuration_id,
      supplier.rows[0]?.id,
      Buffer.from(newId()),
      wrapped,
    ])
    const no = opened.rows[0]?.batch_no as number
    const blocks = Array.from({ length: Math.ceil(count / BLOCK) }, (_, block) =>
      sealBlock(pins.slice(block * BLOCK, (block + 1) * BLOCK), key, { tenant_id: TENANT, configuration_id, batch_no: no, block }),
    )
    await q.query('select fill_batch($1, $2, 0, $3, $4, $5, $6)', [
      TENANT,
      no,
      Buffer.concat(pins.map((pin) => keys.pinIndex(TENANT, pin))),
      pins.map((_, i) => `T${no}-${i}`),
      pins.map((pin) => pin.slice(-4)),
      blocks,
    ])
    await q.query('select ready_batch($1, $2, $3, $4, $5, $6)', [TENANT, no, [count], [expires_on], published, world.clock.now()])
    return no
  })
  return { batch_no, pins }
}

/** Makes goods that are held back as after a restore. Only this batch is held back, so that the world's other stock stays on sale. */
export async function heldGoods(world: World, wanted: StockOptions = { pins: 3 }): Promise<Corner> {
  const corner = await goods(world, wanted)
  await rowsOf(world, 'update queue_heads set held_published = is_published, is_published = false where tenant_id = 1 and batch_no = $1', [corner.batch_no])
  return corner
}

/** Gives a wallet exactly this balance and limit by writing to the tables directly, with a transfer that keeps the books consistent. */
export async function giveWallet(world: World, organisation_id: string, balance: number, credit_limit = 0) {
  await inTenant(world.owner, TENANT, async (q) => {
    const { rows } = await q.query<{ parent_id: string; balance: number; transfers: number; credit_limit: number }>(
      'select parent_id, balance, transfers, credit_limit from wallets where tenant_id = $1 and organisation_id = $2',
      [TENANT, organisation_id],
    )
    const wallet = rows[0]
    if (!wallet) throw new Error('no such wallet')
    const off = balance - wallet.balance
    await q.query('update wallets set balance = $3, credit_limit = $4, transfers = transfers + $5 where tenant_id = $1 and organisation_id = $2', [
      TENANT,
      organisation_id,
      balance,
      credit_limit,
      off ? 1 : 0,
    ])
    if (credit_limit !== wallet.credit_limit) {
      const [id, created_at] = [newId(), world.clock.now()]
      const key = {
        tenant_id: TENANT,
        key: id,
        operation: 'booking',
        user_id: organisation_id,
        content: Buffer.alloc(0),
        cause_id: id,
        created_at,
        answer: JSON.stringify({ credit_limit_after: credit_limit }),
      }
      await insert(q, 'transaction_keys', key)
      const limits = { limit_before: wallet.credit_limit, limit_after: credit_limit, remarks: '', created_by: organisation_id, created_at }
      await insert(q, 'credit_limit_changes', { tenant_id: TENANT, id, wallet_id: organisation_id, ...limits })
    }
    if (off)
      await insert(q, 'transfers', {
        tenant_id: TENANT,
        wallet_id: organisation_id,
        seq: wallet.transfers + 1,
        payer_id: off > 0 ? wallet.parent_id : organisation_id,
        payee_id: off > 0 ? organisation_id : wallet.parent_id,
        amount: Math.abs(off),
        kind: 'correction',
        cause_id: newId(),
        balance_after: balance,
        created_by: organisation_id,
        created_at: world.clock.now(),
      })
  })
}

export const rowsOf = async <Row extends pg.QueryResultRow>(world: World, sql: string, values: unknown[] = [], tenant_id = TENANT) =>
  (await inTenant(world.owner, tenant_id, (q) => q.query<Row>(sql, values))).rows

/**
 * Replaces code of a database function by wrong code, for a control in which the test that guards this code must fail. `right` may span lines of the function.
 */
export async function sabotage(world: World, name: string, right: string, wrong: string) {
  const [row] = await rowsOf<{ text: string }>(world, 'select pg_get_functiondef(oid) as text from pg_proc where proname = $1', [name])
  const part = new RegExp(right.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/\s+/g, '\\s+'))
  if (!row || !part.test(row.text)) throw new Error(`${name} does not say: ${right}`)
  await world.owner.query(row.text.replace(part, () => wrong))
}

/** Runs the money check; returns the checks that found something. */
export const wrongs = async (world: World) => (await world.services.money.check(TENANT)).filter((check) => check.wrong > 0).map((check) => check.name)
