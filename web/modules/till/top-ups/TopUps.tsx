// International top-up, operated like the till: the number, the product, the number again, one button. Top-ups of unknown outcome are followed in the
// background.
import { Suspense, useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { InnerLink } from '../../../kit/page/InnerLink.tsx'
import { PageTitle } from '../../../kit/page/PageTitle.tsx'
import { Refusal } from '../../../kit/page/Refusal.tsx'
import { TopUpPrinter } from '../live-selling/live-selling.ts'
import { KeepNumber, useSavedNumbers } from '../saved-numbers/saved-numbers.ts'
import { NothingOffered } from '../supply/supply.ts'
import { FollowedCards } from './FollowedCards.tsx'
import { NumberBox } from './NumberBox.tsx'
import { OperatorChoice } from './OperatorChoice.tsx'
import { ProductTiles } from './ProductTiles.tsx'
import { SendPanel } from './SendPanel.tsx'
import { useProductChoice } from './use-product-choice.ts'
import { useRecentNumbers } from './use-recent-numbers.ts'
import { useTopUpSale } from './use-top-up-sale.ts'
import { useTopUpSlip } from './use-top-up-slip.ts'

export default function TopUps() {
  const t = useTranslations('top_ups')
  const input = useRef<HTMLInputElement>(null)
  const panel = useRef<HTMLDivElement>(null)
  const area = useRef<HTMLDivElement>(null)
  const [refusal, setRefusal] = useState<unknown>()
  const choice = useProductChoice(() => setRefusal(undefined))
  const { text, country, number, region, product, found, byHand, away, operators, operator_id, needsRegion, offered, products } = choice
  const slips = useTopUpSlip(text === '')
  const { followed, drop, busy, sell } = useTopUpSale(slips, setRefusal, () => {
    choice.startOver()
    input.current?.focus()
  })
  const saved = useSavedNumbers()
  const recent = useRecentNumbers(saved)

  useEffect(() => {
    input.current?.focus()
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the effect runs when products change; one then gets the focus, so that a digit chooses one
  useEffect(() => {
    if (products.length > 0) area.current?.querySelector<HTMLElement>('[data-first]')?.focus()
  }, [offered.dataUpdatedAt > 0 && operator_id, region])
  useEffect(() => {
    if (product) panel.current?.querySelector<HTMLElement>('[data-autofocus], button[type=submit]')?.focus()
  }, [product])

  return (
    <div className="stack">
      <div className="row">
        <PageTitle />
        <InnerLink to="/seller/top-ups" className="push">
          {t('all')}
        </InnerLink>
      </div>
      <FollowedCards followed={followed} onPrint={slips.print} onDone={drop} />
      <div className="beside" style={{ '--columns': 'minmax(0, 1fr) 380px' }}>
        <div className="stack" ref={area}>
          <NumberBox
            {...{ input, text, country }}
            busy={found.isLoading || offered.isLoading}
            saved={number ? [] : saved}
            recent={number ? [] : recent}
            onText={choice.type}
            onCountry={choice.setCountry}
            onFind={choice.find}
            onKnown={choice.chooseNumber}
          />
          {away && <Nothing error={away} retry={() => void Promise.all([found.refetch(), byHand.refetch()])} />}
          {number && !found.isLoading && !byHand.isLoading && !away && (
            <OperatorChoice {...{ operators, operator_id, region }} onOperator={choice.chooseOperator} onRegion={choice.setRegion} />
          )}
          {number && offered.isSuccess && <KeepNumber mobile_number={number.mobile_number} />}
          {offered.isError && <Refusal error={offered.error} />}
          {offered.isSuccess && number && !needsRegion && products.length === 0 && <Nothing isOperator retry={offered.refetch} />}
          {offered.isSuccess && number && !needsRegion && products.length > 0 && (
            <ProductTiles products={products} chosen={product?.configuration_id} onPick={choice.chooseProduct} />
          )}
        </div>
        <div ref={panel}>
          {product && number && (
            <SendPanel
              key={product.configuration_id}
              {...{ product, number, busy, refusal }}
              isKnown={choice.isKnown}
              onSend={(sending) => void sell(sending, { product, number, region })}
            />
          )}
        </div>
      </div>
      {slips.slip && <TopUpPrinter slip={slips.slip.of} step={slips.slip.step} onPrint={slips.toPaper} onClose={slips.close} />}
    </div>
  )
}

function Nothing(why: { error?: unknown; isOperator?: boolean; retry: () => void }) {
  return (
    <Suspense>
      <NothingOffered type="international_top_up" {...why} />
    </Suspense>
  )
}
