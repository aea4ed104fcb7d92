// What the answer to a sale brings for the next one, so that a till makes one request for each sale.
import type { NextSale } from '../../../../contract/till/next-sale.ts'
import type { Context } from '../../../http/mount.ts'
import type { SignedIn } from '../../../http/sessions.ts'
import { issueKey } from '../../../http/transaction-key.ts'
import { berlinDay } from '../../../kit/berlin.ts'
import { ownWallet, walletAnswer } from '../../customers/credit/credit.ts'
import { leftOf } from './stock-left.sql.ts'

type Parts = Pick<Context, 'db' | 'keys' | 'log' | 'now'> & { actor: SignedIn }

/** Undefined if it cannot be read: the sale is made, and its answer must reach the till in any case. */
export async function nextSale({ actor, db, keys, log, now }: Parts, sold: readonly { configuration_id: string }[]): Promise<NextSale | undefined> {
  const ids = sold.map(({ configuration_id }) => configuration_id)
  try {
    const [[wallet], offers] = await db.readAtOnce(actor.tenant_id, (q) => [ownWallet(q, actor), leftOf(q, actor, ids, berlinDay(now()))])
    return { transaction_key: issueKey(keys, actor), balance: walletAnswer(wallet, now()), offers }
  } catch (error) {
    log.warn({ why: String(error) }, 'a sale was answered without what its till needs next')
    return undefined
  }
}
