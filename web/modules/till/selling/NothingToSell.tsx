// The till when there is nothing to sell.
import { useTranslations } from 'use-intl'
import { Empty } from '../../../kit/page/Empty.tsx'
import { SupportPhone } from './SupportPhone.tsx'
import styles from './tiles.module.css'

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
        <div key={name} className={`skeleton ${styles.skeleton}`} />
      ))}
    </div>
  )
}
