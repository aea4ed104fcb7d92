// The dialog that reverses a wrong credit. It names the booking, asks how much of its amount was wrong and why, and shows the available amount afterwards.
import { useTranslations } from 'use-intl'
import type { Output } from '../../../kit/base/api.ts'
import * as format from '../../../kit/base/format.ts'
import type { Row } from '../../../kit/base/list-state.ts'
import { FormDialog } from '../../../kit/form/FormDialog.tsx'
import { LongTextField } from '../../../kit/form/fields.tsx'
import { given } from '../../../kit/form/form-values.ts'
import { MoneyField } from '../../../kit/form/MoneyField.tsx'
import { useCallForm } from '../../../kit/form/use-call-form.ts'
import { useOwnCustomer } from '../../../kit/list/own-customer.ts'
import { BalanceBar } from './BalanceBar.tsx'
import { showsBalance } from './use-booking.ts'

export type Entry = Row<'walletHistory'>
export type Corrected = Output<'walletCorrect'>

type Props = { entry: Entry; onClose: () => void; done: (change: Corrected) => void }

export function CorrectBooking({ entry, onClose, done }: Props) {
  const t = useTranslations('credit.correct')
  const { row: customer } = useOwnCustomer(entry.customer_id)
  const form = useCallForm('walletCorrect', {
    labels: { amount: t('amount') },
    fixed: { entry_id: entry.entry_id },
    values: { amount: entry.amount },
    refresh: showsBalance,
    done,
  })
  const amount = given(form.values.amount) ?? 0
  return (
    <FormDialog
      title={t('title', { customer: entry.customer_name })}
      form={form}
      submit={t('submit', { amount: format.money(amount) })}
      onClose={onClose}
      above={<p>{t('text', { at: format.dateTime(entry.created_at), amount: format.money(entry.amount) })}</p>}
    >
      <MoneyField {...form.fields.amount} />
      <LongTextField {...form.fields.reason} autoFocus />
      {customer && <BalanceBar customer={customer} type="top_up" amount={-amount} />}
    </FormDialog>
  )
}
