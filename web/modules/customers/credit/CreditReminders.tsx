// Reminders of low credit: the rule by which the organisation's own customers are reminded, and the reminders sent.
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useMessages, useTranslations } from 'use-intl'
import { reminderCauses } from '../../../../contract/customers/credit-reminders.ts'
import type { Output } from '../../../kit/base/api.ts'
import * as format from '../../../kit/base/format.ts'
import type { Row } from '../../../kit/base/list-state.ts'
import { ListPage } from '../../../kit/list/ListPage.tsx'
import type { Column } from '../../../kit/list/ListTable.tsx'
import { wordsOf } from '../../../kit/list/list-columns.ts'
import { ReminderRule } from './ReminderRule.tsx'

type Reminder = Row<'creditReminders'>
type Rule = Output<'creditReminders'>['rule']

const looks = { waiting: 'badge warning', sent: 'badge success', failed: 'badge danger', kept: 'badge' } as const

export default function CreditReminders() {
  const t = useTranslations('credit.reminders')
  const multi = useTranslations('credit.auto')
  const field = useTranslations('fields')
  const word = useTranslations('words')
  const { reminders } = useMessages().credit
  const [changing, setChanging] = useState<Rule>()
  const columns: Column<Reminder>[] = [
    { key: 'created_at', header: field('time') },
    { key: 'customer_name' },
    { key: 'cause', words: wordsOf(reminderCauses, (cause) => reminders.why[cause]) },
    { key: 'available' },
    { key: 'days_left' },
    { key: 'channel', words: reminders.channels },
    { key: 'message_state', words: reminders.states, looks, header: field('state') },
  ]
  return (
    <>
      <ListPage
        call="creditReminders"
        columns={columns}
        rowKey={(row) => row.reminder_id}
        filters={[{ name: 'cause', label: field('cause'), options: reminderCauses.map((value) => ({ value, label: reminders.why[value], is: value })) }]}
        searchLabel={multi('search')}
        nothing={{ title: t('nothing'), hint: t('nothing_hint') }}
        below={({ rule }) => (
          <div className="notice row">
            <span>{sentence(rule)}</span>
            <Button variant="default" size="xs" onClick={() => setChanging(rule)}>
              {word('change')}
            </Button>
          </div>
        )}
      />
      {changing && <ReminderRule rule={changing} onClose={() => setChanging(undefined)} />}
    </>
  )

  function sentence({ remind_when, available_below, lasts_days, hour }: Rule): string {
    return t(`rules.${remind_when}`, { amount: format.money(available_below), n: lasts_days, count: format.count(lasts_days), hour: word('hour', { hour }) })
  }
}
