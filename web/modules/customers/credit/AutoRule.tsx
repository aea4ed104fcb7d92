// The form of one customer's rule for automatic credit. Before it is saved, it shows what the rule would have booked last month.
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { accountRole } from '../../../../contract/kit/access.ts'
import { type Input, query, useUser } from '../../../kit/base/api.ts'
import * as format from '../../../kit/base/format.ts'
import type { Row } from '../../../kit/base/list-state.ts'
import { Choices } from '../../../kit/form/Choices.tsx'
import { Combobox } from '../../../kit/form/Combobox.tsx'
import { FormDialog } from '../../../kit/form/FormDialog.tsx'
import { given, type Typed } from '../../../kit/form/form-values.ts'
import { MoneyField } from '../../../kit/form/MoneyField.tsx'
import { SecondPerson } from '../../../kit/form/SecondPerson.tsx'
import { useCallForm } from '../../../kit/form/use-call-form.ts'

export type Rule = Row<'autoCreditLedger'>

type Props = { rule: Rule | undefined; customer_id: string | undefined; onClose: () => void }

const TYPING_MS = 400

export function AutoRule({ rule, customer_id, onClose }: Props) {
  const t = useTranslations('credit.auto')
  const word = useTranslations('words')
  const houseWord = useTranslations('house.words')
  const field = useTranslations('fields')
  const user = useUser()
  const [waits, setWaits] = useState(false)
  const fixed = rule?.customer_id ?? customer_id
  const form = useCallForm('autoCreditUpdate', {
    labels: { balance_trigger: t('balance_trigger'), balance_topup: t('balance_topup') },
    values: {
      customer_id: fixed,
      balance_trigger: rule?.balance_trigger,
      balance_topup: rule?.balance_topup,
      daily_limit: rule?.daily_limit,
      is_enabled: rule?.is_enabled ?? true,
    },
    refresh: ['autoCreditLedger', 'walletHistory'],
    done: ({ state }) => (state === 'waiting' ? setWaits(true) : onClose()),
  })
  const { customer_id: customer, balance_trigger, balance_topup, daily_limit } = form.fields
  if (waits) return <SecondPerson onClose={onClose} />
  return (
    <FormDialog title={rule ? t('edit_title', { customer: rule.customer_name }) : t('add')} form={form} submit={houseWord('save')} onClose={onClose}>
      {!fixed && (
        <Combobox
          {...customer}
          required
          call="customersListShort"
          input={user.account_role === accountRole.superadmin ? {} : { filters: { parent_id: user.customer_id } }}
          option={(row) => ({ value: row.customer_id, label: row.name })}
        />
      )}
      <MoneyField {...balance_trigger} required hint={t('balance_trigger_hint')} autoFocus />
      <MoneyField {...balance_topup} required hint={t('balance_topup_hint')} />
      <MoneyField {...daily_limit} required hint={t('daily_limit_hint')} />
      <Choices
        label={field('state')}
        value={form.values.is_enabled ? 'on' : 'paused'}
        choices={[
          { value: 'on', label: word('on') },
          { value: 'paused', label: t('paused') },
        ]}
        choose={(value) => form.setValue('is_enabled', value === 'on')}
      />
      <Simulation values={form.values} />
    </FormDialog>
  )
}

type Values = { [K in keyof Input<'autoCreditSimulate'>]?: Typed<Input<'autoCreditSimulate'>[K]> }

function Simulation({ values }: { values: Values }) {
  const t = useTranslations('credit.auto')
  const asked = {
    customer_id: given(values.customer_id) ?? '',
    balance_trigger: given(values.balance_trigger),
    balance_topup: given(values.balance_topup),
    daily_limit: given(values.daily_limit),
  }
  const [typed] = useDebouncedValue(JSON.stringify(asked), TYPING_MS)
  const { customer_id, balance_trigger = -1, balance_topup = 0, daily_limit = 0 } = asked
  const isWhole = customer_id !== '' && balance_trigger >= 0 && balance_topup > 0 && daily_limit > 0 && typed === JSON.stringify(asked)
  const found = useQuery({ ...query('autoCreditSimulate', { customer_id, balance_trigger, balance_topup, daily_limit }), enabled: isWhole }).data
  if (!found) return <p className="muted">{t('simulation_waits')}</p>
  return (
    <p role="status" className="notice">
      {t('simulation', { n: found.fired, count: format.count(found.fired), amount: format.money(found.amount) })}
    </p>
  )
}
