// Calls about returns of direct debits: storing what the bank's statement says, and taking the payment of a returned line back.
import { moneyText } from '../../../../contract/kit/money.ts'
import { invoicePay } from '../../../../contract/papers/invoices.ts'
import type { Handlers } from '../../../http/mount.ts'
import { berlinDay } from '../../../kit/berlin.ts'
import { Refusal } from '../../../kit/errors.ts'
import { requireRight } from '../../../kit/rights.ts'
import { notePayment } from '../invoices/invoices.ts'
import { addReturns, decideReturn, lockedReturn } from './returns.sql.ts'

export const debitReturns: Pick<Handlers, 'debitReturnsTake' | 'debitReturnBook'> = {
  debitReturnsTake: async ({ file_name, returns }, { actor, db, now, audit }) => {
    const { tenant_id, organisation_id, organisation_name: name } = actor
    const taken = await db.write(tenant_id, async (q) => {
      const added = await addReturns(q, actor, returns, now())
      const subject = { kind: 'organisation', id: organisation_id, name, organisation_id }
      await audit(added > 0 ? { subject, after: { rows: added, file_name } } : null, q)
      return added
    })
    return { taken }
  },

  debitReturnBook: async ({ return_id }, { actor, db, now, audit }) => {
    const { tenant_id, organisation_id, user_id } = actor
    requireRight(invoicePay.access, actor)
    const state = await db.write(tenant_id, async (q) => {
      const one = await lockedReturn(q, actor, return_id)
      if (!one) throw new Refusal('not_found')
      if (one.state !== 'open') {
        await audit(null, q)
        return one.state
      }
      // As long as the bank's credit is not booked, there is no payment to take back.
      if (one.line_state === 'under_way') throw new Refusal('request_over')
      const today = berlinDay(now())
      const paid_on = one.booked_on < today ? one.booked_on : today
      const decided = one.is_payable ? ('booked' as const) : ('by_hand' as const)
      if (one.is_payable) {
        const remarks = ['SEPA', one.mandate_reference, one.reason].filter(Boolean).join(' ')
        const payment = { tenant_id, now: now(), organisation_id, user_id, payment_id: return_id, invoice_id: one.invoice_id, paid_on, remarks }
        await notePayment(q, { ...payment, amount: -one.amount })
      }
      await decideReturn(q, actor, return_id, decided, now())
      const amount = moneyText(one.amount)
      const subject = { kind: 'collection', id: one.collection_id, name: `${one.collect_on} · ${amount}`, organisation_id }
      await audit({ subject, after: { amount, paid_on, state: decided }, reason: one.reason }, q)
      return decided
    })
    return { state }
  },
}
