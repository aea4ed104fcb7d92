// The platform's part of the start page: whether the portal works well, all resellers side by side, and their suppliers. Below it follows the start page of the
// chosen reseller.
import { useTranslations } from 'use-intl'
import * as format from '../../../kit/base/format.ts'
import { Change } from '../../../kit/page/Change.tsx'
import { Failed } from '../../../kit/page/Empty.tsx'
import { PortalHealth } from './PortalHealth.tsx'
import { Resellers, WaitingAcross } from './Resellers.tsx'
import { Suppliers } from './Suppliers.tsx'
import { useTenants } from './use-tenants.ts'

export default function PlatformStart() {
  const t = useTranslations('platform')
  const { rows, error, retry } = useTenants()
  const chosen = rows?.find((row) => row.chosen)
  return (
    <div className="stack in-order">
      <PortalHealth />
      {!rows && !error && <i data-waiting hidden />}
      <section className="stack" aria-label={t('resellers')}>
        <div className="row">
          <h2>{t('resellers')}</h2>
          {rows && <Sum rows={rows} />}
        </div>
        {error && !rows ? (
          <div className="card">
            <Failed error={error} retry={retry} />
          </div>
        ) : (
          <Resellers rows={rows} />
        )}
        {rows && <WaitingAcross rows={rows} />}
      </section>
      <Suppliers rows={rows} />
      {chosen && <h2>{chosen.name}</h2>}
    </div>
  )
}

/** Today's sales of all resellers, compared with yesterday's up to the same time of day. */
function Sum({ rows }: { rows: NonNullable<ReturnType<typeof useTenants>['rows']> }) {
  const t = useTranslations('platform')
  const [now, then] = (['today', 'yesterday'] as const).map((day) => rows.reduce((sum, { sales }) => sum + (sales?.[day].face_total ?? 0), 0))
  return (
    <span className="row muted">
      {t('all_today', { amount: format.money(now ?? 0) })} <Change now={now ?? 0} then={then ?? 0} same={t('same')} />
    </span>
  )
}
