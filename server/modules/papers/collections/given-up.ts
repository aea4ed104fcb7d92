// The mails to customers whose announced direct debits are given up.
import type { Calls } from '../../../../contract/index.ts'
import type { Context } from '../../../http/mount.ts'
import type { Query } from '../../../postgres/db.ts'
import { putMessage } from '../../messages/messages/messages.ts'
import { creditorOf, date, euro } from '../invoices/invoices.ts'
import type { LineToTell } from './collections.sql.ts'

/** Tells each customer by one mail what is not collected, because an earlier mail announced the direct debit. */
export async function tellGivenUp(q: Query, context: Context<Calls['collectionCancel']>, lines: readonly LineToTell[], collect_on: string): Promise<void> {
  const { name: issuer } = await creditorOf(q, context.actor)
  for (const customer_id of new Set(lines.map((line) => line.customer_id))) {
    const own = lines.filter((line) => line.customer_id === customer_id)
    const [{ recipient, language } = lines[0] as LineToTell] = own
    const told = own.map(({ document_no, amount }) => `${document_no}: ${euro(amount)}`).join('\n')
    await putMessage(q, context, {
      ...{ kind: 'direct_debit_given_up', channel: 'email', recipient, language, organisation_id: customer_id },
      data: { issuer, amount: euro(own.reduce((sum, { amount }) => sum + amount, 0)), day: date(collect_on), lines: told },
    })
  }
}
