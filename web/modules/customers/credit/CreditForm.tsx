// The form of one booking: for which customer, how much, how it was paid, and the wallet after the booking.
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { paymentModes, walletChanges } from '../../../../contract/customers/credit.ts'
import { accountRole } from '../../../../contract/kit/access.ts'
import { EURO } from '../../../../contract/kit/money.ts'
import { query, useUser } from '../../../kit/base/api.ts'
import * as format from '../../../kit/base/format.ts'
import { useUrlState } from '../../../kit/base/url.ts'
import { readAmount } from '../../../kit/form/amount.ts'
import { CallForm } from '../../../kit/form/CallForm.tsx'
import { Choices } from '../../../kit/form/Choices.tsx'
import { Combobox } from '../../../kit/form/Combobox.tsx'
import { LongTextField, SelectField } from '../../../kit/form/fields.tsx'
import { given } from '../../../kit/form/form-values.ts'
import { MoneyField } from '../../../kit/form/MoneyField.tsx'
import { useCallForm } from '../../../kit/form/use-call-form.ts'
import { useOwnCustomer } from '../../../kit/list/own-customer.ts'
import { Confirm } from '../../../kit/page/Confirm.tsx'
import { NotYourCustomer } from '../../../kit/page/NotYourCustomer.tsx'
import { BalanceBar } from './BalanceBar.tsx'
import { CustomerCard } from './CustomerCard.tsx'
import type { Booking } from './open-booking.ts'
import { Presets } from './Presets.tsx'
import type { Change } from './use-booking.ts'
import { AGAIN_ABOVE, useGuards } from './use-guards.ts'

type Props = { fixed_id: string | undefined; send: (input: Booking['input'], customer_name: string) => Promise<Change> }

export function CreditForm({ fixed_id, send }: Props) {
  const t = useTranslations('sales.booking')
  const word = useTranslations('words')
  const field = useTranslations('fields')
  const user = useUser()
  const [customer_id, setCustomer] = useState(fixed_id ?? '')
  const customer = useOwnCustomer(customer_id)
  const [typed] = useUrlState()
  const named = readAmount(typed['amount'] ?? '')
  const form = useCallForm('walletChange', {
    labels: { remarks: field('note') },
    values: { customer_id: fixed_id, type: 'top_up', payment_mode: 'cash', amount: named.kind === 'amount' ? named.amount : undefined },
    send: (input) => send({ type: 'top_up', payment_mode: 'cash', ...input }, customer.row?.name ?? ''),
  })
  const type = given(form.values.type) ?? 'top_up'
  const amount = given(form.values.amount)
  const guards = useGuards({ customer_id, type, amount, submit: form.submit })
  if (fixed_id && customer.isTheirs) return <NotYourCustomer />
  const money = format.money(amount ?? 0)
  const submit =
    amount === undefined ? word('top_up_balance') : type === 'top_up' ? word('top_up_amount', { amount: money }) : t('submit_limit', { amount: money })
  return (
    <div className="beside" style={{ '--columns': 'minmax(0, 3fr) minmax(260px, 2fr)' }}>
      <section className="card">
        <CallForm form={{ ...form, submit: guards.submit }} submit={submit}>
          {!fixed_id && (
            <Combobox
              {...form.fields.customer_id}
              call="customersListShort"
              input={user.account_role === accountRole.superadmin ? {} : { filters: { parent_id: user.customer_id } }}
              option={(row) => ({ value: row.customer_id, label: row.city ? `${row.name}, ${row.city}` : row.name })}
              picked={(row) => setCustomer(row?.customer_id ?? '')}
            />
          )}
          <Choices
            label={t('type')}
            value={type}
            choices={walletChanges.map((value) => ({ value, label: t(`types.${value}`) }))}
            choose={(value) => form.setValue('type', value)}
          />
          <Presets amount={amount} choose={(euro) => form.setValue('amount', euro * EURO)} />
          <MoneyField {...form.fields.amount} />
          {guards.asksAgain && <MoneyField {...guards.again} hint={t('again_hint', { amount: format.money(AGAIN_ABOVE) })} />}
          {type === 'top_up' && (
            <SelectField {...form.fields.payment_mode} required options={paymentModes.map((value) => ({ value, label: word(`payment_modes.${value}`) }))} />
          )}
          <LongTextField {...form.fields.remarks} />
          {customer.row && amount !== undefined && <SecondPerson rise={type === 'top_up' ? amount : amount - customer.row.credit_limit} />}
          {customer.row && amount !== undefined && <BalanceBar customer={customer.row} type={type} amount={amount} />}
        </CallForm>
      </section>
      {customer.row && <CustomerCard customer={customer.row} />}
      {guards.repeated && (
        <Confirm
          title={t('repeat_title', { amount: money, customer: customer.row?.name ?? '' })}
          confirm={submit}
          onConfirm={guards.anyway}
          onClose={guards.leave}
        >
          <p>{t('repeat_text', { time: format.time(guards.repeated) })}</p>
        </Confirm>
      )}
    </div>
  )
}

/** Shown before sending: an amount above the organisation's limit has to be approved by a second person. */
function SecondPerson({ rise }: { rise: number }) {
  const t = useTranslations('sales.booking')
  const above = useQuery(query('creditRequestsList', { limit: 1 })).data?.credit_approval_above ?? null
  if (above === null || rise <= above) return null
  return (
    <p role="status" className="notice warning">
      {t('second_person', { amount: format.money(above) })}
    </p>
  )
}
