// The tile of a product with its values side by side, the lowest first. A touch on a value chooses it; a touch on the name opens all values as numbered tiles.
import { useTranslations } from 'use-intl'
import type { Offer } from '../../../../contract/till/selling.ts'
import * as format from '../../../kit/base/format.ts'
import { Mark } from '../../../kit/counter/Mark.tsx'
import styles from '../../../kit/counter/tiles.module.css'
import { nameOf } from './catalogue.ts'

type Props = {
  offers: readonly Offer[]
  chosen: string | undefined
  onPick: (offer: Offer) => void
  onOpen: (product_id: string) => void
}

export function BrandTile({ offers, chosen, onPick, onOpen }: Props) {
  const word = useTranslations('house.words')
  const [first] = offers
  if (!first) return null
  return (
    <div className={`surface ${styles.tile}`} data-brand>
      <button type="button" className={`bare ${styles.brand}`} onClick={() => onOpen(first.product_id)}>
        <Mark offer={first} />
        <b className={styles.name}>{first.product_name}</b>
        {offers.every(({ left }) => left === 0) && <span className={styles.stock}>{word('sold_out')}</span>}
      </button>
      {offers.map((offer) => (
        <button
          key={offer.configuration_id}
          type="button"
          className={`surface key nowrap ${styles.chip}`}
          aria-pressed={offer.configuration_id === chosen}
          aria-disabled={offer.left === 0 || undefined}
          onClick={() => offer.left !== 0 && onPick(offer)}
        >
          <span className="hidden-visually">{nameOf(offer)} </span>
          {format.money(offer.value)}
          {offer.left === 0 && <span className="hidden-visually"> {word('sold_out')}</span>}
        </button>
      ))}
    </div>
  )
}
