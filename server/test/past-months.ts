// Half a year of random sales and refunds, written to the tables without the money functions: other prices every month, a shop stopped for weeks, goods of
// every organisation on the way, and lines on both sides of midnight, on both days on which the clocks change, and at the turn of the year.
import type { Instant } from '../../contract/kit/field.ts'
import { EURO } from '../../contract/kit/money.ts'
import { newIdAt } from '../kit/ids.ts'
import { inTenant } from '../seeds/demo-people.ts'
import { type Dice, seeded } from '../sweeps/dice.ts'
import { rowsOf } from './arrange.ts'
import type { World } from './world.ts'

const DAY_MS = 86_400_000

export type Fact = {
  id: string
  sign: 1 | -1
  sale_id: string
  seller_id: string
  user_id: string
  configuration_id: string
  supplier_id: string
  owner_id: string
  quantity: number
  value: number
  chain: string[]
  prices: number[]
  cost_total: number
  created_at: Instant
}

type PastWorld = { shops: { id: string; user_id: string; path: string[] }[]; configurations: string[]; batches: number[] }

const groundOf = async (w: World): Promise<PastWorld> => ({
  shops: await rowsOf(
    w,
    `select o.id, min(u.id::text) as user_id, o.path from organisations o join users u on u.tenant_id = 1 and u.organisation_id = o.id
      where o.tenant_id = 1 and o.kind = 'seller' group by o.id, o.path order by o.id`,
  ),
  configurations: (await rowsOf<{ id: string }>(w, 'select id from configurations where tenant_id = 1 order by id limit 7')).map(({ id }) => id),
  batches: (await rowsOf<{ batch_no: number }>(w, 'select batch_no from batches where tenant_id = 1 order by 1 limit 5')).map(({ batch_no }) => batch_no),
})

/** The winter from late October of last year until April of this year. */
export const winterOf = (w: World) => {
  const year = w.clock.now().getUTCFullYear() - 1
  return { from: `${year}-10-20`, to: `${year + 1}-04-05` }
}

/** Random times, in bursts of an hour or two; some of them are a midnight in Berlin to the second. */
function instants(dice: Dice, from: string, to: string, bursts: number, each: number): Date[] {
  const [start, end] = [Date.parse(from), Date.parse(to)]
  const year = Number(to.slice(0, 4))
  // Times in UTC: midnights in Berlin (23:00 UTC in winter), and the nights in which the clocks change.
  const midnights = [`${year - 1}-12-31T23:00:00Z`, `${year - 1}-11-30T23:00:00Z`, `${year}-02-28T23:00:00Z`].map((text) => Date.parse(text))
  const changes = [-1, 0].flatMap((of) =>
    [`${year + of}-10-2`, `${year + of}-03-2`].flatMap((text) => [5, 6, 7, 8, 9].map((n) => Date.parse(`${text}${n}T01:00:00Z`))),
  )
  const special = [...midnights, ...changes].filter((at) => at > start && at < end)
  return Array.from({ length: bursts }, (_, n) => special[n] ?? start + dice.below((end - start) / DAY_MS) * DAY_MS + dice.below(DAY_MS))
    .flatMap((at, n) =>
      Array.from(
        { length: each },
        () => at + (n < special.length ? dice.below(5_400_000) - 2_700_000 + (dice.chance(0.3) ? -at % 1000 : 0) : dice.below(3_600_000)),
      ),
    )
    .sort((a, b) => a - b)
    .map((at) => new Date(at))
}

/** Writes the months and returns nothing: `factsOf` reads the facts from the tables. */
export async function pastMonths(w: World, seed: number, { bursts = 28, each = 12 } = {}): Promise<void> {
  const dice = seeded(seed)
  const ground = await groundOf(w)
  const { from, to } = winterOf(w)
  const stopped = dice.pick(ground.shops).id
  const percent = new Map<string, number>()
  await inTenant(w.owner, 1, async (q) => {
    for (const at of instants(dice, from, to, bursts, each)) {
      const shop = dice.pick(ground.shops)
      // The stopped shop does not sell in the months around the turn of the year.
      if (shop.id === stopped && /-(12|01)-/.test(at.toISOString())) continue
      const up = [...shop.path].reverse()
      const owner = 1 + dice.below(up.length - 1)
      const chain = up.slice(0, dice.chance(0.05) ? 1 : owner + 1)
      const [value, quantity] = [(5 + dice.below(20)) * EURO, 1 + dice.below(4)]
      const prices = chain.slice(1).map((id, i) => {
        const plan = `${id}-${at.getUTCMonth()}`
        if (!percent.has(plan)) percent.set(plan, dice.below(500))
        return value - Math.round((value * ((percent.get(plan) ?? 0) + 300 * i)) / 10_000)
      })
      const cost_total = quantity * (value - dice.below(EURO))
      const batch = dice.chance(0.9) ? dice.pick(ground.batches) : null
      const sale = { shop, chain, prices, value, quantity, cost_total, batch, configuration_id: dice.pick(ground.configurations) }
      const sale_id = newIdAt(new Date(at.getTime() - dice.below(3_000)))
      await q.query(
        `insert into sales (tenant_id, id, seller_id, user_id, session_id, configuration_id, owner_id, product_name, quantity, value, price_unit, discount,
                            price_source, amount_total, chain, prices, cost_total, ranges, vat_treatment, vat_rate, vat_country, created_at)
         values (1, $1, $2, $3, $3, $4, $5, 'x', $6, $7, $8, 0, 'plan_product', $9, $10, $11, $12, $13, '', 0, '', $14)`,
        [
          sale_id,
          shop.id,
          shop.user_id,
          sale.configuration_id,
          chain.at(-1),
          quantity,
          value,
          prices[0] ?? value,
          (prices[0] ?? value) * quantity,
          chain,
          prices,
          cost_total,
          batch === null ? [] : [batch, 0, quantity],
          at,
        ],
      )
      await moved('sale', sale_id, quantity, at)
      // Some sales are refunded up to forty days later, never more pieces than were sold.
      const back = new Date(at.getTime() + dice.below(40 * DAY_MS))
      if (dice.chance(0.15) && back.getTime() < Date.parse(to)) {
        const [refund_id, n] = [newIdAt(new Date(back.getTime() - dice.below(3_000))), 1 + dice.below(quantity)]
        await q.query(
          `insert into refunds select 1, $1, gen_random_uuid(), s.id, s.seller_id, s.user_id, s.configuration_id, s.owner_id, s.product_name, $2::int, s.value, s.chain,
                                      s.prices, s.cost_total / s.quantity * $2::int, '', 0, '', $3 from sales s where s.tenant_id = 1 and s.id = $4`,
          [refund_id, n, back, sale_id],
        )
        await moved('refund', refund_id, n, back)
      }

      async function moved(kind: 'sale' | 'refund', cause_id: string, n: number, when: Date) {
        for (const [i, price] of prices.entries()) {
          const parties = kind === 'sale' ? [chain[i], chain[i + 1]] : [chain[i + 1], chain[i]]
          await q.query(
            `insert into transfers (tenant_id, wallet_id, seq, payer_id, payee_id, amount, kind, cause_id, balance_after, created_by, created_at)
             select 1, $1::uuid, coalesce(max(t.seq), 0) + 1, $2, $3, $4, $5, $6, 0, $7, $8 from transfers t where t.tenant_id = 1 and t.wallet_id = $1::uuid`,
            [chain[i], ...parties, price * n, kind, cause_id, shop.user_id, when],
          )
        }
      }
    }
  })
}

/** Every fact (a sale or a refund) of tenant 1, read from the tables. */
export const factsOf = (w: World) =>
  rowsOf<Fact>(
    w,
    `select f.id, f.sign::int, f.sale_id, f.seller_id, s.user_id, f.configuration_id, f.owner_id, f.quantity, f.value, f.chain, f.prices, f.cost_total, f.created_at,
            coalesce(b.supplier_id, h.supplier_id, '00000000-0000-0000-0000-000000000000') as supplier_id
       from facts f join sales s on s.tenant_id = 1 and s.id = f.sale_id
       left join batches b on b.tenant_id = 1 and b.batch_no = s.ranges[1]
       left join holds h on h.tenant_id = 1 and h.key = s.key and s.ranges = '{}' where f.tenant_id = 1`,
  )
