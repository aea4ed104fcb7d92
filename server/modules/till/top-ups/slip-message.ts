// Sends the slip of a top-up as a text message or by mail. The number of slips is limited for a sale and for a shop, and a repeated request sends no second
// slip.

import type { Calls } from '../../../../contract/index.ts'
import type { Language } from '../../../../contract/kit/languages.ts'
import { SLIPS_MAX } from '../../../../contract/till/top-ups.ts'
import type { Context, Handlers } from '../../../http/mount.ts'
import { berlinDay, berlinTime } from '../../../kit/berlin.ts'
import { maskDestination } from '../../../kit/codes.ts'
import { Refusal } from '../../../kit/errors.ts'
import { euro, putMessage, slipsSent } from '../../messages/messages/messages.ts'
import { refuseFailed, type SentOne, sentOne } from '../live-selling/live-selling.ts'
import { readerIn, shopOf } from '../sendings/sendings.ts'
import { topUpAnswer } from './top-ups.ts'

type SlipContext = Context<Calls['slipSend']>

/** The same slip requested again within this time counts as a repetition of a request whose answer was lost. */
const SAME_MS = 2 * 60_000
/** The most slips that a shop sends in an hour. Text messages cost money, and nobody should be able to fill a stranger's mailbox with hundreds of mails. */
const AN_HOUR_MAX = 60
const HOUR_MS = 60 * 60_000

const FLAGS = { international_top_up: 'has_dt_one', direct_recharge: 'has_direct_recharge' } as const

/**
 * The sale, if the user may sell this kind of goods. The sale of a code is not found: a code is sent to no number, and its slip shows a PIN, so it is printed
 * by the rules of a reprint.
 */
async function ownSale(context: SlipContext, key: string): Promise<SentOne> {
  const { is_manager, flags } = context.actor
  const types = (['international_top_up', 'direct_recharge'] as const).filter((type) => is_manager || flags.includes(FLAGS[type]))
  const sent = await sentOne(context, types, key)
  if (sent.mobile_number === '') throw new Refusal('not_found')
  return sent
}

const moment = (at: Date) => `${berlinDay(at).split('-').reverse().join('.')} ${berlinTime(at)}`

/** What the printed slip says, but without the full number, because the recipient may be somebody else than the number's owner. */
function told(sent: SentOne, sale_id: string) {
  const { operator, product_name, arrives, value, mobile_number, ended_at, created_at } = topUpAnswer(sent, true)
  return {
    goods: [operator, product_name].filter(Boolean).join(' '),
    ...{ number: `***${mobile_number.slice(-3)}`, arrived: arrives || euro(value), price: euro(value) },
    ...{ at: moment(new Date(ended_at ?? created_at)), order: sale_id },
  }
}

export const slipSending: Pick<Handlers, 'slipSend'> = {
  slipSend: async ({ top_up_id, ...asked }, context) => {
    const { actor, db, now, audit } = context
    const { tenant_id, organisation_id } = actor
    const sent = await ownSale(context, top_up_id)
    refuseFailed(sent.row)
    const { sale_id } = sent.row
    if (!sale_id) throw new Refusal('in_progress')
    return db.write(tenant_id, async (q) => {
      const shop = await shopOf(q, actor)
      const { channel, recipient } = readerIn(asked, shop.country)
      const [same_since, shop_since] = [SAME_MS, HOUR_MS].map((ms) => new Date(now().getTime() - ms)) as [Date, Date]
      const { of_sale, of_shop, is_sent } = await slipsSent(q, actor, { sale_id, channel, recipient, same_since, shop_since })
      if (is_sent) await audit(null, q)
      else {
        if (of_sale >= SLIPS_MAX || of_shop >= AN_HOUR_MAX) throw new Refusal('too_many_requests')
        const data = told(sent, sale_id)
        await putMessage(q, context, { kind: 'slip', channel, recipient, language: shop.language as Language, organisation_id, data, sale_id })
        const subject = { kind: 'sale', id: sale_id, name: `${data.goods} …${data.number.slice(-3)}`, organisation_id }
        await audit({ subject, after: { [channel === 'sms' ? 'mobile' : 'email']: maskDestination(recipient) } }, q)
      }
      return { recipient }
    })
  },
}
