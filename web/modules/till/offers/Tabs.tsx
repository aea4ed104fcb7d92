// The choice of offers: the favourites or one kind of goods. A kind has a tab only if this user has goods of this kind on offer.
import { useTranslations } from 'use-intl'
import { stockTypes } from '../../../../contract/kit/product-types.ts'
import type { Offer } from '../../../../contract/till/selling.ts'
import type { Tab } from './catalogue.ts'
import styles from './offers.module.css'

type Props = { offers: readonly Offer[]; tab: Tab; onTab: (tab: Tab) => void }

export function Tabs({ offers, tab, onTab }: Props) {
  const t = useTranslations('selling')
  const types = useTranslations('house.product_types')
  const shown = stockTypes.filter((type) => offers.some(({ product_type }) => product_type === type))
  return (
    <fieldset className={`grows ${styles.tabs}`}>
      <legend className="hidden-visually">{t('tabs.label')}</legend>
      {(['favourites', ...shown] as const).map((name) => (
        <button key={name} type="button" className={`surface chip ${styles.tab}`} aria-pressed={name === tab} onClick={() => onTab(name)}>
          {name === 'favourites' ? t('tabs.favourites') : types(name)}
        </button>
      ))}
    </fieldset>
  )
}
