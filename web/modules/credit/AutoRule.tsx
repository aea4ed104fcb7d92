// The rule of one customer; before saving, shows what it would have done last month.
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { moneyText, parseMoney } from '../../../contract/kit/money.ts'
import { query, useUser } from '../../kit/api.ts'
import { Choices } from '../../kit/Choices.tsx'
import { Combobox } from '../../kit/Combobox.tsx'
import { FormDialog } from '../../kit/FormDialog.tsx'
import * as format from '../../kit/format.ts'
import type { Row } from '../../kit/list-state.ts'
import { MoneyField } from '../../kit/MoneyField.tsx'
import { SecondPerson } from '../../kit/SecondPerson.tsx'
import { useCallForm } from '../../kit/use-call-form.ts'

export type Rule = Row<'autoCreditLedger'>

type Props = { rule: Rule | undefined; customer_id: string | undefined; onClose: () => void }

const SUPERADMIN = 0
const TYPING_MS = 400

export function AutoRule({ rule, customer_id, onClose }: Props) {
  const t = useTranslations('money.auto')
  const user = useUser()
  const [waits, setWaits] = useState(false)
  const fixed = rule?.customer_id ?? customer_id
  const text = (amount: number | undefined) => (amount === undefined ? '' : moneyText(amount))
  const form = useCallForm('autoCreditUpdate', {
    labels: { customer_id: t('customer'), balance_trigger: t('balance_trigger'), balance_topup: t('balance_topup'), daily_limit: t('daily_limit') },
    values: {
      customer_id: fixed ?? '',
      balance_trigger: text(rule?.balance_trigger),
      balance_topup: text(rule?.balance_topup),
      daily_limit: text(rule?.daily_limit),
      is_enabled: rule && !rule.is_enabled ? '0' : '1',
    },
    refresh: ['autoCreditLedger', 'walletHistory'],
    done: ({ state }) => (state === 'waiting' ? setWaits(true) : onClose()),
  })
  const field = (name: 'customer_id' | 'balance_trigger' | 'balance_topup' | 'daily_limit') => ({ ...form.field(name), required: true })
  if (waits) return <SecondPerson onClose={onClose} />
  return (
    <FormDialog title={rule ? t('edit_title', { customer: rule.customer_name }) : t('add')} form={form} submit={t('save')} onClose={onClose}>
      {!fixed && (
        <Combobox
          {...field('customer_id')}
          call="customersListShort"
          input={user.account_role === SUPERADMIN ? {} : { filters: { parent_id: user.customer_id } }}
          option={(row) => ({ value: row.customer_id, label: row.name })}
        />
      )}
      <MoneyField {...field('balance_trigger')} hint={t('balance_trigger_hint')} autoFocus />
      <MoneyField {...field('balance_topup')} hint={t('balance_topup_hint')} />
      <MoneyField {...field('daily_limit')} hint={t('daily_limit_hint')} />
      <Choices
        label={t('state')}
        value={form.values['is_enabled'] === '0' ? '0' : '1'}
        choices={[
          { value: '1', label: t('on') },
          { value: '0', label: t('paused') },
        ]}
        choose={(value) => form.setValue('is_enabled', value)}
      />
      <Simulation values={form.values} />
    </FormDialog>
  )
}

function Simulation({ values }: { values: Record<string, unknown> }) {
  const t = useTranslations('money.auto')
  const amount = (name: string) => parseMoney(String(values[name] ?? ''))
  const asked = {
    customer_id: String(values['customer_id'] ?? ''),
    balance_trigger: amount('balance_trigger'),
    balance_topup: amount('balance_topup'),
    daily_limit: amount('daily_limit'),
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
