// Turns typed, tapped or scanned input into the chosen product.
import { useState } from 'react'
import type { Offer } from '../../../../contract/till/selling.ts'
import { type Catalogue, type Picking, scannedInto, type Taken, useFinder } from '../offers/offers.ts'
import type { Chosen } from './basket.ts'
import { spendEnter } from './enters.ts'
import type { SaleAction } from './sale-state.ts'

/** `joins`: whether several cards can be sold together in a basket. */
export function usePicking(
  catalogue: Catalogue,
  chosen: Chosen | undefined,
  joins: boolean,
  dispatch: (action: SaleAction) => void,
): Picking & { scan: (text: string) => void } {
  const finder = useFinder(catalogue)
  const [missed, setMissed] = useState<Taken>()

  function type(text: string) {
    setMissed(undefined)
    finder.setText(text)
  }

  function pick(offer: Offer, adds = false, isScanned = false) {
    type('')
    spendEnter(isScanned)
    dispatch({ type: 'choose', offer, adds })
  }

  /** Called when the chosen card was scanned again: raises its quantity by one. */
  function countScan(before: number) {
    spendEnter(true)
    dispatch({ type: 'count', quantity: before + 1 })
  }

  /**
   * Called when Enter is pressed in the search: chooses the product found, or says why there is none. A scanned card is added to the chosen one; scanning the
   * chosen card again raises its quantity.
   */
  function take(text: string) {
    const taken = finder.take(text)
    if (taken.kind !== 'offer') return setMissed(taken.kind === 'nothing' ? undefined : taken)
    const isSame = taken.scanned && chosen?.offer.configuration_id === taken.offer.configuration_id
    if (!isSame) return pick(taken.offer, taken.scanned && joins, taken.scanned)
    type('')
    countScan(chosen.counted)
  }

  /** Reads a barcode that was scanned into the quantity field, where a number may have been typed before it. */
  function scan(text: string) {
    const scanned = scannedInto(catalogue, text)
    const isSame = chosen !== undefined && scanned?.offer.configuration_id === chosen.offer.configuration_id
    if (isSame) return countScan(Number(scanned?.typed) || chosen.counted)
    if (chosen) dispatch({ type: 'count', quantity: Number(scanned?.typed) || chosen.counted })
    take(scanned?.ean ?? text)
  }

  return { finder, missed, type, pick, take, scan }
}
