// The till: find a card, say how many, sell and print it. One screen, one input, one Enter.
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Offer } from '../../../contract/selling.ts'
import { query, useUser } from '../../kit/api.ts'
import { Failed } from '../../kit/Empty.tsx'
import { PageTitle } from '../../kit/PageTitle.tsx'
import { CheckingCards } from './CheckingCards.tsx'
import { scannedInto } from './catalogue.ts'
import { LastSales } from './LastSales.tsx'
import { NothingToSell, TilesLoading } from './NothingToSell.tsx'
import { OfferArea } from './OfferArea.tsx'
import { ReprintTroubles } from './ReprintTroubles.tsx'
import { SalePanel } from './SalePanel.tsx'
import { SlipPrinter } from './SlipPrinter.tsx'
import { SoldPanel } from './SoldPanel.tsx'
import { StatusBar } from './StatusBar.tsx'
import styles from './till.module.css'
import { type Taken, useFinder } from './use-finder.ts'
import { useLastSale } from './use-last-sale.ts'
import { useOffers } from './use-offers.ts'
import { isUnprinted, usePrinting } from './use-printing.ts'
import { useReprint } from './use-reprint.ts'
import { useSale } from './use-sale.ts'
import { useTillKeys } from './use-till-keys.ts'

export default function Till() {
  const t = useTranslations('till')
  const user = useUser()
  const { list, offers, catalogue, favourites } = useOffers()
  const finder = useFinder(catalogue)
  const { state, dispatch, submit } = useSale(user)
  const printer = usePrinting(user)
  const last = useLastSale(state.sold)
  const reprinting = useReprint((sale) => {
    dispatch({ type: 'copied', sale })
    printer.print(sale)
  })
  const available = useQuery(query('balance', {})).data?.available
  const search = useRef<HTMLInputElement>(null)
  const [missed, setMissed] = useState<Taken>()
  const [showsLast, setShowsLast] = useState(false)
  const { chosen, selling, sold } = state
  const focusSearch = () => search.current?.focus({ preventScroll: true })

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new sale is what prints and frees the search
  useEffect(() => {
    if (!sold) return
    if (sold.how === 'sold' && sold.sale.pins.length > 0) printer.print(sold.sale)
    focusSearch()
  }, [sold])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the next customer's choice ends what the last one's slip still shows
  useEffect(() => {
    if (chosen) printer.clear()
  }, [chosen?.picked])
  useEffect(() => {
    if (list.isSuccess) search.current?.focus({ preventScroll: true })
  }, [list.isSuccess])

  function pick(offer: Offer) {
    finder.setText('')
    setMissed(undefined)
    dispatch({ type: 'choose', offer })
  }
  function take(text: string) {
    const taken = finder.take(text)
    if (taken.kind !== 'offer') return setMissed(taken.kind === 'nothing' ? undefined : taken)
    const counted = taken.scanned && chosen?.offer.configuration_id === taken.offer.configuration_id ? chosen.counted : undefined
    if (counted === undefined) return pick(taken.offer)
    finder.setText('')
    dispatch({ type: 'count', quantity: counted + 1 })
  }
  /** The same card once more counts on, from the number typed before it if there was one; another card is the next sale. */
  function scanInstead(text: string) {
    const scan = scannedInto(catalogue, text)
    const isSame = chosen !== undefined && scan?.offer.configuration_id === chosen.offer.configuration_id
    if (isSame) return dispatch({ type: 'count', quantity: (Number(scan?.typed) || chosen.counted) + 1 })
    if (chosen) dispatch({ type: 'count', quantity: chosen.counted })
    take(scan?.offer.ean ?? text)
  }
  function cancel() {
    setMissed(undefined)
    if (chosen || sold || selling) dispatch({ type: 'cancel' })
    else if (finder.text) finder.setText('')
    else finder.openProduct(undefined)
    if (!chosen?.asked) focusSearch()
  }
  const find = () => {
    focusSearch()
    search.current?.select()
  }
  /** A slip that has not come out yet is no copy; any other one is asked for again and counted. */
  function printAgain() {
    if (sold && isUnprinted(sold, printer.printed)) printer.print(sold.sale)
    else reprinting.reprint(sold?.sale.sale_id ?? last?.sale_id)
  }
  useTillKeys({ find, reprint: printAgain, last: () => setShowsLast(true), cancel })

  return (
    <div className={styles.till}>
      <div className="row">
        <PageTitle />
        <span className={`muted push ${styles.hint}`}>{t('find.hint')}</span>
      </div>
      <CheckingCards
        checks={state.checks}
        onShow={(transaction_key) => dispatch({ type: 'show', transaction_key })}
        onDismiss={(transaction_key) => dispatch({ type: 'dismiss', transaction_key })}
      />
      {list.isError && offers.length === 0 && <Failed error={list.error} retry={() => list.refetch()} />}
      {list.isPending && <TilesLoading />}
      {list.isSuccess && offers.length === 0 && <NothingToSell />}
      {offers.length > 0 && (
        <div className={styles.columns}>
          <OfferArea
            search={search}
            finder={finder}
            offers={offers}
            favourites={favourites}
            missed={missed}
            chosen={chosen?.offer.configuration_id}
            onPick={pick}
            onTake={take}
            onText={(text) => {
              setMissed(undefined)
              finder.setText(text)
            }}
          />
          <div className={styles.panel} data-used={Boolean(chosen || sold)}>
            {chosen && (
              <SalePanel
                chosen={chosen}
                offer={offers.find(({ configuration_id }) => configuration_id === chosen.offer.configuration_id) ?? chosen.offer}
                busy={selling !== undefined}
                refusal={state.refusal}
                available={available}
                bulk={user.pin_download === 1}
                onQuantity={(quantity) => dispatch({ type: 'quantity', quantity })}
                onCount={(quantity) => dispatch({ type: 'count', quantity })}
                onScan={scanInstead}
                onSubmit={submit}
                onCancel={cancel}
              />
            )}
            {!chosen && sold && <SoldPanel sold={sold} printed={printer.printed} onPrint={printAgain} onClose={cancel} />}
            {!chosen && !sold && <p className="muted">{t('sale.choose')}</p>}
          </div>
        </div>
      )}
      <StatusBar paper={printer.paper} last={last} onFind={find} onReprint={printAgain} onLast={() => setShowsLast(true)} />
      {showsLast && (
        <LastSales
          onClose={() => setShowsLast(false)}
          onReprint={(sale_id) => {
            setShowsLast(false)
            reprinting.reprint(sale_id)
          }}
        />
      )}
      <ReprintTroubles trouble={reprinting.trouble} onReason={reprinting.reprint} onClose={reprinting.dismiss} />
      <SlipPrinter printer={printer} merged={user.merge_receipts === 1} onEnd={() => !chosen && focusSearch()} />
    </div>
  )
}
