// The till's calls: listing what is on offer, selling it, and showing the slips again.

import { allows } from '../../../../contract/kit/access.ts'
import { onDemandSell } from '../../../../contract/till/on-demand.ts'
import { QUANTITY_MAX } from '../../../../contract/till/selling.ts'
import type { Context, Handlers } from '../../../http/mount.ts'
import type { SignedIn } from '../../../http/sessions.ts'
import { issueKey, keyOf } from '../../../http/transaction-key.ts'
import { berlinDay } from '../../../kit/berlin.ts'
import { Refusal, refuseField } from '../../../kit/errors.ts'
import { newId } from '../../../kit/ids.ts'
import { refusalOf } from '../../../money/refusals.ts'
import type { Slip } from '../../../money/slips.ts'
import { buy, sellableTypes } from './purchase.ts'
import { addFavourites, bestSellers, clearFavourites, favouritesOf, offers, saleOfDownload, saleToReprint, textsIn } from './selling.sql.ts'
import { pinFile } from './selling.ts'
import { offerAnswer } from './shop-view.ts'
import { reprintVerdict, type SaleAnswer, show, slipAnswer } from './slip.ts'

const DAY_MS = 86_400_000
const BEST_DAYS = 30

type Selling = Pick<
  Handlers,
  | 'transactionKey'
  | 'bestSellers'
  | 'slipTexts'
  | 'sellerProducts'
  | 'sellerProductsV2'
  | 'favouritesSet'
  | 'sellBulk'
  | 'saleDownload'
  | 'saleSettle'
  | 'reprint'
>

const listOffers: Handlers['sellerProductsV2'] = async ({ product_type, favorite }, { actor, db, now }) => {
  const rows = await db.read(actor.tenant_id, (q) =>
    offers(q, actor, {
      today: berlinDay(now()),
      type: product_type,
      favouritesOnly: favorite,
      types: sellableTypes(actor),
      onDemand: allows(onDemandSell.access, actor),
    }),
  )
  return { content: rows.map(offerAnswer(actor)) }
}

export const selling: Selling = {
  transactionKey: async (_, { actor, keys }) => ({ transaction_key: issueKey(keys, actor) }),

  sellerProducts: listOffers,
  sellerProductsV2: listOffers,

  bestSellers: async (_, { actor, db, now }) => {
    const since = berlinDay(new Date(now().getTime() - BEST_DAYS * DAY_MS))
    const rows = await db.read(actor.tenant_id, (q) => bestSellers(q, actor, since))
    return { configuration_ids: rows.map(({ configuration_id }) => configuration_id) }
  },

  slipTexts: async ({ configuration_ids, language }, { actor, db }) => ({
    content: await db.read(actor.tenant_id, (q) => textsIn(q, actor, configuration_ids, language)),
  }),

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

  sellBulk: async (input, context) => {
    const { pin_download } = context.actor
    if (input.quantity <= QUANTITY_MAX && !pin_download) throw refuseField('quantity', 'quantity_bulk', QUANTITY_MAX + 1)
    const { slip } = await buy(input, context, newId())
    return { ...slipAnswer(slip, [], slip.facts.copies), download_id: slip.facts.download_id ?? '' }
  },

  saleDownload: async ({ download_id, reason }, context) => {
    const { actor, db } = context
    const [sale] = await db.read(actor.tenant_id, (q) => saleOfDownload(q, actor, download_id))
    if (!sale) throw new Refusal('not_found')
    const slip = await slipById(sale.id, context)
    // A file that was already downloaded is refused first; otherwise the user might be asked for a reason in vain.
    if (slip.facts.downloaded_at) throw new Refusal('download_used')
    return pinFile(await show(slip, 'download', context, reason))
  },

  saleSettle: async ({ transaction_key }, context) => {
    const { actor, money, now } = context
    const settled = money.settle(actor.tenant_id, keyOf(context, transaction_key), actor.user_id)
    const { outcome, sale_id, basket } = await settled.catch((error: unknown) => {
      throw refusalOf(error)
    })
    if (outcome === 'key_invalid' || outcome === 'key_reused') throw new Refusal(outcome)
    const sales: SaleAnswer[] = []
    for (const id of basket ?? [sale_id]) {
      if (!id) continue
      const slip = await slipById(id, context)
      // The sale is always in the answer; its PINs are shown only if a reprint would need neither a reason nor a manager.
      const isShown = reprintVerdict(slip.facts, actor, now(), undefined) === 'free'
      sales.push(isShown ? await show(slip, 'settled', context) : slipAnswer(slip, [], slip.facts.copies))
    }
    const [sale = null, ...more] = sales
    return { outcome, sale, more }
  },

  reprint: async ({ sale_id, reason }, context) => {
    const { actor, db } = context
    const [sale] = await db.read(actor.tenant_id, (q) => saleToReprint(q, actor, sale_id))
    if (!sale) throw new Refusal('not_found')
    return show(await slipById(sale.id, context), 'reprint', context, reason)
  },
}

async function slipById(sale_id: string, { actor, money }: { actor: SignedIn } & Pick<Context, 'money'>): Promise<Slip> {
  const slip = (await money.slips(actor.tenant_id, [sale_id])).get(sale_id)
  if (!slip) throw new Refusal('not_found')
  return slip
}
