// The mark under the totals of a report: whether they are the sums of the ledger, too.

import { useTranslations } from 'use-intl'
import type * as z from 'zod/mini'
import type { agreement } from '../../../contract/kit/agreement.ts'
import * as format from '../base/format.ts'

export function Agreement({ agrees, difference, finding }: z.output<typeof agreement>) {
  const t = useTranslations('charts')
  return (
    <div className="row">
      {agrees ? (
        <span className="badge success">{t('agrees')}</span>
      ) : (
        <span role="alert" className="badge danger">
          {t('disagrees', { difference: format.moneyExact(difference ?? 0) })}
        </span>
      )}
      {finding && <span className="mono">{finding}</span>}
    </div>
  )
}
