// Sends PINs to a customer by text message or by mail. One transaction counts the sending as a showing, logs it and stores the message to be sent, once per
// key.

import type { Calls } from '../../../../contract/index.ts'
import type { Language } from '../../../../contract/kit/languages.ts'
import { moneyText } from '../../../../contract/kit/money.ts'
import { QUANTITY_MAX } from '../../../../contract/till/selling.ts'
import { PINS_BY_SMS, sendingsMax } from '../../../../contract/till/sendings.ts'
import type { Context, Handlers } from '../../../http/mount.ts'
import { keyOf } from '../../../http/transaction-key.ts'
import { maskDestination } from '../../../kit/codes.ts'
import { Refusal } from '../../../kit/errors.ts'
import { newId } from '../../../kit/ids.ts'
import { refusalOf } from '../../../money/refusals.ts'
import { type Showing, slipsShown } from '../../../money/showings.ts'
import type { Query } from '../../../postgres/db.ts'
import { isWhole, putMessage } from '../../messages/messages/messages.ts'
import { pinsOf, reprintVerdict, slipAnswer } from '../selling/selling.ts'
import { addSending, counted, lockSendings, type OwnSale, ownSales, sentOf, sentUnder, shopOf } from './sendings.sql.ts'
import { boundReached, linesOf, type Reader, readerIn, strictest } from './sendings.ts'

const DAY_MS = 86_400_000

type SendContext = Context<Calls['pinsSend']>
/** Returns these sales; throws not_found if one of them does not exist or belongs to another shop. */
async function wanted(q: Query, actor: SendContext['actor'], sale_ids: readonly string[]): Promise<[OwnSale, ...OwnSale[]]> {
  const ids = [...new Set(sale_ids)]
  const [first, ...more] = await ownSales(q, actor, ids)
  if (!first || more.length + 1 !== ids.length) throw new Refusal('not_found')
  return [first, ...more]
}

/** Whether this key has sent these sales to this recipient before; throws if another user has used the key, or if something else was sent under it. */
async function isSentUnder(q: Query, { actor }: SendContext, key: string, sales: readonly OwnSale[], { channel, recipient }: Reader): Promise<boolean> {
  const before = await sentUnder(q, actor.tenant_id, key)
  if (before.length === 0) return false
  const isSame =
    before.length === sales.length &&
    before.every((one, i) => one.user_id === actor.user_id && one.sale_id === sales[i]?.sale_id && one.channel === channel && one.recipient === recipient)
  if (!isSame) throw new Refusal('key_reused')
  return true
}

const pinsIn = (sales: readonly OwnSale[]) => sales.reduce((sum, { quantity }) => sum + quantity, 0)

/** Makes the checks that need no PIN, before any showing is counted. opened() makes those of the PINs, and a refusal there takes the showings back. */
async function refuse(q: Query, { actor, now }: SendContext, sales: readonly OwnSale[], channel: Reader['channel'], reason: string | undefined) {
  const most = channel === 'sms' ? PINS_BY_SMS : QUANTITY_MAX
  if (pinsIn(sales) > most) throw new Refusal('amount_out_of_range', { detail: { lowest: 1, highest: most } })
  if (sales.some(({ is_claimed }) => is_claimed)) throw new Refusal('pins_not_sent', { detail: { why: 'claimed' } })
  for (const sale of sales) {
    const why = reprintVerdict(sale, actor, now(), reason)
    if (why !== 'free') throw new Refusal('reprint_refused', { detail: { why, sale_id: sale.sale_id } })
  }
  const ids = sales.map(({ sale_id }) => sale_id)
  const of = boundReached(await counted(q, actor, ids, new Date(now().getTime() - DAY_MS)))
  if (of) throw new Refusal('sendings_used_up', { detail: { of, most: sendingsMax[of] } })
}

/** The text of the message with the PINs; counts the showings first. */
async function opened(q: Query, context: SendContext, showings: readonly [Showing, ...Showing[]], channel: Reader['channel']): Promise<string> {
  const slips = await slipsShown((statement) => q.query(statement), context.now(), showings).catch((error: unknown) => {
    throw refusalOf(error)
  })
  const sales = await Promise.all([...slips.values()].map(async (slip) => slipAnswer(slip, await pinsOf(slip, context), 0)))
  if (sales.some(({ pins, quantity }) => pins.length !== quantity)) throw new Refusal('pins_not_sent', { detail: { why: 'claimed' } })
  // A code with double blanks or a link might not arrive unchanged.
  if (!sales.every(({ pins }) => pins.every(({ pin }) => isWhole(pin)))) throw new Refusal('pins_not_sent', { detail: { why: 'code' } })
  return linesOf(sales, channel).join('\n')
}

export const sendings: Pick<Handlers, 'pinsSend' | 'pinSendings'> = {
  pinsSend: async ({ transaction_key, sale_ids, consent, consent_language, reason, ...to }, context) => {
    const { actor, db, now, audit } = context
    const { tenant_id, organisation_id, user_id, session_id } = actor
    const key = keyOf(context, transaction_key)
    return db.write(tenant_id, async (q) => {
      await lockSendings(q, actor)
      const [first, ...more] = await wanted(q, actor, sale_ids)
      const sales = [first, ...more]
      const { language, country } = await shopOf(q, actor)
      const { channel, recipient } = readerIn(to, country)
      if (await isSentUnder(q, context, key, sales, { channel, recipient })) {
        await audit(null, q)
        return { recipient }
      }
      await refuse(q, context, sales, channel, reason)
      const showing = ({ sale_id }: OwnSale): Showing => ({ tenant_id, id: newId(), sale_id, user_id, session_id, kind: 'reprint', reason: reason ?? '' })
      const showings = [showing(first), ...more.map(showing)] as const
      const data = { lines: await opened(q, context, showings, channel) }
      const message_id = await putMessage(q, context, { kind: 'pins', channel, recipient, language: language as Language, organisation_id, data })
      const after = { [channel === 'sms' ? 'mobile' : 'email']: maskDestination(recipient), consent: `${consent} ${consent_language}` }
      for (const [i, { sale_id, product_name, value }] of sales.entries()) {
        const reveal_id = showings[i]?.id ?? ''
        await addSending(q, { tenant_id, key, sale_id, organisation_id, user_id, message_id, reveal_id, consent, consent_language, created_at: now() })
        const subject = { kind: 'sale', id: sale_id, name: `${product_name} ${moneyText(value)}`, organisation_id }
        await audit({ subject, after, ...(reason ? { reason } : {}) }, q)
      }
      return { recipient }
    })
  },

  pinSendings: async ({ sale_ids }, { actor, db, now, post }) =>
    db.read(actor.tenant_id, async (q) => {
      const sales = await wanted(q, actor, sale_ids)
      const sent = await sentOf(
        q,
        actor.tenant_id,
        sales.map(({ sale_id }) => sale_id),
      )
      return {
        sendings: sent.map((row) => ({ ...row, recipient: row.recipient && maskDestination(row.recipient) })),
        asks: strictest(sales.map((sale) => reprintVerdict(sale, actor, now(), undefined))),
        pins: pinsIn(sales),
        ...{ sends_email: post.email !== null, sends_sms: post.sms !== null },
      }
    }),
}
