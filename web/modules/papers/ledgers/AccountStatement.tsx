// Makes an account statement (a period's ledger as PDF) as an export job, then offers its file.
import { Button } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { useCall, useUser } from '../../../kit/base/api.ts'
import { can } from '../../../kit/base/can.ts'
import { Refusal } from '../../../kit/page/Refusal.tsx'
import { useNavigate } from '../../../kit/router/Pages.tsx'

type Props = { customer_id?: string; period: { from: string; to: string } }

export function AccountStatement({ customer_id, period: { from, to } }: Props) {
  const t = useTranslations('ledgers')
  const navigate = useNavigate()
  const mayStart = can(useUser(), 'ledgerStatement')
  const start = useCall('ledgerStatement', { refresh: ['exportsList'], done: ({ download_id }) => navigate(`/download/${download_id}`) })
  if (!mayStart) return null
  return (
    <>
      <Refusal error={start.error} />
      <Button variant="default" disabled={start.isPending} onClick={() => start.mutate({ ...(customer_id && { customer_id }), date_from: from, date_to: to })}>
        {t('statement')}
      </Button>
    </>
  )
}
