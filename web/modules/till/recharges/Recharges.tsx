// Direct recharge at the counter. The seller chooses a brand and value and types the customer’s number twice; a code is sold without a number. The last sales
// are listed below, and those of unknown outcome are followed there.
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { RechargeOffer } from '../../../../contract/till/recharges.ts'
import type { Sale } from '../../../../contract/till/selling.ts'
import { ask, query, useUser } from '../../../kit/base/api.ts'
import * as format from '../../../kit/base/format.ts'
import { withArea } from '../../../kit/base/language.tsx'
import { showsPreview, usePreferences } from '../../../kit/base/preferences.ts'
import { ReprintTroubles } from '../../../kit/counter/ReprintTroubles.tsx'
import { isUnprinted, type Sold } from '../../../kit/counter/sold-cards.ts'
import { usePrinting } from '../../../kit/counter/use-printing.ts'
import { useReprint } from '../../../kit/counter/use-reprint.ts'
import { useTillKeys } from '../../../kit/counter/use-till-keys.ts'
import { Failed } from '../../../kit/page/Empty.tsx'
import { PageTitle } from '../../../kit/page/PageTitle.tsx'
import type { SlipOf } from '../live-selling/live-selling.ts'
import { SoldPanel } from '../selling/selling.ts'
import { NothingOffered, whileNothing } from '../supply/supply.ts'
import { LastRecharges } from './LastRecharges.tsx'
import { RechargeTiles } from './RechargeTiles.tsx'
import { SalePanel } from './SalePanel.tsx'
import { nameOf, type Way, ways } from './ways.ts'

const SlipPrinter = lazy(() =>
  withArea(
    'printers',
    import('../../../kit/counter/SlipPrinter.tsx').then(({ SlipPrinter }) => ({ default: SlipPrinter })),
  ),
)

const TopUpPrinter = lazy(() => import('../live-selling/TopUpSlip.tsx').then(({ TopUpPrinter }) => ({ default: TopUpPrinter })))

/** The country in which the brands are sold. */
const HOME = 'DE'

const nothing = () => undefined

export default function Recharges() {
  return <Counter by="recharge" />
}

export function Counter({ by }: { by: Way }) {
  const t = useTranslations('top_ups')
  const user = useUser()
  const [preferences] = usePreferences()
  const offers = useQuery({ ...query(ways[by].offers, {}), ...whileNothing(({ content }: { content: readonly RechargeOffer[] }) => content.length === 0) })
  const [chosen, setChosen] = useState<RechargeOffer>()
  const [slip, setSlip] = useState<{ of: SlipOf; step: 'preview' | 'paper' }>()
  const printer = usePrinting(user)
  const [code, setCode] = useState<Sold>()
  /** The sold code for which the panel shows further actions. */
  const [opened, setOpened] = useState<Sold>()
  const { reprint, again, trouble, dismiss } = useReprint((sale) => {
    setCode({ sale, how: 'copy' })
    printer.print(sale)
  })
  const [said, setSaid] = useState<string>()
  /** Chooses an offer, and hides the code that was sold to the previous customer. */
  function choose(offer: RechargeOffer) {
    setCode(undefined)
    setChosen(offer)
  }
  function sold(sale: Sale | null) {
    setChosen(undefined)
    setSaid(sale ? t('recharge.sold', { name: `${sale.product_name} ${format.money(sale.value)}` }) : t('recharge.checking'))
    const hasCode = sale !== null && sale.pins.length > 0
    setCode(hasCode ? { sale, how: 'sold' } : undefined)
    if (hasCode) printer.print(sale)
  }
  /** Prints the slip: as the original if it was not printed yet, otherwise as a reprint, which the server counts. */
  function printCode() {
    if (!code) return
    if (isUnprinted(code, printer.printed)) printer.print(code.sale)
    else void reprint([code.sale.sale_id])
  }
  useTillKeys({ find: nothing, reprint: printCode, last: nothing, cancel: () => setCode(undefined) })
  const print = (recharge_id: string) =>
    ask('rechargeStatus', { recharge_id }).then(
      ({ recharge, ...more }) => {
        const { brand: operator, recharge_id: top_up_id, ...rest } = recharge
        setSlip({ of: { ...rest, ...more, operator, top_up_id, country: HOME, arrives: '' }, step: showsPreview(preferences, user) ? 'preview' : 'paper' })
      },
      () => undefined,
    )
  return (
    <div className="stack">
      <PageTitle />
      {offers.isError && <Failed error={offers.error} retry={() => offers.refetch()} />}
      {said && (
        <p role="status" className="notice success">
          {said}
        </p>
      )}
      <div className="beside" style={{ '--columns': 'minmax(0, 1fr) 380px' }}>
        <div className="stack in-order">
          {offers.isPending && <i data-waiting hidden />}
          {offers.data?.content.length === 0 && (
            <Suspense>
              <NothingOffered type={ways[by].type} retry={offers.refetch} />
            </Suspense>
          )}
          <RechargeTiles by={by} offers={offers.data?.content ?? []} chosen={chosen} onPick={choose} />
          <LastRecharges call={ways[by].sold} onPrint={print} onReprint={(sale_id) => reprint([sale_id])} />
        </div>
        {!chosen && code && (
          <SoldPanel
            sold={code}
            printed={printer.printed}
            isOpen={code === opened}
            onOpen={(isOpen) => setOpened(isOpen ? code : undefined)}
            onPrint={printCode}
            onFetched={nothing}
            onClose={() => setCode(undefined)}
          />
        )}
        {chosen && <SalePanel key={nameOf(chosen)} by={by} offer={chosen} onSent={() => setChosen(undefined)} onSold={sold} />}
      </div>
      <Suspense>
        <SlipPrinter printer={printer} merged={user.merge_receipts === 1} reprint={reprint} onEnd={() => undefined} />
      </Suspense>
      <ReprintTroubles trouble={trouble} onReason={again} onClose={dismiss} />
      {slip && (
        <Suspense>
          <TopUpPrinter slip={slip.of} step={slip.step} onPrint={() => setSlip({ of: slip.of, step: 'paper' })} onClose={() => setSlip(undefined)} />
        </Suspense>
      )}
    </div>
  )
}
