// Shown by the till if there is nothing to sell.
import { useTranslations } from 'use-intl'
import { SupportPhone } from '../../../kit/counter/SupportPhone.tsx'
import styles from '../../../kit/counter/tiles.module.css'
import { Empty } from '../../../kit/page/Empty.tsx'

export function NothingToSell() {
  const t = useTranslations('selling.nothing')
  return (
    <Empty title={t('title')} hint={t('hint')}>
      <SupportPhone />
    </Empty>
  )
}

export function TilesLoading() {
  const t = useTranslations('selling.nothing')
  return (
    <div className={styles.tiles} role="status" aria-label={t('loading')}>
      {Array.from({ length: 12 }, (_, i) => `tile ${i}`).map((name) => (
        <div key={name} className="skeleton" />
      ))}
    </div>
  )
}
