// The proposals of a credit round.
import { ROUND_MAX } from '../../../../contract/customers/credit-round.ts'
import type { Handlers } from '../../../http/mount.ts'
import { berlinDay } from '../../../kit/berlin.ts'
import { newIdAt } from '../../../kit/ids.ts'
import { purses } from './round.sql.ts'
import { PACE_DAYS, proposalOf } from './round.ts'

const DAY_MS = 24 * 60 * 60_000
/** The Berlin day so many days ago, even if the clocks changed in between. */
const daysAgo = (now: Date, days: number) => new Date(Date.parse(berlinDay(now)) - days * DAY_MS).toISOString().slice(0, 10)

export const creditProposals: Handlers['creditProposals'] = async ({ days }, { actor, db, now }) => {
  const at = now()
  const asked = { date_from: daysAgo(at, PACE_DAYS), date_to: daysAgo(at, 1), most: ROUND_MAX }
  const rows = await db.read(actor.tenant_id, (q) => purses(q, actor, asked))
  const content = rows.map(({ customer_id, name, username, available, usual, ...purse }) => ({
    ...{ customer_id, name, username, available, usual },
    ...proposalOf({ available, usual, ...purse }, days),
  }))
  return { round_id: newIdAt(at), total: rows[0]?.total ?? 0, content }
}
