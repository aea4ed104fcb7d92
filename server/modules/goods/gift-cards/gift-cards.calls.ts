// Calls about single gift cards. No answer contains the code.

import type { Handlers } from '../../../http/mount.ts'
import type { SignedIn } from '../../../http/sessions.ts'
import { berlinDay } from '../../../kit/berlin.ts'
import { codeOf, Refusal, refuseField } from '../../../kit/errors.ts'
import { createBatches } from '../../../money/batches.ts'
import type { Query } from '../../../postgres/db.ts'
import { listed } from '../../../postgres/row-pages.ts'
import { searchFor } from '../../../postgres/search.ts'
import { pinSubject, putCustody, trailOf } from '../batches/batches.ts'
import { type CardRow, cardBatches, cardCount, cardRows, ownCard } from './gift-cards.sql.ts'
import { addCards } from './gift-cards.ts'

const SOLD = 'PX413'

const cardAnswer = ({ seq, owner_id: _, supplier_name: __, ...card }: CardRow) => ({
  ...card,
  gift_card_id: `${card.batch_no}-${seq}`,
  created_at: card.created_at,
})

/** The card with this id, which consists of the batch's number and the card's number in the batch. */
async function cardOf(q: Query, actor: SignedIn, today: string, gift_card_id: string): Promise<CardRow> {
  const [, batch_no, seq] = /^(\d{1,9})-(\d{1,9})$/.exec(gift_card_id) ?? []
  const [card] = batch_no && seq ? await ownCard(q, actor, today, Number(batch_no), Number(seq)) : []
  if (!card) throw new Refusal('not_found')
  return card
}

export const giftCards: Pick<Handlers, 'giftCardBatchSearch' | 'giftCardDetails' | 'giftCardsAdd' | 'giftCardsList' | 'giftCardsUpdate'> = {
  giftCardsList: async ({ filters, search_text, page, limit }, { actor, db, now }) =>
    db.list(actor, async (q) => {
      const today = berlinDay(now())
      const rows = await cardRows(q, actor, today, filters, search_text, limit, page * limit)
      return listed({ page, limit }, rows.map(cardAnswer), await cardCount(q, actor, today, filters, search_text))
    }),

  giftCardDetails: async ({ gift_card_id }, { actor, db, now }) =>
    db.list(actor, async (q) => {
      const card = await cardOf(q, actor, berlinDay(now()), gift_card_id)
      const { supplier_name, batch_no, seq } = card
      return { ...cardAnswer(card), supplier_name, trail: await trailOf(q, actor.tenant_id, batch_no, seq) }
    }),

  giftCardBatchSearch: async ({ search_text = '', batch_no, limit }, { actor, db }) => {
    const number = batch_no ?? (/^\d{1,9}$/.test(search_text) ? Number(search_text) : null)
    return { content: await db.list(actor, (q) => cardBatches(q, actor, { folded: searchFor(search_text), number }, limit)) }
  },

  giftCardsAdd: async (input, context) => ({ batch_no: await addCards(context, input) }),

  giftCardsUpdate: async ({ gift_card_id, serial, action, reason }, { actor, db, now, audit }) => {
    // Blocking requires a reason, because somebody may ask later why the card could not be sold.
    if (action === 'block' && !reason) throw refuseField('reason', 'required')
    await db
      .write(actor.tenant_id, async (q) => {
        const card = await cardOf(q, actor, berlinDay(now()), gift_card_id)
        const { owner_id, batch_no, seq } = card
        if (card.state === 'sold' || card.state === 'reclaimed') throw new Refusal('batch_state')
        const batches = createBatches((statement) => q.query(statement), actor.tenant_id)
        const isBlocked = card.state === 'blocked'
        const willBe = action ? action === 'block' : isBlocked
        if (serial !== undefined && serial !== card.serial) await batches.name(owner_id, batch_no, seq, serial)
        if (willBe !== isBlocked) {
          await batches.block(now(), owner_id, batch_no, seq, willBe)
          const event = willBe ? 'blocked' : 'unblocked'
          await putCustody(q, now(), { batch_no, seq, event, who: actor.username, user_id: actor.user_id, note: reason ?? '' })
        }
        const [before, after] = [
          { serial: card.serial, is_blocked: isBlocked },
          { serial: serial ?? card.serial, is_blocked: willBe },
        ]
        await audit({ subject: pinSubject(card), before, after, ...(reason ? { reason } : {}) }, q)
      })
      .catch((error: unknown) => {
        // A till sold the card at the same moment, so it can no longer be blocked.
        throw codeOf(error) === SOLD ? new Refusal('batch_state') : error
      })
    return {}
  },
}
