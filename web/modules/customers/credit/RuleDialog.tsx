// The dialog that sets how much credit one person may give a customer per day before a second person has to decide.
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { FormDialog } from '../../../kit/form/FormDialog.tsx'
import { MoneyField } from '../../../kit/form/MoneyField.tsx'
import { SecondPerson } from '../../../kit/form/SecondPerson.tsx'
import { useCallForm } from '../../../kit/form/use-call-form.ts'

export function RuleDialog({ above, onClose }: { above: number | null; onClose: () => void }) {
  const t = useTranslations('credit.requests')
  const word = useTranslations('house.words')
  const field = useTranslations('fields')
  const [waits, setWaits] = useState(false)
  const form = useCallForm('creditRulesUpdate', {
    labels: { credit_approval_above: field('amount') },
    values: { credit_approval_above: above },
    refresh: ['creditRequestsList'],
    done: ({ state }) => (state === 'waiting' ? setWaits(true) : onClose()),
  })
  if (waits) return <SecondPerson onClose={onClose} />
  return (
    <FormDialog title={t('rule_title')} form={form} submit={word('save')} onClose={onClose} above={<p>{t('rule_text')}</p>}>
      <MoneyField {...form.fields.credit_approval_above} hint={t('above_hint')} autoFocus />
    </FormDialog>
  )
}
