// What the till shows and what Enter would choose, computed from the tab, the opened product and the text of the search field.
import { useDeferredValue, useEffect, useMemo, useState } from 'react'
import type { Offer } from '../../../../contract/till/selling.ts'
import { useUrlState } from '../../../kit/base/url.ts'
import { readTillInput, type TillInput } from '../../../kit/counter/till-input.ts'
import { type Catalogue, favouriteTiles, findOffers, offerWithEan, productTiles, type Tab, type Tile, valueTiles } from './catalogue.ts'

/** The most results that are drawn. Further results are only counted, because typing another letter is quicker than scrolling. */
const SHOWN = 60

export type Taken =
  | { kind: 'offer'; offer: Offer; scanned: boolean }
  | { kind: 'nothing' }
  | { kind: 'unknown_code' | 'unknown_number' | 'no_match' | 'sold_out'; text: string }

/** What the tiles and the search pass to the sale; `missed`: the last input for which nothing was found. */
export type Picking = {
  finder: ReturnType<typeof useFinder>
  missed: Taken | undefined
  type: (text: string) => void
  pick: (offer: Offer, adds?: boolean) => void
  take: (text: string) => void
}

export function useFinder(catalogue: Catalogue) {
  const [text, setText] = useState('')
  useWanted(setText)
  const [chosenTab, setTab] = useState<Tab>()
  const [product_id, setProduct] = useState<string>()
  const tab = chosenTab ?? firstTab(catalogue)
  const searched = useDeferredValue(readTillInput(text).kind === 'search' ? text : '')
  const found = useMemo(() => (searched ? findOffers(catalogue, searched) : undefined), [catalogue, searched])
  const tiles = useMemo(() => {
    if (found) return found.slice(0, SHOWN).map((offer): Tile => ({ kind: 'offer', offer }))
    if (product_id) return valueTiles(catalogue, product_id)
    return tab === 'favourites' ? favouriteTiles(catalogue) : productTiles(catalogue, tab)
  }, [catalogue, found, product_id, tab])

  function numbered(number: number): Offer | undefined {
    const choice = product_id ? valueTiles(catalogue, product_id) : favouriteTiles(catalogue)
    return choice.flatMap((tile) => (tile.kind === 'offer' && tile.number === number ? [tile.offer] : []))[0]
  }

  const namedBy = (input: TillInput) =>
    input.kind === 'number' ? numbered(input.number) : input.kind === 'scan' ? offerWithEan(catalogue, input.ean) : undefined

  /** Returns what Enter chooses for a typed text. It uses the text itself, because the tiles on the screen may still belong to an earlier text. */
  function take(typed: string): Taken {
    const input = readTillInput(typed)
    const name = typed.trim()
    if (input.kind === 'blank') return { kind: 'nothing' }
    if (input.kind === 'scan') return checked(namedBy(input), { kind: 'unknown_code', text: name }, true)
    if (input.kind === 'number') return checked(namedBy(input), { kind: 'unknown_number', text: name })
    return checked(findOffers(catalogue, typed)[0], { kind: 'no_match', text: name })
  }

  return {
    text,
    setText,
    tab,
    openTab: (next: Tab) => {
      setTab(next)
      setProduct(undefined)
      setText('')
    },
    product_id,
    openProduct: setProduct,
    tiles,
    /** All results of a search; undefined if no search text is typed. */
    found,
    take,
    /** The offer whose number or barcode is typed, before Enter chooses it. */
    named: namedBy(readTillInput(text)),
  }
}

/** Puts the text that the app's search passed to the till into the till's own search field, once. */
function useWanted(setText: (text: string) => void) {
  const [{ find }, change] = useUrlState()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the effect runs once for each text that the search passes
  useEffect(() => {
    if (!find) return
    setText(find)
    change({ find: undefined }, { replace: true })
  }, [find])
}

function checked(offer: Offer | undefined, otherwise: Taken, scanned = false): Taken {
  if (!offer) return otherwise
  return offer.left !== 0 ? { kind: 'offer', offer, scanned } : { kind: 'sold_out', text: offer.product_name }
}

const firstTab = ({ offers }: Catalogue): Tab => (offers.some(({ favorite }) => favorite !== null) ? 'favourites' : (offers[0]?.product_type ?? 'favourites'))
