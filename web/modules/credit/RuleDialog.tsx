// Above which amount a booking wants a second person.
import { useTranslations } from 'use-intl'
import { moneyText } from '../../../contract/kit/money.ts'
import { CallForm } from '../../kit/CallForm.tsx'
import { Dialog } from '../../kit/Dialog.tsx'
import { MoneyField } from '../../kit/MoneyField.tsx'
import { useCallForm } from '../../kit/use-call-form.ts'

export function RuleDialog({ above, onClose }: { above: number | null; onClose: () => void }) {
  const t = useTranslations('money.requests')
  const form = useCallForm('creditRulesUpdate', {
    labels: { credit_approval_above: t('above') },
    values: { credit_approval_above: above === null ? '' : moneyText(above) },
    refresh: ['creditRequestsList'],
    done: onClose,
  })
  return (
    <Dialog title={t('rule_title')} onClose={onClose}>
      <p>{t('rule_text')}</p>
      <CallForm form={form} submit={t('save')}>
        <MoneyField {...form.field('credit_approval_above')} hint={t('above_hint')} autoFocus />
      </CallForm>
    </Dialog>
  )
}
