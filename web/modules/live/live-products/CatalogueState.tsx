// The state of one supplier's catalogue of goods: when it was read and with what result; or since when and why it cannot be read, and when it is tried again.
import { useTranslations } from 'use-intl'
import type { Output } from '../../../kit/base/api.ts'
import * as format from '../../../kit/base/format.ts'
import { EffectButton } from '../../../kit/page/EffectButton.tsx'
import { useReasons } from '../../../kit/page/supplier-reasons.ts'

export type Catalogue = Output<'liveProductsList'>['catalogues'][number]

/** A button that reads the catalogue now, and the switch that puts new products on sale automatically. */
export function ReadAgain({ of: { connection_id, connection_name, puts_on_sale } }: { of: Catalogue }) {
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

export function CatalogueState({ of }: { of: Catalogue }) {
  const t = useTranslations('prices.online')
  const { outcome, ended_at, products, dearer, gone, odd } = of
  if (outcome === 'failed' || outcome === 'empty') return <NotRead of={of} />
  if (outcome === 'never' || ended_at === null) return <span className="muted">{t('read_never')}</span>
  const [count, more, less, unread] = [products, dearer, gone, odd].map((n) => format.count(n))
  return (
    <span className="muted">
      {t('read_done', { time: format.dateTime(ended_at), count: count ?? '', dearer: more ?? '', gone: less ?? '', odd: unread ?? '' })}
    </span>
  )
}

function NotRead({ of: { outcome, reason, failing_since, next_at } }: { of: Catalogue }) {
  const t = useTranslations('prices.online')
  const words = useReasons()
  return (
    <div className="notice warning row">
      {outcome === 'empty' && <span>{t('read_empty')}</span>}
      {failing_since && <span>{t('read_failed', { time: format.dateTime(failing_since) })}</span>}
      {reason && <span>{t('read_reason', { reason: words(reason) })}</span>}
      {next_at && <span>{t('read_next', { time: format.time(next_at) })}</span>}
    </div>
  )
}
