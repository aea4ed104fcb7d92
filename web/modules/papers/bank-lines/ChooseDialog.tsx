// The dialog in which the user chooses by hand what a transfer is for: a customer, and either its balance or one of its open documents.
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { ask, query, useUser } from '../../../kit/base/api.ts'
import { can } from '../../../kit/base/can.ts'
import * as format from '../../../kit/base/format.ts'
import { Choices } from '../../../kit/form/Choices.tsx'
import { Combobox } from '../../../kit/form/Combobox.tsx'
import { FormDialog } from '../../../kit/form/FormDialog.tsx'
import { given } from '../../../kit/form/form-values.ts'
import { useCallForm } from '../../../kit/form/use-call-form.ts'
import { type Line, showsBooking } from './lines.ts'

/** The most documents of the customer that are read to find the open ones. */
const DOCUMENTS_MAX = 100

type Props = { line: Line; mayPay: boolean; onClose: () => void; done: (state: 'booked' | 'waiting') => void }

export function ChooseDialog({ line, mayPay, onClose, done }: Props) {
  const t = useTranslations('credit.bank')
  const word = useTranslations('words')
  const user = useUser()
  const { line_id, proposal } = line
  const [chosen, setInvoice] = useState(proposal?.invoice_id ?? '')
  const form = useCallForm('bankLineBook', {
    fixed: { line_id },
    values: { customer_id: proposal?.customer_id },
    required: ['customer_id'],
    refresh: showsBooking,
    send: (input) => ask('bankLineBook', invoice_id ? { line_id, invoice_id } : input),
    done: ({ state }) => done(state),
  })
  const customer_id = given(form.values.customer_id) ?? ''
  const { documents, isLoading } = useOpenDocuments(mayPay ? customer_id : '')
  const invoice_id = documents.some((one) => one.invoice_id === chosen) ? chosen : ''
  const choices = documents.map(({ invoice_id: value, document_no, open }) => ({
    value,
    label: t('document', { document: document_no, amount: format.money(open) }),
  }))
  return (
    <FormDialog
      title={t('choose_title')}
      form={form}
      waits={isLoading}
      submit={t('book')}
      onClose={onClose}
      above={<p className="breaks">{[format.day(line.booked_on), line.name, format.money(line.amount), line.reference].filter(Boolean).join(' · ')}</p>}
    >
      <Combobox
        {...form.fields.customer_id}
        call="customersListShort"
        input={{ filters: { parent_id: user.customer_id } }}
        known={proposal ? { value: proposal.customer_id, label: proposal.customer_name } : undefined}
        option={(row) => ({ value: row.customer_id, label: row.city ? `${row.name}, ${row.city}` : row.name })}
        picked={() => setInvoice('')}
      />
      {customer_id !== '' && !isLoading && (
        <Choices down label={t('for')} value={invoice_id} choices={[{ value: '', label: word('top_up_balance') }, ...choices]} choose={setInvoice} />
      )}
    </FormDialog>
  )
}

/** Returns the documents of a customer that are not paid in full. */
function useOpenDocuments(customer_id: string) {
  const enabled = can(useUser(), 'invoicesList') && customer_id !== ''
  const { data, isLoading } = useQuery({ ...query('invoicesList', { filters: { customer_id }, limit: DOCUMENTS_MAX }), enabled })
  return { documents: (data?.content ?? []).filter(({ open, state }) => open > 0 && state !== 'cancelled' && enabled), isLoading }
}
