// The rule by which the organisation's own customers are reminded of low credit.
import { useMessages, useTranslations } from 'use-intl'
import { reminderRules } from '../../../../contract/customers/credit-reminders.ts'
import type { Output } from '../../../kit/base/api.ts'
import { FormDialog } from '../../../kit/form/FormDialog.tsx'
import { CountField, SelectField } from '../../../kit/form/fields.tsx'
import { MoneyField } from '../../../kit/form/MoneyField.tsx'
import { useCallForm } from '../../../kit/form/use-call-form.ts'

type Props = { rule: Output<'creditReminders'>['rule']; onClose: () => void }

export function ReminderRule({ rule, onClose }: Props) {
  const t = useTranslations('credit.reminders')
  const house = useTranslations('house.words')
  const word = useTranslations('words')
  const { options } = useMessages().credit.reminders
  const form = useCallForm('creditReminderRule', { values: rule, refresh: ['creditReminders'], done: onClose })
  const { fields, values } = form
  const hours = Array.from({ length: 24 }, (_, hour) => ({ value: hour, label: word('hour', { hour }) }))
  return (
    <FormDialog title={t('title')} form={form} submit={house('save')} onClose={onClose} above={<p>{t('text')}</p>}>
      <SelectField {...fields.remind_when} autoFocus options={reminderRules.map((value) => ({ value, label: options[value] }))} />
      {values.remind_when === 'amount' && <MoneyField {...fields.available_below} />}
      {(values.remind_when === 'days' || values.remind_when === 'round') && (
        <CountField {...fields.lasts_days} {...(values.remind_when === 'round' && { hint: t('round_hint') })} />
      )}
      {values.remind_when !== 'off' && <SelectField {...fields.hour} options={hours} />}
    </FormDialog>
  )
}
