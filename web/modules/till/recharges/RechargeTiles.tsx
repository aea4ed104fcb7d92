// The values of the brands as tiles like those of the till, found by typing a part of the brand or the value.
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { foldedIncludes } from '../../../../contract/kit/fold.ts'
import type { RechargeOffer } from '../../../../contract/till/recharges.ts'
import * as format from '../../../kit/base/format.ts'
import { Mark } from '../../../kit/counter/Mark.tsx'
import tiles from '../../../kit/counter/tiles.module.css'
import { SupplierWeather } from '../live-selling/live-selling.ts'
import { nameOf, type Way } from './ways.ts'

type Props = { by: Way; offers: readonly RechargeOffer[]; chosen: RechargeOffer | undefined; onPick: (offer: RechargeOffer) => void }

/** With fewer tiles than this there is no search field, because a look at all tiles is quicker than typing. */
const SEARCHED_FROM = 9

export function RechargeTiles({ by, offers, chosen, onPick }: Props) {
  const t = useTranslations('top_ups.recharge')
  const word = useTranslations('house.words')
  const [text, setText] = useState('')
  const words = text.split(/[\s€]+/).filter(Boolean)
  const found = offers.filter((offer) => words.every((part) => foldedIncludes(`${offer.brand} ${format.money(offer.value)}`, part)))
  return (
    <>
      {offers.length >= SEARCHED_FROM && (
        <form
          onSubmit={(event) => {
            event.preventDefault()
            if (found[0]) onPick(found[0])
          }}
        >
          <input
            className={`surface control key full ${tiles.search}`}
            type="search"
            aria-label={word('search')}
            placeholder={word('search')}
            autoComplete="off"
            enterKeyHint="go"
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
          />
        </form>
      )}
      {offers.length > 0 && found.length === 0 && <p className="muted">{word('nothing_found')}</p>}
      <ul className={tiles.tiles} aria-label={t(by === 'recharge' ? 'offers' : 'on_demand')}>
        {found.map((offer) => (
          <li key={nameOf(offer)}>
            <button
              type="button"
              className={`surface ${tiles.tile}`}
              aria-pressed={chosen !== undefined && nameOf(offer) === nameOf(chosen)}
              onClick={() => onPick(offer)}
            >
              <Mark offer={{ product_image: offer.product_image, product_name: offer.brand }} />
              <b className={tiles.name}>{offer.brand}</b>
              <span className={tiles.value}>{format.money(offer.value)}</span>
              <small className={`across muted ${tiles.way}`}>
                {t(offer.recharge ? (offer.code ? 'both_ways' : 'to_number') : 'only_code')}
                <SupplierWeather weather={offer.recharge?.weather ?? offer.code?.weather ?? 'fine'} />
              </small>
            </button>
          </li>
        ))}
      </ul>
    </>
  )
}
