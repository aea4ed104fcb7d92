// A page of bookings with the totals of all matches.
import type { walletOwn } from '../../../../contract/customers/credit.ts'
import type { InputOf } from '../../../../contract/kit/call.ts'
import type { SignedIn } from '../../../http/sessions.ts'
import type { Query } from '../../../postgres/db.ts'
import { reported } from '../../../postgres/row-pages.ts'
import { type Entry, entries, fewWallets, totals, type WalletHistoryInput } from './history.sql.ts'

type OwnAsked = InputOf<typeof walletOwn>

/**
 * The history of the actor's own wallet, with the rows that its parent sees. The query gets the kind `platform`, because otherwise it reads customers' wallets
 * only.
 */
export const ownHistoryOf = (q: Query, actor: SignedIn, { filters, ...asked }: OwnAsked) =>
  historyOf(q, { ...actor, kind: 'platform' }, { ...asked, filters: { ...filters, customer_id: actor.organisation_id } })

export async function historyOf(q: Query, actor: SignedIn, asked: WalletHistoryInput) {
  const few = await fewWallets(q, actor, asked)
  const rows = await entries(q, actor, few, asked)
  const { bookings, amount, limits } = await totals(q, actor, few, asked)
  const content = rows.map((row) => ({ ...row, corrects: wrongOf(row) }))
  return reported(asked, content, { amount, limits, bookings }, bookings)
}

/** The booking that a correction reverses; null for entries that are no correction. */
const wrongOf = ({ customer_id, wrong_seq, wrong_amount, wrong_at }: Entry) =>
  wrong_at && wrong_amount !== null ? { entry_id: `${customer_id}-${wrong_seq}`, amount: wrong_amount, created_at: wrong_at } : null
