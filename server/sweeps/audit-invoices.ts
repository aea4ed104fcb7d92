// One successful use of each call that changes something about documents, for audit-table.ts.
import { EURO } from '../../contract/kit/money.ts'
import { berlinDay } from '../kit/berlin.ts'
import { newId } from '../kit/ids.ts'
import { billed, completeParties, idsOf, soldAt } from '../modules/papers/invoices/fixtures/lines.ts'
import { rowsOf } from '../test/arrange.ts'
import { booksClosed } from '../test/closed-books.ts'
import type { Person, World } from '../test/world.ts'
import { meAs, type Way } from './audit-ways.ts'

/** Makes an open invoice of the shop for one card. */
export async function openInvoice(me: Person, w: World): Promise<string> {
  const { kiosque, nord } = await idsOf(w, ['kiosque', 'nord'])
  await me.calls.invoiceTermsUpdate({ customer_id: kiosque, pays_later: true })
  await completeParties(w)
  const at = w.clock.now()
  await soldAt(w, { chain: [kiosque, nord], prices: [EURO], at })
  const day = berlinDay(at)
  return (await billed(w, me, [kiosque], { date_from: day, date_to: day }))[0]?.documents[0]?.invoice_id ?? ''
}
const A_MONTH = { date_from: '2026-01-01', date_to: '2026-01-31' }

/** Each entry of the audit table uses a new user, because the sign-ins of one account are limited. */
const ofShop = (call: (me: Person, customer_id: string) => Promise<unknown>): Way =>
  meAs({ internal_role: 0 }, async (me, w) => {
    const { gare } = await idsOf(w, ['gare'])
    return () => call(me, gare)
  })

export const documents = {
  invoicesGenerate: ofShop((me, customer_id) => me.calls.invoicesGenerate({ customer_ids: [customer_id], ...A_MONTH })),
  reclamationInvoicesGenerate: ofShop((me, customer_id) => me.calls.reclamationInvoicesGenerate({ customer_ids: [customer_id], ...A_MONTH })),
  invoicePay: meAs({ internal_role: 0 }, async (me, w) => {
    const invoice_id = await openInvoice(me, w)
    return () => me.calls.invoicePay({ payment_id: newId(), invoice_id, amount: EURO, paid_on: '2026-01-31' })
  }),
  invoiceCancel: meAs({ internal_role: 0 }, async (me, w) => {
    const invoice_id = await openInvoice(me, w)
    return () => me.calls.invoiceCancel({ invoice_id, reason: 'wrong address' })
  }),
  invoiceMail: meAs({ internal_role: 0 }, async (me, w) => {
    const invoice_id = await openInvoice(me, w)
    return () => me.calls.invoiceMail({ invoice_id, email: 'books@example.test' })
  }),
  invoicesRemind: meAs({ internal_role: 0 }, async (me, w) => {
    const invoice_id = await openInvoice(me, w)
    await rowsOf(w, `update invoices set due_on = '2020-01-01' where tenant_id = 1 and id = $1`, [invoice_id])
    return () => me.calls.invoicesRemind({ invoice_ids: [invoice_id] })
  }),
  invoiceSettingsUpdate: meAs({ internal_role: 0 }, async (me) => () => me.calls.invoiceSettingsUpdate({ footer: `Thank you ${newId()}` })),
  invoiceLogo: meAs({ internal_role: 0 }, async (me) => () => me.calls.invoiceLogo({})),
  datevSettingsUpdate: meAs({ internal_role: 0 }, async (me) => () => me.calls.datevSettingsUpdate({ consultant_no: 1001, client_no: 7 })),
  ledgerStatement: meAs({ internal_role: 0 }, async (me) => () => me.calls.ledgerStatement({ date_from: '2026-01-01', date_to: '2026-01-31' })),
  monthPack: meAs({ internal_role: 0 }, async (me, w) => {
    await booksClosed(w)
    return () => me.calls.monthPack({ month: '2020-01' })
  }),
  invoiceTermsUpdate: ofShop((me, customer_id) => me.calls.invoiceTermsUpdate({ customer_id, buyer_reference: '4711' })),
}
