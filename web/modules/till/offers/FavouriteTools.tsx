// A tile during the editing of favourites: a star, and arrows or dragging to change its place.
import ArrowLeft from 'lucide-react/icons/arrow-left'
import ArrowRight from 'lucide-react/icons/arrow-right'
import Star from 'lucide-react/icons/star'
import { useTranslations } from 'use-intl'
import type { Offer } from '../../../../contract/till/selling.ts'
import * as format from '../../../kit/base/format.ts'
import { Mark } from '../../../kit/counter/Mark.tsx'
import styles from '../../../kit/counter/tiles.module.css'
import { nameOf } from './catalogue.ts'
import { useDrag } from './use-drag.ts'
import { useKeptFocus } from './use-kept-focus.ts'
import type { Favourites } from './use-offers.ts'

export function FavouriteTools({ offer, favourites }: { offer: Offer; favourites: Favourites }) {
  const t = useTranslations('selling.favourites')
  const isFavourite = offer.favorite !== null
  const value = format.money(offer.value)
  const keepFocus = useKeptFocus(offer.favorite)
  function move(button: HTMLElement, step: -1 | 1) {
    keepFocus(button)
    favourites.move(offer.configuration_id, step)
  }
  const drag = useDrag((on) => favourites.drop(offer.configuration_id, on))
  const name = { name: `${offer.product_name} ${value}` }
  return (
    <div className={`surface ${styles.tile}`} data-editing data-place={isFavourite ? offer.configuration_id : undefined}>
      <span className={styles.handle} data-held={isFavourite} {...(isFavourite && drag)}>
        <Mark offer={offer} />
        <b className={styles.name}>{nameOf(offer)}</b>
        <span className={styles.value}>{value}</span>
        {isFavourite && <kbd className={styles.key}>{offer.favorite}</kbd>}
      </span>
      <span className={styles.tools}>
        <button
          type="button"
          className={`surface centre across ${styles.tool}`}
          aria-pressed={isFavourite}
          aria-label={t('star', name)}
          onClick={() => favourites.toggle(offer.configuration_id)}
        >
          <Star size={24} fill={isFavourite ? 'currentColor' : 'none'} aria-hidden />
        </button>
        {isFavourite && (
          <>
            <button
              type="button"
              className={`surface centre ${styles.tool}`}
              aria-label={t('earlier', name)}
              onClick={(event) => move(event.currentTarget, -1)}
            >
              <ArrowLeft size={20} aria-hidden />
            </button>
            <button type="button" className={`surface centre ${styles.tool}`} aria-label={t('later', name)} onClick={(event) => move(event.currentTarget, 1)}>
              <ArrowRight size={20} aria-hidden />
            </button>
          </>
        )}
      </span>
    </div>
  )
}
