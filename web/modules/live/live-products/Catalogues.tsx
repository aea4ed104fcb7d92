// For each supplier, when its catalogue of goods was read and with what result, and a button to read it now. The section is folded while all catalogues can be
// read.
import { useTranslations } from 'use-intl'
import { useNamed } from '../../../kit/base/action-name.ts'
import { useUser } from '../../../kit/base/api.ts'
import { can } from '../../../kit/base/can.ts'
import { InnerLink } from '../../../kit/page/InnerLink.tsx'
import { type Catalogue, CatalogueState, ReadAgain } from './CatalogueState.tsx'

export function Catalogues({ catalogues }: { catalogues: readonly Catalogue[] }) {
  const t = useTranslations('prices.online')
  const named = useNamed()
  const mayConnect = can(useUser(), 'connectionsList')
  return (
    <details className="card stack" open={catalogues.some(({ outcome }) => outcome === 'failed' || outcome === 'empty')}>
      <summary>{t('catalogues')}</summary>
      <ul className="lines">
        {catalogues.map((one) => (
          <li key={one.connection_id} className="stack gap-4">
            <b>{one.connection_name}</b>
            <CatalogueState of={one} />
            <span className="row">
              {mayConnect && (
                <InnerLink to={`/connection/edit/${one.connection_id}`} label={named(t('to_connection'), one.connection_name)}>
                  {t('to_connection')}
                </InnerLink>
              )}
              <ReadAgain of={one} />
            </span>
          </li>
        ))}
      </ul>
    </details>
  )
}
