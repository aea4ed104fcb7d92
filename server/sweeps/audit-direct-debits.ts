// One successful use of each changing call about direct debits, for audit-table.ts.

import { EURO } from '../../contract/kit/money.ts'
import { newId } from '../kit/ids.ts'
import { rowsOf } from '../test/arrange.ts'
import type { Person, World } from '../test/world.ts'
import { openInvoice } from './audit-invoices.ts'
import { as } from './audit-ways.ts'

const ACCOUNT = { account_holder: 'Kiosque', iban: 'DE02120300000000202051', signed_on: '2026-01-05', scheme: 'core' } as const

/** Makes a mandate of the shop kiosque. Its earlier mandates are revoked first, because a customer has only one at a time. */
export async function aMandate(me: Person, w: World): Promise<{ customer_id: string; mandate_id: string }> {
  const { customer_id } = await w.signIn('kiosque')
  await rowsOf(w, 'update mandates set revoked_on = signed_on where tenant_id = 1 and customer_id = $1 and revoked_on is null', [customer_id])
  const { mandate_id } = await me.calls.mandateAdd({ ...ACCOUNT, customer_id })
  return { customer_id, mandate_id }
}

/** Makes everything that a collection needs; returns the collection's input. */
async function aCollection(me: Person, w: World) {
  const invoice_id = await openInvoice(me, w)
  await aMandate(me, w)
  const account = { iban: 'DE89370400440532013000', creditor_id: 'DE98ZZZ09999999999' }
  await me.calls.invoiceSettingsUpdate(account)
  const { earliest, rows } = await me.calls.collectionPreview({})
  const total = rows.find((row) => row.invoice_id === invoice_id)?.open ?? 0
  return { collection_id: newId(), scheme: 'core' as const, collect_on: earliest, invoice_ids: [invoice_id], total }
}

/** Makes a collection; returns the input of the call that stores a return of its only line. */
async function returned(me: Person, w: World) {
  const asked = await aCollection(me, w)
  await me.calls.collectionAdd(asked)
  const [line] = (await me.calls.collectionLines({ filters: { collection_id: asked.collection_id } })).content
  const one = { end_to_end_id: line?.end_to_end_id ?? '', booked_on: '2026-03-02', amount: (line?.amount ?? 0) + 3 * EURO, reason: 'AM04' }
  return { line_id: line?.line_id ?? '', input: { file_name: 'statement.xml', returns: [one] } }
}

export const directDebits = {
  mandateAdd: as('nord', async (me, w) => {
    const { customer_id, mandate_id } = await aMandate(me, w)
    await me.calls.mandateRevoke({ mandate_id })
    return () => me.calls.mandateAdd({ ...ACCOUNT, customer_id })
  }),
  mandateUpdate: as('nord', async (me, w) => {
    const { mandate_id } = await aMandate(me, w)
    return () => me.calls.mandateUpdate({ mandate_id, account_holder: 'Le Kiosque' })
  }),
  collectionAdd: as('nord', async (me, w) => {
    const asked = await aCollection(me, w)
    return () => me.calls.collectionAdd(asked)
  }),
  collectionCancel: as('nord', async (me, w) => {
    const asked = await aCollection(me, w)
    await me.calls.collectionAdd(asked)
    return () => me.calls.collectionCancel({ collection_id: asked.collection_id, reason: 'never sent' })
  }),
  debitReturnsTake: as('nord', async (me, w) => {
    const { input } = await returned(me, w)
    return () => me.calls.debitReturnsTake(input)
  }),
  debitReturnBook: as('nord', async (me, w) => {
    const { line_id, input } = await returned(me, w)
    await me.calls.debitReturnsTake(input)
    await rowsOf(w, `update collection_lines set state = 'settled' where tenant_id = 1 and id = $1`, [line_id])
    const [one] = await rowsOf<{ id: string }>(w, 'select id from debit_returns where tenant_id = 1 and line_id = $1', [line_id])
    return () => me.calls.debitReturnBook({ return_id: one?.id ?? '' })
  }),
  mandateRevoke: as('nord', async (me, w) => {
    const { mandate_id } = await aMandate(me, w)
    return () => me.calls.mandateRevoke({ mandate_id })
  }),
} as const
