// The results of booking transfers: how many were booked, wait for a second person, or were refused, and why.
import { useTranslations } from 'use-intl'
import * as format from '../../../kit/base/format.ts'
import { InnerLink } from '../../../kit/page/InnerLink.tsx'
import { Refusal } from '../../../kit/page/Refusal.tsx'
import { ProgressLine } from '../../goods/stock/stock.ts'
import { nameOf } from './lines.ts'
import type { Booked } from './use-book.ts'

export function BookResult({ result }: { result: Booked | undefined }) {
  const t = useTranslations('credit.bank')
  const second = useTranslations('house.second')
  const counted = (n: number) => ({ n, count: format.count(n) })
  return (
    <div role="status" className="stack gap-8 quiet">
      {result?.isRunning && result.all > 1 && <ProgressLine label={t('booking')} done={result.done} total={result.all} />}
      {result && !result.isRunning && (
        <>
          <div className={result.refused.length > 0 || result.failure ? 'notice warning row' : 'notice success row'}>
            <b>{t('booked', counted(result.booked))}</b>
            {result.waiting > 0 && (
              <span>
                {t('waits', counted(result.waiting))} <InnerLink to="/customer/credit/requests">{second('list')}</InnerLink>
              </span>
            )}
            {result.refused.length > 0 && <span>{t('refused', counted(result.refused.length))}</span>}
          </div>
          {result.refused.map(({ line, error }) => (
            <div key={line.line_id} className="stack gap-4">
              <b>{nameOf(line)}</b>
              <Refusal error={error} />
            </div>
          ))}
          <Refusal error={result.failure} changes />
        </>
      )}
    </div>
  )
}
