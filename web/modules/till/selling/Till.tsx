// The till: the seller finds a card, enters the quantity, sells and prints, all on one screen.
import { useEffect, useRef, useState } from 'react'
import { useUser } from '../../../kit/base/api.ts'
import { awaitsFile, isUnprinted, takesCash } from '../../../kit/counter/sold-cards.ts'
import { usePrinting } from '../../../kit/counter/use-printing.ts'
import { useReprint } from '../../../kit/counter/use-reprint.ts'
import { useTillKeys } from '../../../kit/counter/use-till-keys.ts'
import { Failed } from '../../../kit/page/Empty.tsx'
import { PageTitle } from '../../../kit/page/PageTitle.tsx'
import { fetchOfferParts, NothingToSell, OfferArea, TilesLoading, useOffers } from '../offers/offers.ts'
import { fetchLater, useLater } from './later.ts'
import { SaleColumn } from './SaleColumn.tsx'
import { TillElsewhere } from './TillElsewhere.tsx'
import styles from './till.module.css'
import { useLastSale } from './use-last-sale.ts'
import { usePicking } from './use-picker.ts'
import { fileFrom, useSale } from './use-sale.ts'
import { useTillOwner } from './use-till-owner.ts'

/** The till in the one tab that may sell. Any other tab of the same user only says that another tab sells, and neither sells nor follows sales. */
export default function Till() {
  const { owner, takeOver } = useTillOwner(useUser().user_id)
  if (owner === 'here')
    return (
      <>
        <div className="hidden-visually">
          <PageTitle />
        </div>
        <OwnTill />
      </>
    )
  return (
    <div className={styles.till}>
      <PageTitle />
      {owner === 'asking' ? <TilesLoading /> : <TillElsewhere onTakeOver={takeOver} />}
    </div>
  )
}

function OwnTill() {
  const user = useUser()
  const { list, offers, catalogue, favourites } = useOffers()
  const { state, dispatch, submit, giveUp } = useSale(user)
  const { chosen, sold } = state
  const picking = usePicking(catalogue, chosen, fileFrom(user) !== 1, dispatch)
  const printer = usePrinting(user)
  const last = useLastSale(sold)
  const reprinting = useReprint((sale, more) => {
    dispatch({ type: 'copied', sale, more })
    printer.print(sale, more)
  })
  const { Announcer, CheckingCards, ComingPrices, DisplayFeed, SlipPrinter, StatusBar, TillDialogs, TillSenses } = useLater()
  const [showsLast, setShowsLast] = useState(false)
  const search = useRef<HTMLInputElement>(null)
  const focusSearch = () => search.current?.focus({ preventScroll: true })

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new sale is what prints and moves the focus to the search
  useEffect(() => {
    if (!sold) return
    if (sold.how === 'sold' && sold.sale.pins.length > 0) printer.print(sold.sale, sold.more, takesCash(sold))
    focusSearch()
  }, [sold])
  // biome-ignore lint/correctness/useExhaustiveDependencies: choosing for the next customer closes what is shown of the last slip
  useEffect(() => {
    if (chosen) printer.clear()
  }, [chosen?.picked])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a card put aside is followed by the next one
  useEffect(() => {
    if (!chosen && state.basket?.length) focusSearch()
  }, [state.basket])
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once there is something to search
  useEffect(focusSearch, [list.isSuccess])
  const needsMore = list.isSuccess || state.checks.length > 0
  useEffect(() => {
    if (!needsMore) return
    fetchOfferParts()
    fetchLater()
  }, [needsMore])

  function find() {
    focusSearch()
    search.current?.select()
  }
  function cancel() {
    const { finder } = picking
    if (chosen || state.basket?.length) dispatch({ type: 'cancel' })
    else if (finder.text) picking.type('')
    else if (sold) dispatch({ type: 'cancel' })
    else finder.openProduct(undefined)
    if (!chosen?.asked) focusSearch()
  }
  /** Prints the last slip again: as the original if it was not printed yet, otherwise as a reprint, which the server counts. */
  function printAgain() {
    if (sold && awaitsFile(sold)) return
    if (sold && isUnprinted(sold, printer.printed)) printer.print(sold.sale, sold.more, takesCash(sold))
    else reprinting.reprint([sold?.sale.sale_id ?? last?.sale_id ?? [], (sold?.more ?? []).map(({ sale_id }) => sale_id)].flat())
  }
  function printEarlier(sale_id: string) {
    setShowsLast(false)
    reprinting.reprint([sale_id])
  }
  useTillKeys({ find, reprint: printAgain, last: () => setShowsLast(true), cancel })

  return (
    <div className={styles.till}>
      {ComingPrices && <ComingPrices />}
      {list.isError && offers.length === 0 && <Failed error={list.error} retry={() => list.refetch()} />}
      {list.isPending && <TilesLoading />}
      {offers.length === 0 && CheckingCards && <CheckingCards checks={state.checks} dispatch={dispatch} onGiveUp={giveUp} />}
      {list.isSuccess && offers.length === 0 && <NothingToSell />}
      {offers.length > 0 && (
        <div className={`split top gap-16 ${styles.columns}`}>
          <OfferArea search={search} picking={picking} offers={offers} favourites={favourites} chosen={chosen?.offer.configuration_id} />
          <SaleColumn
            state={state}
            dispatch={dispatch}
            offers={offers}
            printed={printer.printed}
            last={last}
            onScan={picking.scan}
            onSubmit={submit}
            onPrint={printAgain}
            onReprint={printEarlier}
            onCancel={cancel}
            onGiveUp={giveUp}
          />
        </div>
      )}
      {StatusBar && <StatusBar paper={printer.paper} last={last} onFind={find} onReprint={printAgain} onLast={() => setShowsLast(true)} />}
      {Announcer && <Announcer state={state} found={picking.finder.found?.length} />}
      {DisplayFeed && <DisplayFeed state={state} />}
      {TillDialogs && <TillDialogs showsLast={showsLast} reprinting={reprinting} onCloseLast={() => setShowsLast(false)} onReprint={printEarlier} />}
      {TillSenses && <TillSenses state={state} missed={picking.missed} />}
      {SlipPrinter && <SlipPrinter printer={printer} merged={user.merge_receipts === 1} reprint={reprinting.reprint} onEnd={() => !chosen && focusSearch()} />}
    </div>
  )
}
