// The mark under the totals of a report that says whether a second way of counting gives the same totals.

import { useTranslations } from 'use-intl'
import type * as z from 'zod/mini'
import type { agreement } from '../../../contract/kit/agreement.ts'
import * as format from '../base/format.ts'

export function Agreement({ agrees, difference, finding }: z.output<typeof agreement>) {
  const t = useTranslations('charts')
  if (agrees === null) return <p className="muted">{t('many')}</p>
  if (agrees)
    return (
      <div className="row">
        <span className="badge success">{t('agrees')}</span>
      </div>
    )
  return (
    <div className="row" role="alert">
      <span className="badge danger">{difference === null ? t('differs') : t('disagrees', { difference: format.moneyExact(difference) })}</span>
      {finding && <span className="mono">{finding}</span>}
      <span className="muted">{t('check')}</span>
    </div>
  )
}
