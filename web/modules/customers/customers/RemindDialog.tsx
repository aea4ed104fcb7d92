// Reminds chosen customers of their credit by hand. It asks first, because a sent message cannot be taken back; then it shows how many reminders were sent, and
// why other reminders were not sent.
import { Button } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { REMINDERS_MAX } from '../../../../contract/customers/credit-reminders.ts'
import { useCall } from '../../../kit/base/api.ts'
import * as format from '../../../kit/base/format.ts'
import { Confirm } from '../../../kit/page/Confirm.tsx'
import { Dialog } from '../../../kit/page/Dialog.tsx'
import { Refusal } from '../../../kit/page/Refusal.tsx'

type Props = { customer_ids: readonly string[]; onClose: () => void; done: () => void }

export function RemindDialog({ customer_ids, onClose, done }: Props) {
  const t = useTranslations('customers.remind')
  const house = useTranslations('house.words')
  const remind = useCall('creditRemind', { refresh: ['creditReminders'] })
  const isTooMany = customer_ids.length > REMINDERS_MAX
  const figures = (n: number) => ({ n, count: format.count(n) })
  if (!remind.data)
    return (
      <Confirm
        title={t('title', figures(customer_ids.length))}
        confirm={t('send')}
        busy={remind.isPending || isTooMany}
        onConfirm={() => remind.mutate({ customer_ids: [...customer_ids] })}
        onClose={onClose}
      >
        <p>{isTooMany ? t('too_many', figures(REMINDERS_MAX)) : t('text')}</p>
        <Refusal error={remind.error} />
      </Confirm>
    )
  const { rows } = remind.data
  const number = (outcome: string) => rows.filter((row) => row.outcome === outcome).length
  const reasons = (['today', 'off', 'no_address', 'not_found'] as const).filter((outcome) => number(outcome) > 0)
  return (
    <Dialog title={t('sent', figures(number('sent')))} onClose={onClose}>
      <div className="stack" role="status">
        {reasons.map((outcome) => (
          <span key={outcome}>{t(`why.${outcome}`, figures(number(outcome)))}</span>
        ))}
        <div className="row">
          <Button
            onClick={() => {
              onClose()
              done()
            }}
          >
            {house('close')}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
