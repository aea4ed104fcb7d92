// The best-selling goods of this shop that are not favourites yet; pressing a star makes one a favourite.
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import type { Offer } from '../../../../contract/till/selling.ts'
import { query } from '../../../kit/base/api.ts'
import styles from '../../../kit/counter/tiles.module.css'
import { FavouriteTools } from './FavouriteTools.tsx'
import type { Favourites } from './use-offers.ts'

const SHOWN = 6

export function Suggested({ offers, favourites }: { offers: readonly Offer[]; favourites: Favourites }) {
  const t = useTranslations('selling.favourites')
  const best = useQuery(query('bestSellers', {})).data?.configuration_ids ?? []
  const proposed = best.flatMap((id) => offers.find(({ configuration_id, favorite }) => configuration_id === id && favorite === null) ?? []).slice(0, SHOWN)
  if (proposed.length === 0) return null
  return (
    <>
      <h3>{t('suggested')}</h3>
      <ul className={styles.tiles}>
        {proposed.map((offer) => (
          <li key={offer.configuration_id}>
            <FavouriteTools offer={offer} favourites={favourites} />
          </li>
        ))}
      </ul>
    </>
  )
}
