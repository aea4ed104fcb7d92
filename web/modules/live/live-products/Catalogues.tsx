// When each supplier's catalogue was read and with what result, and a button to read it now. Collapsed while all could be read.
import { useTranslations } from 'use-intl'
import type { Output } from '../../../kit/base/api.ts'
import * as format from '../../../kit/base/format.ts'
import { EffectButton } from '../../../kit/page/EffectButton.tsx'

type Catalogue = Output<'liveProductsList'>['catalogues'][number]

export function Catalogues({ catalogues }: { catalogues: readonly Catalogue[] }) {
  const t = useTranslations('prices.online')
  return (
    <details className="card stack" open={catalogues.some(({ outcome }) => outcome === 'failed' || outcome === 'empty')}>
      <summary>{t('catalogues')}</summary>
      <ul className="lines">
        {catalogues.map((one) => (
          <li key={one.connection_id}>
            <span>
              <b>{one.connection_name}</b> <Last of={one} />
            </span>
            <span className="push">
              <ReadAgain of={one} />
            </span>
          </li>
        ))}
      </ul>
    </details>
  )
}

/** A button that reads the catalogue now, and the switch whether new products go on sale automatically. */
function ReadAgain({ of: { connection_id, connection_name, puts_on_sale } }: { of: Catalogue }) {
  const t = useTranslations('prices.online')
  const field = useTranslations('fields')
  const shared = { call: 'catalogueRead', refresh: ['liveProductsList'], size: 'xs', of: connection_name } as const
  return (
    <span className="row">
      <EffectButton {...shared} input={{ connection_id }} label={t('read_now')} />
      <EffectButton {...shared} input={{ connection_id, puts_on_sale: !puts_on_sale }} label={puts_on_sale ? t('new_off') : field('puts_on_sale')}>
        <p>{t(puts_on_sale ? 'new_off_hint' : 'new_on_hint')}</p>
      </EffectButton>
    </span>
  )
}

function Last({ of }: { of: Catalogue }) {
  const t = useTranslations('prices.online')
  const { outcome, ended_at, products, dearer, gone, odd } = of
  if (outcome === 'failed') return <p className="notice warning">{t('read_failed')}</p>
  if (outcome === 'empty') return <p className="notice warning">{t('read_empty')}</p>
  if (outcome === 'never' || ended_at === null) return <span className="muted">{t('read_never')}</span>
  const [count, more, less, unread] = [products, dearer, gone, odd].map((n) => format.count(n))
  return (
    <span className="muted">
      {t('read_done', { time: format.dateTime(ended_at), count: count ?? '', dearer: more ?? '', gone: less ?? '', odd: unread ?? '' })}
    </span>
  )
}
