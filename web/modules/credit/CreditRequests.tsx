// Bookings that wait for a second person: who asked for what, and one's word on it.
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { requestTypes } from '../../../contract/credit.ts'
import { Amount } from '../../kit/Amount.tsx'
import { useUser } from '../../kit/api.ts'
import { can } from '../../kit/can.ts'
import * as format from '../../kit/format.ts'
import { ListPage } from '../../kit/ListPage.tsx'
import type { Column } from '../../kit/ListTable.tsx'
import { wordsOf } from '../../kit/list-columns.ts'
import { DecideRequest, type Request } from './DecideRequest.tsx'
import { RuleDialog } from './RuleDialog.tsx'

const looks = { waiting: 'badge warning', approved: 'badge success', refused: 'badge danger' } as const
const states = ['waiting', 'approved', 'refused'] as const

export default function CreditRequests() {
  const t = useTranslations('money.requests')
  const mayRule = can(useUser(), 'creditRulesUpdate')
  const [deciding, setDeciding] = useState<{ request: Request; action: 'approve' | 'refuse' }>()
  const [rule, setRule] = useState<{ above: number | null }>()
  const columns: Column<Request>[] = [
    { key: 'asked_at', header: t('asked_at'), cell: (row) => format.dateTime(row.asked_at) },
    { key: 'customer_name', header: t('customer'), cell: (row) => row.customer_name },
    { key: 'type', words: wordsOf(requestTypes, (type) => t(`types.${type}`)), header: t('type'), cell: (row) => t(`types.${row.type}`) },
    { key: 'amount', header: t('amount'), cell: (row) => <Amount value={row.amount} />, number: true },
    { key: 'asked_by', header: t('asked_by'), cell: (row) => row.asked_by },
    { key: 'remarks', header: t('note'), cell: (row) => row.remarks || '–' },
    { key: 'state', header: t('state'), cell: (row) => <span className={looks[row.state]}>{t(`states.${row.state}`)}</span> },
    {
      key: 'decided',
      field: ['decided_by', 'reason'],
      header: t('decided_by'),
      cell: (row) => [row.decided_by, row.reason].filter(Boolean).join(' · ') || '–',
    },
    { key: 'action', field: null, header: t('action'), cell: (row) => <Actions row={row} decide={(action) => setDeciding({ request: row, action })} /> },
  ]
  return (
    <>
      <ListPage
        call="creditRequestsList"
        columns={columns}
        rowKey={(row) => row.request_id}
        filters={[{ name: 'state', label: t('state'), options: states.map((value) => ({ value, label: t(`states.${value}`), is: value })) }]}
        nothing={{ title: t('nothing'), hint: t('nothing_hint') }}
        above={({ credit_approval_above: above }) => (
          <div className="notice row">
            <span>{above === null ? t('no_rule') : t('rule', { amount: format.money(above) })}</span>
            {mayRule && (
              <Button variant="default" size="xs" onClick={() => setRule({ above })}>
                {t('change_rule')}
              </Button>
            )}
          </div>
        )}
      />
      {deciding && <DecideRequest {...deciding} onClose={() => setDeciding(undefined)} />}
      {rule && <RuleDialog above={rule.above} onClose={() => setRule(undefined)} />}
    </>
  )
}

/** One's own wait for somebody else. */
function Actions({ row, decide }: { row: Request; decide: (action: 'approve' | 'refuse') => void }) {
  const t = useTranslations('money.requests')
  if (row.state !== 'waiting') return '–'
  if (row.is_own) return <span className="muted">{t('own')}</span>
  return (
    <span className="row">
      <Button size="xs" aria-label={`${t('approve')}: ${row.customer_name}`} onClick={() => decide('approve')}>
        {t('approve')}
      </Button>
      <Button size="xs" variant="default" aria-label={`${t('refuse')}: ${row.customer_name}`} onClick={() => decide('refuse')}>
        {t('refuse')}
      </Button>
    </span>
  )
}
