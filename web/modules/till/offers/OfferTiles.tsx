// The tiles of the till. During the editing of favourites a tile has a star and arrows, and a press on it sells nothing.
import { type KeyboardEvent, memo } from 'react'
import { useTranslations } from 'use-intl'
import type { Offer } from '../../../../contract/till/selling.ts'
import * as format from '../../../kit/base/format.ts'
import { EnterSign } from '../../../kit/counter/Key.tsx'
import { Mark } from '../../../kit/counter/Mark.tsx'
import { FEW } from '../../../kit/counter/stock-left.ts'
import styles from '../../../kit/counter/tiles.module.css'
import { nameOf, numberOf, type Tile } from './catalogue.ts'
import { useOfferParts } from './later.ts'
import { useKeptFocus } from './use-kept-focus.ts'
import type { Favourites } from './use-offers.ts'

type Props = {
  tiles: readonly Tile[]
  /** The key of the tile that Enter would choose. */
  first: string | undefined
  chosen: string | undefined
  onPick: (offer: Offer) => void
  onOpen: (product_id: string) => void
  favourites: Favourites
  editing: boolean
}

export function OfferTiles({ tiles, first, chosen, onPick, onOpen, favourites, editing }: Props) {
  const { BrandTile, FavouriteTools } = useOfferParts()
  return (
    <ul className={styles.tiles}>
      {(editing ? tiles.flatMap(valuesOf).sort(byNumber) : tiles).map((tile) =>
        tile.kind === 'product' ? (
          <li key={tile.product_id} data-brand>
            {BrandTile ? <BrandTile offers={tile.offers} chosen={chosen} onPick={onPick} onOpen={onOpen} /> : <div className="skeleton" />}
          </li>
        ) : (
          <li key={tile.offer.configuration_id}>
            {editing && FavouriteTools ? (
              <FavouriteTools offer={tile.offer} favourites={favourites} />
            ) : (
              <OfferTile
                offer={tile.offer}
                number={tile.number}
                takenByEnter={tile.offer.configuration_id === first}
                chosen={tile.offer.configuration_id === chosen}
                onPick={onPick}
                onMove={favourites.move}
              />
            )}
          </li>
        ),
      )}
    </ul>
  )
}

/** Returns the tiles shown during the editing of favourites: one for each value, because each value has its own star. */
const valuesOf = (tile: Tile): Tile[] => (tile.kind === 'product' ? tile.offers.map((offer) => ({ kind: 'offer', offer })) : [tile])
const byNumber = (a: Tile, b: Tile) => numberOf(a) - numberOf(b)

type OfferProps = {
  offer: Offer
  number: number | undefined
  takenByEnter: boolean
  chosen: boolean
  onPick: (offer: Offer) => void
  onMove: Favourites['move']
}

function PlainOfferTile({ offer, number, takenByEnter, chosen, onPick, onMove }: OfferProps) {
  const t = useTranslations('selling.tile')
  const word = useTranslations('house.words')
  const soldOut = offer.left === 0
  const few = offer.left !== null && offer.left <= FEW && t('few', { count: format.count(offer.left) })
  const stock = soldOut ? word('sold_out') : offer.on_demand ? t('on_demand') : few
  const keepFocus = useKeptFocus(offer.favorite)
  /** Moves a favourite on Alt and an arrow key. It stops the browser's own reaction to these keys, which would leave the page. */
  function onKey(event: KeyboardEvent<HTMLElement>) {
    if (!event.altKey || offer.favorite === null) return
    const step = event.key === 'ArrowLeft' || event.key === 'ArrowUp' ? -1 : event.key === 'ArrowRight' || event.key === 'ArrowDown' ? 1 : undefined
    if (step === undefined) return
    event.preventDefault()
    keepFocus(event.currentTarget)
    onMove(offer.configuration_id, step)
  }
  return (
    <button
      type="button"
      className={`surface ${styles.tile}`}
      aria-pressed={chosen}
      aria-disabled={soldOut || undefined}
      onClick={() => !soldOut && onPick(offer)}
      onKeyDown={onKey}
    >
      <Mark offer={offer} />
      <b className={styles.name}>{nameOf(offer)}</b>
      <span className={styles.value}>{format.money(offer.value)}</span>
      {stock && <span className={styles.stock}>{stock}</span>}
      {(takenByEnter || number !== undefined) && <kbd className={styles.key}>{takenByEnter ? <EnterSign /> : number}</kbd>}
    </button>
  )
}

/**
 * A tile that is drawn again only if one of its properties has changed. An offer that did not change stays the same object even after a refresh, so a keystroke
 * redraws only tiles whose number, Enter sign or selection changes.
 */
const OfferTile = memo(PlainOfferTile)
