// The job that updates a connection's catalogue with the supplier's products and costs. Products that are missing go off sale, and higher costs are marked.
import { type Provider, typeOfProvider } from '../../../../contract/goods/live-prices.ts'
import { coversCost, livePrice, type PriceRule } from '../../../../contract/kit/live-price.ts'
import { newId } from '../../../kit/ids.ts'
import type { Db, Query } from '../../../postgres/db.ts'
import type { Answer, SupplierProduct } from '../../../suppliers/supplier.ts'
import {
  type Connection,
  type Counts,
  claim,
  end,
  goneSince,
  goOn,
  knownProducts,
  type Next,
  notePrices,
  type ProductBefore,
  putProducts,
  type Run,
} from './catalogue.sql.ts'
import { type Read, readCatalogue } from './catalogue-reader.ts'
import { keepDenominations } from './goods.sql.ts'
import { putOnSale } from './product-decisions.ts'
import { ratesOf } from './rates.sql.ts'

/**
 * The price rule of a product without a rule of its own: cost plus margin. Goods other than international top-ups, such as cards, are sold at the price that
 * the supplier recommends, if there is one.
 */
const USUAL = { margin_percent: 1_000, margin_amount: 0, rounding: 'five_cents' } as const
const usualOf = (provider: Provider, { retail_from }: Read): PriceRule => {
  return { ...USUAL, price_by: typeOfProvider[provider] !== 'international_top_up' && retail_from !== null ? 'retail' : 'cost' }
}

/** How long a run may go without reporting before another run takes over. */
const TURN_MS = 15 * 60_000
/** How many products one transaction stores. The number is limited because a user who changes the price of one of them has to wait for the transaction. */
const PAGE = 500

type CatalogueServices = { db: Db; now: () => Date }
export type Source = () => Promise<Answer<readonly SupplierProduct[]>>
type RunOutcome = { outcome: 'done' | 'empty' | 'failed' | 'busy'; counts?: Counts }

/** Reads a catalogue. Only one run at a time reads it, whichever server it runs on. Products with impossible data are left out and counted. */
export async function keepCatalogue(
  { db, now }: CatalogueServices,
  tenant_id: number,
  { connection_id, provider }: Connection,
  source: Source,
): Promise<RunOutcome> {
  const run: Run = { tenant_id, connection_id, started_at: now() }
  const until = () => new Date(now().getTime() + TURN_MS)
  const [turn] = await db.write(tenant_id, (q) => claim(q, run, until()))
  if (!turn) return { outcome: 'busy' }
  const ended = async (outcome: 'done' | 'empty' | 'failed', reason: string, counts?: Counts): Promise<RunOutcome> => {
    await db.write(tenant_id, (q) => end(q, { run, outcome, reason, ended_at: now(), counts }))
    return counts ? { outcome, counts } : { outcome }
  }
  const answer = await source().catch((error: unknown) => ({ outcome: 'unknown' as const, reason: error instanceof Error ? error.message : String(error) }))
  if (answer.outcome !== 'done') return ended('failed', answer.reason)
  const rates = await db.read(tenant_id, (q) => ratesOf(q, tenant_id))
  const { read, odd } = readCatalogue(answer.value, (currency) => rates.get(currency))
  // A catalogue without any usable product is ignored, so that a single mistake of the supplier does not take all its products off sale.
  if (read.length === 0) return ended('empty', '')
  const counts: Counts = { products: read.length, added: 0, changed: 0, dearer: 0, gone: 0, odd }
  for (let at = 0; at < read.length; at += PAGE) {
    const isOurs = await db.write(tenant_id, async (q) => {
      if ((await goOn(q, run, until())).length === 0) return false
      const added = await putPage(q, { ...run, provider }, read.slice(at, at + PAGE), counts)
      if (turn.puts_on_sale) await putOnSale(q, tenant_id, added, run.started_at)
      return true
    })
    if (!isOurs) return { outcome: 'busy' }
  }
  await db.write(tenant_id, async (q) => {
    if ((await goOn(q, run, until())).length === 0) return
    const gone = (await goneSince(q, run)).map(({ id }) => id)
    counts.gone = gone.length
    await keepDenominations(q, tenant_id, gone)
  })
  return ended('done', '', counts)
}

/** Stores a portion of products; returns the ids of those that were unknown before. */
async function putPage(q: Query, run: Run & { provider: Provider }, page: readonly Read[], counts: Counts): Promise<string[]> {
  const known = new Map(
    (
      await knownProducts(
        q,
        run,
        page.map(({ supplier_product }) => supplier_product),
      )
    ).map((row) => [row.supplier_product, row]),
  )
  const rows = page.map((read) => nextOf(read, known.get(read.supplier_product), run))
  const changed = new Set((await putProducts(q, run, rows)).flatMap(({ id, is_changed }) => (is_changed ? [id] : [])))
  const added = page.length - known.size
  counts.added += added
  counts.changed += changed.size - added
  counts.dearer += page.filter((read) => isDearer(read, known.get(read.supplier_product))).length
  // A product that was missing and is back with unchanged content is on sale again.
  const back = [...known.values()].flatMap(({ id, is_gone }) => (is_gone ? [id] : []))
  await keepDenominations(q, run.tenant_id, [...changed, ...back])
  await notePrices(q, run.tenant_id, [...changed], 'catalogue', run.started_at)
  return rows.flatMap(({ id, supplier_product }) => (known.has(supplier_product) ? [] : [id]))
}

const isDearer = (read: Read, known: ProductBefore | undefined) => known !== undefined && (read.cost_from > known.cost_from || read.cost_to > known.cost_to)

/**
 * By how many percent a cost may rise before the product goes off sale until a user agrees: the lowest cost since a user last looked at it, the highest cost
 * since the last reading. So large a rise is as likely the supplier's mistake as a new price.
 */
const MUCH_PERCENT = 30
const isMuchDearer = (now: number, before: number) => now * 100 > before * (100 + MUCH_PERCENT)

/**
 * Whether a product is held, that is, off sale until a user has looked at its new cost or the cost has fallen again. A product that is not switched on is not
 * held, because the user who switches it on sees the price.
 */
function isHeld({ cost_from, cost_to }: Read, known: ProductBefore): boolean {
  const isBack = known.cost_before !== null && cost_from <= known.cost_before
  return (known.is_held && !isBack) || (known.is_on && (isMuchDearer(cost_from, known.cost_before ?? known.cost_from) || isMuchDearer(cost_to, known.cost_to)))
}

function nextOf(read: Read, known: ProductBefore | undefined, { provider, started_at }: Run & { provider: Provider }): Next {
  const rule = known ?? usualOf(provider, read)
  const price = livePrice(rule, read)
  const next = {
    ...read,
    id: known?.id ?? newId(),
    price_by: rule.price_by,
    price,
    covers_cost: price !== null && coversCost(rule, read),
    is_held: known !== undefined && isHeld(read, known),
  }
  if (known && isDearer(read, known))
    return { ...next, dearer_at: known.dearer_at ?? started_at.toISOString(), cost_before: known.cost_before ?? known.cost_from }
  // If the cost is no longer above what it was when a user last looked at it (`cost_before`), no user has to look at it again.
  const isStill = known?.cost_before != null && read.cost_from > known.cost_before
  return { ...next, dearer_at: isStill ? known.dearer_at : null, cost_before: isStill ? known.cost_before : null }
}
