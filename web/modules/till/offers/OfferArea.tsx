// The left side of the till: search, tabs, and the tiles.
import Star from 'lucide-react/icons/star'
import { type RefObject, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Offer } from '../../../../contract/till/selling.ts'
import { useUser } from '../../../kit/base/api.ts'
import { can } from '../../../kit/base/can.ts'
import * as format from '../../../kit/base/format.ts'
import { Key } from '../../../kit/counter/Key.tsx'
import { Refusal } from '../../../kit/page/Refusal.tsx'
import { nameOf, numberOf } from './catalogue.ts'
import { useOfferParts } from './later.ts'
import { OfferTiles } from './OfferTiles.tsx'
import styles from './offers.module.css'
import { SearchBox } from './SearchBox.tsx'
import { Tabs } from './Tabs.tsx'
import type { Picking } from './use-finder.ts'
import type { Favourites } from './use-offers.ts'

type Props = {
  search: RefObject<HTMLInputElement | null>
  picking: Picking
  offers: readonly Offer[]
  favourites: Favourites
  chosen: string | undefined
}

/** The number of favourites on one page: twelve, which a tablet shows without scrolling, and on a desktop twice as many. */
const PAGE = matchMedia('(min-width: 1280px)').matches ? 24 : 12

export function OfferArea({ search, picking, offers, favourites, chosen }: Props) {
  const t = useTranslations('selling')
  const word = useTranslations('house.words')
  const types = useTranslations('house.product_types')
  const { finder, missed } = picking
  const mayEdit = can(useUser(), 'favouritesSet')
  const [editing, setEditing] = useState(false)
  const [page, setPage] = useState(0)
  const { FavouritePages, Suggested, UnknownCode } = useOfferParts()
  const { tiles, found, tab, product_id } = finder
  const opened = !found && product_id ? offers.find((offer) => offer.product_id === product_id)?.product_name : undefined
  const isFavourites = !found && !opened && tab === 'favourites'
  const highest = isFavourites && !editing ? Math.max(0, ...tiles.map(numberOf)) : 0
  const at = page * PAGE < highest ? page * PAGE : 0
  const more = (found?.length ?? 0) - tiles.length
  return (
    <section className="stack gap-8" aria-labelledby="till-tiles">
      <SearchBox
        input={search}
        text={finder.text}
        meant={finder.named && `${finder.text.trim()} → ${nameOf(finder.named)} ${format.money(finder.named.value)}`}
        onText={picking.type}
        onTake={picking.take}
      />
      {missed?.kind === 'unknown_code' && UnknownCode ? (
        <UnknownCode key={missed.text} text={missed.text} />
      ) : (
        missed &&
        missed.kind !== 'nothing' &&
        missed.kind !== 'offer' && (
          <p role="alert" className="notice warning">
            {t(`find.${missed.kind}`, { text: missed.text })}
          </p>
        )
      )}
      <div className={styles.kinds}>
        <Tabs offers={offers} tab={tab} onTab={finder.openTab} />
        {mayEdit && (
          <button type="button" className={`surface chip ${styles.tab} ${styles.quiet}`} aria-pressed={editing} onClick={() => setEditing(!editing)}>
            {editing ? (
              word('done')
            ) : (
              <>
                <Star size={20} aria-hidden />
                <span className={tiles.length > 0 ? 'hidden-visually' : undefined}>{t('favourites.edit')}</span>
              </>
            )}
          </button>
        )}
      </div>
      <Refusal error={favourites.error} />
      <div className={found || opened ? 'row' : 'hidden-visually'}>
        <h2 id="till-tiles">
          {found ? t('find.results', { count: format.count(found.length) }) : (opened ?? (tab === 'favourites' ? t('tabs.favourites') : types(tab)))}
        </h2>
        {opened && (
          <button type="button" className={`surface chip ${styles.tab}`} onClick={() => finder.openProduct(undefined)}>
            {word('back')} <Key>Esc</Key>
          </button>
        )}
      </div>
      {tiles.length === 0 && !found && <p className="muted">{t(tab === 'favourites' ? 'favourites.none' : 'find.none')}</p>}
      <OfferTiles
        tiles={highest > PAGE ? tiles.filter((tile) => numberOf(tile) > at && numberOf(tile) <= at + PAGE) : tiles}
        first={found?.find(({ left }) => left !== 0)?.configuration_id}
        chosen={chosen}
        onPick={picking.pick}
        onOpen={finder.openProduct}
        favourites={favourites}
        editing={editing}
      />
      {highest > PAGE && FavouritePages && <FavouritePages size={PAGE} highest={highest} page={at / PAGE} choose={setPage} />}
      {isFavourites && (editing || tiles.length === 0) && Suggested && <Suggested offers={offers} favourites={favourites} />}
      {more > 0 && <p className="muted">{t('find.more', { count: format.count(more) })}</p>}
    </section>
  )
}
