// The return of a debit: the reason that the bank gives, its fee, and a button to take back the payment of the invoice.
import { Button } from '@mantine/core'
import { useMessages, useTranslations } from 'use-intl'
import { useCall, useUser } from '../../../kit/base/api.ts'
import { can } from '../../../kit/base/can.ts'
import * as format from '../../../kit/base/format.ts'
import type { Row } from '../../../kit/base/list-state.ts'
import { InnerLink } from '../../../kit/page/InnerLink.tsx'
import { Refusal } from '../../../kit/page/Refusal.tsx'

/** Reasons after which collecting again under the same mandate makes no sense. */
const ENDS_MANDATE = ['AC04', 'MD01', 'MD06', 'MD07']

export function Return({ line }: { line: Row<'collectionLines'> }) {
  const t = useTranslations('debits')
  const reasons: Partial<Record<string, string>> = useMessages().debits.return_reasons
  const user = useUser()
  const book = useCall('debitReturnBook', { refresh: ['collectionLines', 'collectionsList', 'collectionPreview', 'invoicesList', 'invoiceReport'] })
  const { return_id, returned_on, return_reason: code, return_fee, return_state, state, mandate_reference } = line
  if (return_id === null) return '–'
  return (
    <>
      <div>{[reasons[code] ?? t('no_reason'), code].filter(Boolean).join(' · ')}</div>
      <div className="muted small">
        {t('returned_on', { day: format.day(returned_on ?? '') })} {return_fee ? t('return_fee', { amount: format.money(return_fee) }) : ''}
      </div>
      {ENDS_MANDATE.includes(code) && (
        <div className="small">
          {t('revoke_perhaps')} <InnerLink to={`/mandates/view?q=${encodeURIComponent(mandate_reference)}`}>{mandate_reference}</InnerLink>
        </div>
      )}
      {return_state === 'open' && state === 'returned' && can(user, 'debitReturnBook') && (
        <Button size="xs" disabled={book.isPending} onClick={() => book.mutate({ return_id })}>
          {t('take_back')}
        </Button>
      )}
      <Refusal error={book.error} changes />
    </>
  )
}
