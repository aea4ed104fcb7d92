// On which weekday, and how often, the customers on the page get credit in a round.
import { useTranslations } from 'use-intl'
import { rhythms } from '../../../../contract/customers/credit-round.ts'
import * as format from '../../../kit/base/format.ts'
import { useWeekdays } from '../../../kit/base/use-weekdays.ts'
import { FormDialog } from '../../../kit/form/FormDialog.tsx'
import { SelectField } from '../../../kit/form/fields.tsx'
import { useCallForm } from '../../../kit/form/use-call-form.ts'

type Props = { customer_ids: readonly string[]; weekday?: number | null; onClose: () => void; done: () => void }

export function RoundDay({ customer_ids, weekday, onClose, done }: Props) {
  const t = useTranslations('credit.round')
  const house = useTranslations('house.words')
  const weekdays = useWeekdays()
  const form = useCallForm('creditRoundDays', { values: { weekday: weekday ?? 1, rhythm: 'weekly' }, fixed: { customer_ids: [...customer_ids] }, done })
  return (
    <FormDialog
      title={t('day_title', { n: customer_ids.length, count: format.count(customer_ids.length) })}
      form={form}
      submit={house('save')}
      onClose={onClose}
      above={<p>{t('day_text')}</p>}
    >
      <SelectField {...form.fields.rhythm} autoFocus options={(['none', ...rhythms] as const).map((value) => ({ value, label: t(`rhythms.${value}`) }))} />
      {form.values.rhythm !== 'none' && <SelectField {...form.fields.weekday} options={weekdays.map((label, i) => ({ value: i + 1, label }))} />}
    </FormDialog>
  )
}
