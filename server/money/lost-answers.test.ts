// A money function whose answer was lost is called again. Both calls together then have the effect and the answer of a single call.

import { randomBytes } from 'node:crypto'
import { afterAll, describe, expect, test } from 'vitest'
import { EURO } from '../../contract/kit/money.ts'
import { newId } from '../kit/ids.ts'
import { createDb } from '../postgres/db.ts'
import { inTenant } from '../seeds/demo-people.ts'
import { batch, giveWallet, goods, rowsOf, sabotage } from '../test/arrange.ts'
import { delivered, liveGoods } from '../test/holds.ts'
import { swallowing } from '../test/swallow.ts'
import { fileWorld, type World } from '../test/world.ts'
import { createMoney } from './money.ts'

const TENANT = 1
const w = await fileWorld()
const wire = await swallowing(w.url)
const db = createDb({ url: wire.url, max: 1 })
const seller = await w.signIn('kiosque')
const user_id = (await seller.calls.authCheck({})).user_id
await giveWallet(w, seller.customer_id, 100_000 * EURO)
const corner = await goods(w, { pins: 40 })
const supplier_id = (await rowsOf<{ id: string }>(w, 'select id from suppliers where tenant_id = 1 limit 1'))[0]?.id ?? ''
afterAll(async () => {
  await db.close()
  await wire.end()
})

const opened = () => [corner.owner_id, corner.configuration_id, supplier_id, 'T', 'test.csv', randomBytes(32), 800, randomBytes(60), 'test']
const chunk = () => {
  const some = (n: number) => Array.from({ length: 20 }, (_, i) => `${n}${i}`)
  return [0, randomBytes(20 * 16), some(1), some(2), [randomBytes(60), randomBytes(60)]]
}
async function importing(isFilled: boolean) {
  const values = [TENANT, w.clock.now(), ...opened()]
  const [row] = await rowsOf<{ no: number }>(w, 'select open_batch($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) as no', values)
  if (isFilled) await rowsOf(w, 'select fill_batch($1, $2, $3, $4, $5, $6, $7)', [TENANT, row?.no, ...chunk()])
  return row?.no ?? 0
}
const ready = async () => (await batch(w, corner, { pins: 3 })).batch_no
const purchase = () => [
  ...[TENANT, w.clock.now(), false, [newId()], [randomBytes(16)], [user_id], [seller.session_id]],
  ...[[seller.customer_id], [corner.configuration_id], [1]],
]
async function sold(quantity = 1) {
  const { transaction_key } = await seller.calls.transactionKey({})
  const asked = { transaction_key, configuration_id: corner.configuration_id, quantity }
  return (quantity > 30 ? await seller.calls.sellBulk(asked) : await seller.calls.sell(asked)).sale_id
}
const showing = async (kind: string, sale_id: string) => [TENANT, w.clock.now(), newId(), sale_id, user_id, seller.session_id, kind, '']
async function shop() {
  const id = newId()
  await rowsOf(
    w,
    `insert into organisations (tenant_id, id, parent_id, kind, path, name, name_search, created_at)
     select 1, $1, o.id, 'seller', o.path || $1::uuid, $2, $2, now() from organisations o where o.tenant_id = 1 and o.id = $3`,
    [id, id, corner.owner_id],
  )
  return id
}
async function customer() {
  const id = await shop()
  await rowsOf(w, 'select open_wallet(1, $1)', [id])
  return id
}
const rule = async (customer_id: string) => [TENANT, w.clock.now(), user_id, corner.owner_id, customer_id, 50 * EURO, 10 * EURO, 100 * EURO, true]

async function holding() {
  const asked = (await liveGoods(w, seller)).asked()
  const { key, order, lease } = asked
  const who = [TENANT, w.clock.now(), key, randomBytes(16), newId(), user_id, seller.session_id, seller.customer_id]
  const what = [asked.configuration_id, 1, 10 * EURO, null, asked.supplier_id, asked.cost, asked.request]
  const ordered = [order.product_id, order.recipient_end, order.recipient_index, order.sealed, order.quote_until]
  return { key, lease: lease.id, lease_until: lease.until, values: [...who, ...what, lease.id, lease.until, ...ordered] }
}
async function held() {
  const { key, lease, lease_until, values } = await holding()
  await rowsOf(w, `select hold(${values.map((_, i) => `$${i + 1}`).join(', ')})`, values)
  return { key, lease, lease_until }
}
const heldKey = async () => (await held()).key
async function posting() {
  const key = await heldKey()
  const { reference, payload } = delivered(w, key)
  return [TENANT, w.clock.now(), key, newId(), reference, payload]
}

async function posted() {
  const values = await posting()
  return { key: values[2], id: (await rowsOf<{ id: string }>(w, 'select post_hold($1, $2, $3, $4, $5, $6) as id', values))[0]?.id }
}

const who = () => [TENANT, w.clock.now(), newId(), randomBytes(16), user_id]

/** Arguments for each function. A new function needs an entry, because the server calls a function again when its answer is lost. */
const functions: Record<string, (w: World) => Promise<unknown[]>> = {
  block_pin: async () => [TENANT, corner.owner_id, await ready(), 1, true, w.clock.now()],
  change_wallet: async () => [...who(), corner.owner_id, await customer(), newId(), 'top_up', EURO, 'cash', ''],
  check_figures: async () => [TENANT, w.clock.now()],
  check_money: async () => [TENANT, false, w.clock.now()],
  correct_wallet: async () => {
    const of = [corner.owner_id, await customer()]
    await rowsOf(w, `select change_wallet($1, $2, $3, $4, $5, $6, $7, $8, 'top_up', $9, 'cash', '')`, [...who(), ...of, newId(), EURO])
    return [...who(), ...of, newId(), 1, EURO, 'wrong', null]
  },
  discard_batch: async () => [TENANT, await importing(true), 1000],
  drop_order: async () => [TENANT, w.clock.now(), await heldKey(), 'never sent'],
  fill_batch: async () => [TENANT, await importing(false), ...chunk()],
  flush_log: async () => [TENANT],
  hold: async () => (await holding()).values,
  hold_deliveries: async () => [TENANT, [(await posted()).key]],
  is_key_used: async () => [TENANT, newId()],
  name_pin: async () => [TENANT, corner.owner_id, await ready(), 1, 'S'],
  // The call of this entry keeps the lease. A repeated call that releases the lease would answer false; callers that release it do not read the answer.
  note_order: async () => {
    const { key, lease, lease_until } = await held()
    await rowsOf(w, 'select send_order($1, $2, $3, $4, $5)', [TENANT, w.clock.now(), key, lease, lease_until])
    return [TENANT, w.clock.now(), key, lease, 'unknown', 'S-1', 'no answer', lease_until, lease_until]
  },
  open_batch: async () => [TENANT, w.clock.now(), ...opened()],
  open_case: async () => [TENANT, w.clock.now(), await heldKey(), newId(), 'late_delivery', 'delivered', null],
  open_wallet: async () => [TENANT, await shop()],
  pins_in_stock: async () => [TENANT, corner.owner_id, w.services.keys.pinIndex(TENANT, corner.pins[0] ?? '')],
  post_hold: posting,
  post_hold_early: posting,
  publish_batch: async () => [TENANT, corner.owner_id, await ready(), false],
  put_document: async () => [TENANT, w.clock.now(), newId(), newId(), corner.owner_id, 'paper', 'repeated', '{}', user_id],
  ready_batch: async () => [TENANT, await importing(true), [20], [null], true],
  reveal_sale: async () => showing('repeated', await sold()),
  run_auto_credit: async () => {
    const id = await customer()
    await rowsOf(w, 'select set_auto_credit($1, $2, $3, $4, $5, $6, $7, $8, $9)', await rule(id))
    return [TENANT, new Date(w.clock.now().getTime() + 1), id]
  },
  sale_deliveries: async () => [TENANT, [(await posted()).id]],
  sale_pins: async () => [TENANT, [await sold()]],
  sale_slips: async () => [TENANT, [await sold()]],
  sell: async () => [...purchase(), [newId()], [newId()]],
  sell_basket: async () => [...who(), seller.session_id, seller.customer_id, [corner.configuration_id], [1], [newId()], [null], 'card'],
  set_auto_credit: async () => rule(await customer()),
  set_customer_active: async () => [TENANT, corner.owner_id, await customer(), false],
  settle_key: async () => [TENANT, w.clock.now(), newId(), user_id],
  shift_content: async () => [TENANT, seller.customer_id, user_id, user_id],
  undo_batch: async () => [TENANT, w.clock.now(), corner.owner_id, await ready()],
  void_hold: async () => [TENANT, w.clock.now(), await heldKey(), null, 'refused', null],
}
/**
 * Functions that are called only inside a caller's transaction, which is never repeated (wallets.ts, refunds.ts, modules/papers/shifts,
 * modules/papers/invoices, modules/customers/moving-in).
 */
const inTransactions = [
  ...['accept_reclamation', 'close_shift', 'decide_credit_request', 'open_reclamations', 'pause_auto_credit', 'refund_trip', 'step_reclamation'],
  ...['claim_refunds', 'claim_sales', 'lock_move', 'lock_to_cancel', 'note_invoice_payment', 'open_with_debt', 'put_cancellation', 'put_invoice'],
]
/** Functions that the server does not call again when their answer is lost (batches.ts, orders.ts). */
const once = ['hold_stock', 'release_stock', 'send_order', 'take_orders']
/** Functions that may be repeated but then answer differently: the two that return samples change nothing, close_books takes its next step each time. */
const otherwise = ['block_sample', 'delivery_sample', 'close_books']

/** Returns one checksum per table over all its rows, without the values that a function picks at random. */
async function everything(q: { query: (text: string) => Promise<{ rows: { line: string }[] }> }) {
  const tables = await q.query(`select object as line from schema_placement where kind = 'tenant' order by 1`)
  const sums = tables.rows.map(({ line }) => {
    const row = line === 'transfers' ? `(to_jsonb(t) - 'cause_id')` : 't'
    return `select '${line} ' || count(*) || ' ' || coalesce(sum(hashtextextended(${row}::text, 0)::numeric), 0) as line from ${line} t`
  })
  return (await q.query(sums.join(' union all '))).rows.map(({ line }) => line)
}

type Effect = { answer: unknown; rows: string[] }

/**
 * Calls a function once and rolls the call back, then calls the function over a network that loses the first answer, so that the call is repeated. Returns the
 * effect of each.
 */
async function effects(name: string, values: unknown[]): Promise<{ alone: Effect; repeated: Effect }> {
  const text = `select * from ${name}(${values.map((_, i) => `$${i + 1}`).join(', ')})`
  const client = await w.owner.connect()
  try {
    await client.query(`begin; set local app.tenant = '${TENANT}'`)
    const answer = (await client.query(text, values)).rows
    const alone = { answer, rows: await everything(client) }
    await client.query('rollback')
    const before = wire.swallowed()
    wire.next(name)
    const again = await db.call({ name, text, values }).catch((error: unknown) => String(error))
    expect(wire.swallowed()).toBe(before + 1)
    return { alone, repeated: { answer: again, rows: await inTenant(w.owner, TENANT, (q) => everything(q)) } }
  } finally {
    await client.query('rollback')
    client.release()
  }
}

test('every function that the server may call is in one of this file’s lists', async () => {
  const rows = await rowsOf<{ name: string }>(
    w,
    `select distinct p.proname as name from pg_proc p
      where p.pronamespace = 'public'::regnamespace and p.prosecdef and has_function_privilege('portal_app', p.oid, 'execute') order by 1`,
  )
  expect(rows.map(({ name }) => name)).toEqual([...Object.keys(functions), ...inTransactions, ...once, ...otherwise].sort())
})

test.each(Object.entries(functions))('the function %s takes effect once, even if its answer is lost and the server repeats the call', async (name, asked) => {
  const { alone, repeated } = await effects(name, await asked(w))
  expect(repeated).toEqual(alone)
})

test('a purchase whose answer the server never got is sold once, and its slip is the original, not a copy', async () => {
  const money = createMoney(db, w.clock.now)
  const purchase = {
    ...{ tenant_id: TENANT, key: newId(), sale_id: newId(), download_id: null },
    ...{ user_id, session_id: seller.session_id, seller_id: seller.customer_id },
  }
  const before = wire.swallowed()
  wire.next('from sell(')
  const outcome = await money.sell({ ...purchase, configuration_id: corner.configuration_id, quantity: 1 })
  expect(wire.swallowed()).toBe(before + 1)
  expect(outcome).toMatchObject({ code: 'sold', slip: { facts: { sale_id: purchase.sale_id, copies: 0 } } })
  expect(await rowsOf(w, 'select cause_id from transaction_keys where tenant_id = 1 and key = $1', [purchase.key])).toEqual([{ cause_id: purchase.sale_id }])
})

test('a download that is repeated because its answer was lost is counted once', async () => {
  const bulk = await goods(w, { pins: 31 })
  const { transaction_key } = await seller.calls.transactionKey({})
  const { sale_id } = await seller.calls.sellBulk({ transaction_key, configuration_id: bulk.configuration_id, quantity: 31 })
  const { alone, repeated } = await effects('reveal_sale', await showing('download', sale_id))
  expect(repeated).toEqual(alone)
})

describe('a function whose guard is removed', () => {
  test.each([
    ['drop_order', `and h.reason = p_reason`, 'and false'],
    ['fill_batch', 'if p_hashes is distinct from', 'if true or p_hashes is distinct from'],
    ['hold', 'k.cause_id = p_id', 'false'],
    ['open_batch', 'if not found then raise; end if;', 'raise;'],
    ['open_case', 'on conflict (tenant_id, key, kind) do nothing', ''],
    ['post_hold', `if v_hold.state = 'posted' then return v_hold.sale_id; end if;`, ''],
    ['put_document', 'if found then', 'if false then'],
    ['ready_batch', `if v_batch.state = 'ready' and`, `if false and`],
    ['reveal_sale', 'if found then return v_copy; end if;', ''],
    ['run_auto_credit', 'if found then return v_booked; end if;', ''],
    ['undo_batch', 'if v_batch.undone_at = p_now then', 'if false then'],
    ['void_hold', `if v_hold.state = 'void' then return; end if;`, ''],
  ])('control: %s takes effect twice', async (name, right, wrong) => {
    await sabotage(w, name, right, wrong)
    const { alone, repeated } = await effects(name, await (functions[name] as (typeof functions)[string])(w))
    expect(repeated).not.toEqual(alone)
  })
})
