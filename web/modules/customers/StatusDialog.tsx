// Stops customers or lets them work again, and says why. Of one on its own page its name stands in the title, of those chosen their number.
import { Button } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { CallForm } from '../../kit/CallForm.tsx'
import { Dialog } from '../../kit/Dialog.tsx'
import { TextField } from '../../kit/fields.tsx'
import * as format from '../../kit/format.ts'
import { useCallForm } from '../../kit/use-call-form.ts'

type Props = { customer_ids: readonly string[]; name?: string; is_active: boolean; onClose: () => void; done?: () => void }

export function StatusDialog({ customer_ids, name, is_active, onClose, done }: Props) {
  const t = useTranslations('people.status')
  const house = useTranslations('house.steps')
  const way = is_active ? 'restart' : 'stop'
  const form = useCallForm('customerStatus', {
    labels: { reason: t('reason') },
    values: { customer_ids: JSON.stringify(customer_ids), is_active: is_active ? '1' : '0', reason: '' },
    refresh: ['customersListShort', 'customersList', 'customerDetails'],
    done: () => {
      done?.()
      onClose()
    },
  })
  const n = customer_ids.length
  return (
    <Dialog title={name ? t(`${way}_title`, { name }) : t(`${way}_many`, { n, count: format.count(n) })} onClose={onClose}>
      <p>{t(`${way}_text`)}</p>
      <CallForm
        form={form}
        submit={t(way)}
        actions={
          <Button variant="default" onClick={onClose}>
            {house('back')}
          </Button>
        }
      >
        <TextField {...form.field('reason')} hint={t('reason_hint')} autoFocus />
      </CallForm>
    </Dialog>
  )
}
