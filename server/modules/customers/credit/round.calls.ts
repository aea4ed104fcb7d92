// Calls about credit rounds: the proposals of a round, and the weekday on which a customer's credit is booked.
import { ROUND_MAX } from '../../../../contract/customers/credit-round.ts'
import type { Handlers } from '../../../http/mount.ts'
import { berlinDay } from '../../../kit/berlin.ts'
import { newIdAt } from '../../../kit/ids.ts'
import { purses, setRoundDays } from './round.sql.ts'
import { isRoundDay, nextRound, paceDays, proposalOf, roundDayOf, startOf } from './round.ts'

export const rounds: Pick<Handlers, 'creditProposals' | 'creditRoundDays'> = {
  creditProposals: async ({ days, due, weekday, available_below }, { actor, db, now }) => {
    const at = now()
    const today = berlinDay(at)
    const asked = {
      ...{ ...paceDays(at), most: ROUND_MAX },
      ...(due && { due_on: today }),
      ...(weekday !== undefined && { weekday }),
      ...(available_below !== undefined && { available_below }),
    }
    const rows = await db.list(actor, (q) => purses(q, actor, asked))
    const content = rows.map(({ customer_id, name, username, available, usual, ...purse }) => {
      const round = roundDayOf(purse)
      const next = round && nextRound(round, today)
      return {
        ...{ customer_id, name, username, available, usual },
        ...proposalOf({ available, usual, ...purse }, next?.days ?? days),
        ...{ weekday: purse.weekday, rhythm: purse.rhythm, is_due: round !== undefined && isRoundDay(round, today), next_on: next?.day ?? null },
      }
    })
    return { round_id: newIdAt(at), total: rows[0]?.total ?? 0, content }
  },

  creditRoundDays: async ({ customer_ids, weekday, rhythm }, { actor, db, now, audit }) => {
    await audit(null)
    const day = rhythm === 'none' ? null : { weekday, rhythm, starts_on: startOf(weekday, berlinDay(now())) }
    const changed = await db.write(actor.tenant_id, async (q) => {
      const concerned = await setRoundDays(q, actor, customer_ids, day)
      for (const { customer_id: id, name } of concerned)
        await audit({ subject: { kind: 'customer', id, name, organisation_id: id }, after: { rhythm, ...(day && { weekday }) } }, q)
      return concerned
    })
    return { changed: changed.length }
  },
}
