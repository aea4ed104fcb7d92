// A purchase alone in its call, with nothing special about it, is sold the short way (2-plain-sale.sql). It leaves the same rows as the general way, sell().
import fc from 'fast-check'
import pg from 'pg'
import { beforeAll, expect, test } from 'vitest'
import { EURO } from '../../contract/kit/money.ts'
import { newId, newIdAt } from '../kit/ids.ts'
import { type Corner, giveWallet, goods, rowsOf, sabotage, wrongs } from '../test/arrange.ts'
import { meeting } from '../test/meeting-point.ts'
import { fileWorld, type Person, type World, world } from '../test/world.ts'
import { contentOf } from './content.ts'
import type { Purchase } from './money.ts'

const w = await fileWorld()
const TENANT = 1
const ALONE = 'if not p_wait and cardinality(p_key) = 1'
let seller: Person

beforeAll(async () => {
  seller = await w.signIn('kiosque')
  await giveWallet(w, seller.customer_id, 100_000 * EURO)
  // A copy of sell() under another name, which never takes the short way and so is the general way.
  const [row] = await rowsOf<{ text: string }>(w, `select pg_get_functiondef('sell'::regproc) as text`)
  const general = row?.text.replace('.sell(', '.sell_generally(').replace(ALONE, 'if false')
  await w.owner.query(general ?? '')
})

const purchaseOf = async (of: World, by: Person, { configuration_id }: Pick<Corner, 'configuration_id'>, more: Partial<Purchase> = {}): Promise<Purchase> => {
  const [session] = await rowsOf<{ id: string; user_id: string }>(
    of,
    `select s.id, s.user_id from sessions s join users u on u.tenant_id = 1 and u.id = s.user_id
      where s.tenant_id = 1 and u.organisation_id = $1 and s.ended_at is null and not s.is_training order by s.id desc limit 1`,
    [by.customer_id],
  )
  if (!session) throw new Error('nobody is signed in')
  const sale_id = newIdAt(of.clock.now())
  const who = { tenant_id: TENANT, user_id: session.user_id, session_id: session.id, seller_id: by.customer_id }
  return { ...who, key: newId(), configuration_id, quantity: 1, sale_id, download_id: null, ...more }
}

const sellOf = (name: string, at: Date, { seller_id, configuration_id, quantity, ...p }: Purchase) => ({
  text: `select code, sale_id, available, missing, left_over from ${name}(1, $1, false, array[$2::uuid], array[$3::bytea], array[$4::uuid], array[$5::uuid],
           array[$6::uuid], array[$7::uuid], array[$8::int], array[$9::uuid], array[$10::uuid], array[$11::bigint], array[$12::text])`,
  values: [
    ...[at, p.key, contentOf('sale', seller_id, configuration_id, quantity), p.user_id, p.session_id, seller_id, configuration_id, quantity],
    ...[p.sale_id, p.download_id, p.price_seen ?? null, p.payment ?? null],
  ],
})

/** The sales, stock, wallet, latest transfers, key and payment that a sale of these goods by this shop changes, as one JSON text. */
const TRACES = `select jsonb_build_object(
  'sale', (select jsonb_agg(s) from sales s where s.tenant_id = 1 and s.configuration_id = $1),
  'transfers', (select jsonb_agg(t order by t.seq desc) from (
     select * from transfers t where t.tenant_id = 1 and t.wallet_id = $2 order by t.seq desc limit 3) t),
  'wallet', (select to_jsonb(x) from wallets x where x.tenant_id = 1 and x.organisation_id = $2),
  'heads', (select jsonb_agg(h order by h.batch_no, h.stripe) from queue_heads h where h.tenant_id = 1 and h.configuration_id = $1),
  'pins', (select jsonb_agg(jsonb_build_array(p.batch_no, p.seq, p.sale_id, p.is_blocked) order by p.batch_no, p.seq) from pins p
     where p.tenant_id = 1 and p.batch_no in (select b.batch_no from batches b where b.tenant_id = 1 and b.configuration_id = $1)),
  'key', (select to_jsonb(k) from transaction_keys k where k.tenant_id = 1 and k.key = $3),
  'payment', (select jsonb_agg(y) from sale_payments y where y.tenant_id = 1 and y.sale_id = $4))::text as traces`

/** What can be special about a purchase, and the statement that makes it so; $batch, $product and $configuration are the goods, $shop is the shop. */
const SPECIAL: Readonly<Record<string, string>> = {
  masked: `update organisations set mask_seller_discount = true where tenant_id = 1 and id = $shop`,
  own_price: `insert into assigned_products values (1, gen_random_uuid(), $shop, $product, $configuration, 300, true) on conflict do nothing`,
  hidden: `insert into assigned_products values (1, gen_random_uuid(), $shop, $product, null, 300, false) on conflict do nothing`,
  free: `insert into assigned_products values (1, gen_random_uuid(), $shop, $product, $configuration, 10000, true) on conflict do nothing`,
  switched_off: `update configurations set is_active = false where tenant_id = 1 and id = $configuration`,
  stopped: `update wallets set is_active = false where tenant_id = 1 and organisation_id = $shop`,
  poor: `update wallets set balance = 0, credit_limit = 0 where tenant_id = 1 and organisation_id = $shop`,
  rule: `insert into auto_credit_rules (tenant_id, wallet_id, balance_trigger, balance_topup, daily_limit, is_enabled, created_by, created_at)
         values (1, $shop, 2000000000, 50000, 900000, true, $shop, now())`,
  signed_out: `update sessions set ended_at = now() where tenant_id = 1`,
  blocked_first: `update pins set is_blocked = true where tenant_id = 1 and batch_no = $batch and seq = 0`,
  blocked_last: `update pins set is_blocked = true where tenant_id = 1 and batch_no = $batch and seq = 4`,
  nearly_sold: `update queue_heads set next_seq = end_seq - 1 where tenant_id = 1 and batch_no = $batch`,
  unpublished: `update queue_heads set is_published = false where tenant_id = 1 and batch_no = $batch`,
  expired: `update queue_heads set expires_on = '2020-01-01' where tenant_id = 1 and batch_no = $batch`,
  below_cost: `update queue_heads set cost_unit = 990000 where tenant_id = 1 and batch_no = $batch`,
  closed: `insert into closings (tenant_id, until) values (1, now() + interval '1 year') on conflict (tenant_id) do update set until = excluded.until`,
}
/** With these entries of SPECIAL a purchase of one PIN still takes the short way, because they change only the price, or other PINs than the one it takes. */
const STILL_PLAIN = new Set(['masked', 'own_price', 'blocked_last', 'nearly_sold'])

/** Makes the purchase special in a transaction, does `work` in that transaction, and rolls it back. */
async function undone<T>(special: readonly string[], { configuration_id, product_id, batch_no }: Corner, work: (q: pg.PoolClient) => Promise<T>): Promise<T> {
  const q = await w.owner.connect()
  try {
    await q.query('begin')
    await q.query(`select set_config('app.tenant', '1', true)`)
    const names = { shop: `'${seller.customer_id}'`, product: `'${product_id}'`, configuration: `'${configuration_id}'`, batch: String(batch_no) }
    for (const name of special)
      await q.query((SPECIAL[name] ?? '').replace(/\$(shop|product|configuration|batch)/g, (_, field: keyof typeof names) => names[field]))
    return await work(q)
  } finally {
    await q.query('rollback')
    q.release()
  }
}

/** Sells in a transaction that is undone; returns the answer, or the code of the error, and the rows that the sale left. */
const tried = (name: 'sell' | 'sell_generally', special: readonly string[], corner: Corner, purchase: Purchase, at: Date) =>
  undone(special, corner, async (q) => {
    const answer = await q.query(sellOf(name, at, purchase)).catch((error: { code: string }) => error.code)
    if (typeof answer === 'string') return { answer }
    const left = await q.query<{ traces: string }>(TRACES, [purchase.configuration_id, purchase.seller_id, purchase.key, purchase.sale_id])
    return { answer: answer.rows, traces: left.rows[0]?.traces }
  })

test('the short way and the general way give the same answer and leave the same rows, whatever is special about a purchase', { timeout: 240_000 }, async () => {
  const corner = await goods(w, { pins: 5 })
  const prices = fc.constantFrom(undefined, 95_000, 97_000, 100_000, 90_000)
  const question = fc.record({
    special: fc.subarray(Object.keys(SPECIAL), { maxLength: 2 }),
    quantity: fc.constantFrom(1, 1, 2, 5, 6),
    price_seen: prices,
    payment: fc.constantFrom(undefined, 'cash' as const, 'card' as const),
    download_id: fc.constantFrom(null, newId()),
  })
  const codes = new Set<string>()
  await fc.assert(
    fc.asyncProperty(question, async ({ special, ...more }) => {
      const purchase = await purchaseOf(w, seller, corner, more)
      const at = w.clock.now()
      const short = await tried('sell', special, corner, purchase, at)
      expect(short).toEqual(await tried('sell_generally', special, corner, purchase, at))
      codes.add(typeof short.answer === 'string' ? short.answer : short.answer[0].code)
    }),
    { numRuns: 250 },
  )
  expect([...codes]).toEqual(expect.arrayContaining(['sold', 'price_changed', 'out_of_stock', 'not_on_offer', 'signed_out', 'credit_limit_reached']))
})

test('control: if the short way leaves out one column, the comparison of rows finds the difference', async () => {
  const corner = await goods(w, { pins: 1 })
  const [purchase, at] = [await purchaseOf(w, seller, corner), w.clock.now()]
  await sabotage(w, 'plain_sale', 'last_sale_at = p_now', 'last_sale_at = w.last_sale_at')
  const short = await tried('sell', [], corner, purchase, at).finally(() => sabotage(w, 'plain_sale', 'last_sale_at = w.last_sale_at', 'last_sale_at = p_now'))
  expect(short).not.toEqual(await tried('sell_generally', [], corner, purchase, at))
})

test('only a purchase about which nothing is special takes the short way', async () => {
  const corner = await goods(w, { pins: 5 })
  const plain = async (special: readonly string[], more: Partial<Purchase> = {}) => {
    const p = await purchaseOf(w, seller, corner, more)
    const content = contentOf('sale', p.seller_id, p.configuration_id, p.quantity)
    const values = [w.clock.now(), p.key, content, p.user_id, p.session_id, p.seller_id, p.configuration_id, p.quantity, p.sale_id, p.price_seen ?? null]
    return undone(special, corner, async (q) => {
      const { rows } = await q.query<{ sold: boolean }>('select plain_sale(1, $1, $2, $3, $4, $5, $6, $7, $8, $9, null, $10, null) as sold', values)
      const keys = await q.query('select from transaction_keys where tenant_id = 1 and key = $1', [p.key])
      return { sold: rows[0]?.sold, keys: keys.rows.length }
    })
  }
  expect(await plain([])).toEqual({ sold: true, keys: 1 })
  expect(await plain([], { price_seen: 95_000 })).toEqual({ sold: true, keys: 1 })
  // The short way leaves no key behind if it does not sell, so that the general way can take the key.
  for (const more of [{ price_seen: 90_000 }, { quantity: 6 }]) expect(await plain([], more)).toEqual({ sold: false, keys: 0 })
  for (const name of Object.keys(SPECIAL)) expect([name, (await plain([name])).sold]).toEqual([name, STILL_PLAIN.has(name)])
})

/** Sells by separate connections at the same moment, each purchase in a call of its own; returns the codes in alphabetical order. */
async function atOnce(of: World, purchases: readonly Purchase[]): Promise<string[]> {
  const pool = new pg.Pool({ connectionString: of.url, max: purchases.length })
  try {
    const answers = await Promise.all(purchases.map((purchase) => pool.query(sellOf('sell', of.clock.now(), purchase))))
    return answers.flatMap(({ rows }) => rows.map(({ code }) => code as string)).sort()
  } finally {
    await pool.end()
  }
}

/** A world of its own with two shops that have money. */
async function twoShops() {
  const of = await world()
  const shops = [await of.signIn('kiosque'), await of.signIn('gare')] as const
  for (const { customer_id } of shops) await giveWallet(of, customer_id, 1_000 * EURO)
  await rowsOf(of, 'delete from auto_credit_rules where tenant_id = 1')
  return { of, shops }
}

type Race = {
  what: string
  /** Puts the goods and money in place, and returns two purchases of which only one may be sold. `pins`: how many PINs each of the goods has. */
  pair: (of: World, shops: readonly [Person, Person], pins: number) => Promise<readonly [Purchase, Purchase]>
  /** The guards against selling both: each piece of code of plain_sale(), with the code that replaces it in the control. */
  guards: Readonly<Record<string, string>>
  /** The code before which the two sales wait for each other in the control. Without it they are made one after the other. */
  before?: string
  /** What shows that both were sold: a finding of the money check, or the error code of the database. */
  finding: string
}
const RACES: readonly Race[] = [
  {
    what: 'two shops buy the last PIN',
    pair: async (of, [first, second], pins) => {
      const corner = await goods(of, { pins })
      return [await purchaseOf(of, first, corner), await purchaseOf(of, second, corner)]
    },
    guards: { 'limit 1 for update skip locked': 'limit 1', 'and p.sale_id is null and not p.is_blocked': '' },
    before: 'update queue_heads h set',
    finding: 'sale_equals_its_pins',
  },
  {
    what: 'two sales need the same money',
    pair: async (of, [shop], pins) => {
      await giveWallet(of, shop.customer_id, 10 * EURO)
      return [await purchaseOf(of, shop, await goods(of, { pins })), await purchaseOf(of, shop, await goods(of, { pins }))]
    },
    guards: { 'w.held >= v_amount for no key update': 'w.held >= v_amount' },
    before: 'update wallets w set',
    // Two sales that read the same balance give their transfers the same number in the wallet, which the primary key of transfers refuses.
    finding: '23505',
  },
  {
    what: 'one key is sent twice',
    pair: async (of, [shop], pins) => {
      const first = await purchaseOf(of, shop, await goods(of, { pins }))
      return [first, await purchaseOf(of, shop, await goods(of, { pins }), { key: first.key })]
    },
    guards: { 'on conflict do nothing; if not found then return false; end if;': 'on conflict do nothing;' },
    finding: 'sale_has_its_key',
  },
]

test.for(RACES)('$what at the same moment: only one purchase is sold', async ({ pair }) => {
  const { of, shops } = await twoShops()
  try {
    const codes = await atOnce(of, await pair(of, shops, 1))
    expect(codes.filter((code) => code === 'sold').length).toBe(1)
    expect(await wrongs(of)).toEqual([])
  } finally {
    await of.end()
  }
})

test.for(RACES)('control: if $what without the guards, both purchases are sold', async ({ pair, guards, before, finding }) => {
  const { of, shops } = await twoShops()
  try {
    for (const [right, wrong] of Object.entries(guards)) await sabotage(of, 'plain_sale', right, wrong)
    const purchases = await pair(of, shops, 4)
    const found: string[] = []
    if (before) {
      const { stop, meet } = meeting(of)
      await sabotage(of, 'plain_sale', before, `${stop}${before}`)
      await meet({ at: 2 }, () => atOnce(of, purchases)).catch(({ code }: { code: string }) => found.push(code))
    } else for (const purchase of purchases) await atOnce(of, [purchase])
    expect([...found, ...(await wrongs(of))]).toContain(finding)
  } finally {
    await of.end()
  }
})
