// Sends reminders about the chosen documents by mail, and shows which reminders were not sent and why.
import { Button } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { INVOICE_REMINDERS_MAX } from '../../../../contract/papers/invoices.ts'
import { useCall } from '../../../kit/base/api.ts'
import * as format from '../../../kit/base/format.ts'
import { Refusal } from '../../../kit/page/Refusal.tsx'

export function Remind({ ids }: { ids: readonly string[] }) {
  const t = useTranslations('invoices')
  const remind = useCall('invoicesRemind')
  const isTooMany = ids.length > INVOICE_REMINDERS_MAX
  const rows = remind.data?.rows ?? []
  const sent = rows.filter(({ outcome }) => outcome === 'sent').length
  const reasons = [...new Set(rows.map(({ outcome }) => outcome))].filter((outcome) => outcome !== 'sent')
  return (
    <>
      <Refusal error={remind.error} />
      {isTooMany && <span className="muted">{t('too_many', { count: format.count(INVOICE_REMINDERS_MAX) })}</span>}
      {remind.data && (
        <span role="status">
          {t('reminded', { count: sent, shown: format.count(sent) })} {reasons.map((outcome) => t(`reminders.${outcome}`)).join(', ')}
        </span>
      )}
      <Button disabled={remind.isPending || isTooMany} onClick={() => remind.mutate({ invoice_ids: [...ids] })}>
        {t('remind')}
      </Button>
    </>
  )
}
