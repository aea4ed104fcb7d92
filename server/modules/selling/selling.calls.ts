// The till's calls.
import type { Calls } from '../../../contract/index.ts'
import type { Money } from '../../../contract/kit/money.ts'
import { productTypes } from '../../../contract/kit/product-types.ts'
import { BULK_MAX, QUANTITY_MAX } from '../../../contract/selling.ts'
import type { Context, Handlers } from '../../http/mount.ts'
import type { SignedIn } from '../../http/sessions.ts'
import { issueKey, readKey } from '../../http/transaction-key.ts'
import { berlinDay } from '../../kit/berlin.ts'
import { Refusal } from '../../kit/errors.ts'
import { newId, newIdAt } from '../../kit/ids.ts'
import type { Showing } from '../../money/money.ts'
import { refusalOf } from '../../money/refusals.ts'
import type { Slip } from '../../money/slips.ts'
import { isOpenAt } from '../settings/settings.ts'
import { withinKey } from './key-spending.ts'
import { addFavourites, clearFavourites, favouritesOf, type OfferRow, offers, saleOfDownload, saleToReprint, typeOf } from './selling.sql.ts'
import { pinFile, reprintVerdict, type SaleAnswer, sellableTypes, slipAnswer, slipOf } from './selling.ts'

type Selling = Pick<
  Handlers,
  'transactionKey' | 'sellerProducts' | 'sellerProductsV2' | 'favouritesSet' | 'sell' | 'sellBulk' | 'saleDownload' | 'saleSettle' | 'reprint'
>

/** All calls of the till need a session, so there is an actor. */
type SellerContext = Context<Calls['sell']>
type Asked = { transaction_key: string; configuration_id: string; quantity: number; price_seen?: Money | undefined }

const offerAnswer = (actor: SignedIn) => (row: OfferRow) => (actor.mask_seller_discount ? { ...row, price: null, discount: null } : row)

const listOffers: Handlers['sellerProductsV2'] = async ({ product_type, favorite }, { actor, db, now }) => {
  const rows = await db.read(actor.tenant_id, (q) =>
    offers(q, actor, { today: berlinDay(now()), type: product_type, favouritesOnly: favorite, types: sellableTypes(actor) }),
  )
  return { content: rows.map(offerAnswer(actor)) }
}

function keyOf(text: string, { actor, keys }: SellerContext) {
  const key = readKey(keys, actor, text)
  if (!key) throw new Refusal('key_invalid')
  return key
}

/** Staff with only some of the till's flags sell only those goods. Nearly everybody has all of them and is spared the query. */
async function refuseOtherTypes(configuration_id: string, { actor, db }: SellerContext) {
  const types = sellableTypes(actor)
  if (types.length === productTypes.length) return
  const [goods] = await db.read(actor.tenant_id, (q) => typeOf(q, actor, configuration_id))
  if (goods && !types.includes(goods.type)) throw new Refusal('not_on_offer')
}

/** Why nothing may be sold here and now: outside binding hours, or this browser is none of the shop's devices. */
function barredBy({ actor, now }: SellerContext) {
  if (actor.shop_timings?.is_binding && !isOpenAt(actor.shop_timings, now())) return 'shop_closed'
  return actor.till_barred
}

/** Voids the key instead of selling. A sale that was made under it before is answered, as for any repeated request. */
async function soldBefore(
  key: string,
  { configuration_id, quantity }: Asked,
  why: NonNullable<ReturnType<typeof barredBy>>,
  { actor, money }: SellerContext,
): Promise<Slip> {
  const { outcome, sale_id } = await money.settle(actor.tenant_id, key, actor.user_id)
  if (outcome === 'key_invalid' || outcome === 'key_reused') throw new Refusal(outcome)
  const slip = sale_id && (await money.slips(actor.tenant_id, [sale_id])).get(sale_id)
  if (!slip) throw new Refusal(why)
  if (slip.facts.configuration_id !== configuration_id || slip.facts.quantity !== quantity) throw new Refusal('key_reused')
  return slip
}

/** `isFresh`: sold by this call, not by an earlier one with the same key. */
async function buy(asked: Asked, context: SellerContext, download_id: string | null): Promise<{ slip: Slip; isFresh: boolean }> {
  const { tenant_id, user_id, session_id, organisation_id } = context.actor
  const { configuration_id, quantity, price_seen } = asked
  const [key, sale_id] = [keyOf(asked.transaction_key, context), newIdAt(context.now())]
  await refuseOtherTypes(configuration_id, context)
  try {
    const why = barredBy(context)
    if (why) return { slip: await soldBefore(key, asked, why, context), isFresh: false }
    const purchase = { tenant_id, user_id, session_id, seller_id: organisation_id, key, configuration_id, quantity, price_seen, sale_id, download_id }
    const slip = await withinKey(context, key, asked, async () => slipOf(await context.money.sell(purchase)))
    return { slip, isFresh: slip.facts.sale_id === sale_id }
  } catch (error) {
    throw refusalOf(error)
  }
}

/** The only way to clear PINs besides the sale's own answer: by the reprint policy, counted and recorded first. */
async function show(slip: Slip, kind: Showing['kind'], { actor, money, now, openPins }: SellerContext, reason?: string): Promise<SaleAnswer> {
  const { sale_id } = slip.facts
  const verdict = reprintVerdict(slip.facts, actor, now(), reason)
  if (verdict !== 'free') throw new Refusal('reprint_refused', { detail: { why: verdict, sale_id } })
  const { tenant_id, user_id, session_id } = actor
  const copy = await money.reveal({ tenant_id, id: newId(), sale_id, user_id, session_id, kind, reason: reason ?? '' }).catch((error: unknown) => {
    throw refusalOf(error)
  })
  if (copy === null) throw new Refusal('download_used')
  return slipAnswer(slip, await openPins(slip), copy)
}

export const selling: Selling = {
  transactionKey: async (_, { actor, keys }) => ({ transaction_key: issueKey(keys, actor) }),

  sellerProducts: listOffers,
  sellerProductsV2: listOffers,

  favouritesSet: async ({ configuration_ids }, { actor, db, audit }) => {
    await db.write(actor.tenant_id, async (q) => {
      const before = await favouritesOf(q, actor)
      await clearFavourites(q, actor)
      await addFavourites(q, actor, [...new Set(configuration_ids)])
      const names = (rows: typeof before) => ({ favourites: rows.map(({ name }) => name) })
      const subject = { kind: 'user', id: actor.user_id, name: actor.username }
      await audit({ subject, before: names(before), after: names(await favouritesOf(q, actor)) }, q)
    })
    return {}
  },

  sell: async (input, context) => {
    const { slip, isFresh } = await buy(input, context, null)
    return isFresh ? slipAnswer(slip, await context.openPins(slip), 0) : show(slip, 'repeated', context)
  },

  sellBulk: async (input, context) => {
    const { pin_download } = context.actor
    if (input.quantity <= QUANTITY_MAX && !pin_download) throw new Refusal('amount_out_of_range', { detail: { lowest: QUANTITY_MAX + 1, highest: BULK_MAX } })
    const { slip } = await buy(input, context, newId())
    return { ...slipAnswer(slip, [], slip.facts.copies), download_id: slip.facts.download_id ?? '' }
  },

  saleDownload: async ({ download_id, reason }, context) => {
    const { actor, db } = context
    const [sale] = await db.read(actor.tenant_id, (q) => saleOfDownload(q, actor, download_id))
    if (!sale) throw new Refusal('not_found')
    const slip = await slipById(sale.id, context)
    // Checked before a reason is asked for.
    if (slip.facts.downloaded_at) throw new Refusal('download_used')
    return pinFile(await show(slip, 'download', context, reason))
  },

  saleSettle: async ({ transaction_key }, context) => {
    const { actor, money, now } = context
    const { outcome, sale_id } = await money.settle(actor.tenant_id, keyOf(transaction_key, context), actor.user_id)
    if (outcome === 'key_invalid' || outcome === 'key_reused') throw new Refusal(outcome)
    if (!sale_id) return { outcome, sale: null }
    const slip = await slipById(sale_id, context)
    // The fact of the sale is answered in any case.
    const isShown = reprintVerdict(slip.facts, actor, now(), undefined) === 'free'
    return { outcome, sale: isShown ? await show(slip, 'settled', context) : slipAnswer(slip, [], slip.facts.copies) }
  },

  reprint: async ({ sale_id, reason }, context) => {
    const { actor, db } = context
    const [sale] = await db.read(actor.tenant_id, (q) => saleToReprint(q, actor, sale_id))
    if (!sale) throw new Refusal('not_found')
    return show(await slipById(sale.id, context), 'reprint', context, reason)
  },
}

async function slipById(sale_id: string, { actor, money }: Pick<SellerContext, 'actor' | 'money'>): Promise<Slip> {
  const slip = (await money.slips(actor.tenant_id, [sale_id])).get(sale_id)
  if (!slip) throw new Refusal('not_found')
  return slip
}
