// International top-up, used like the till: the number, the product, the number again, one button. Unknown outcomes are followed in the background.
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { steps, type TopUp, type TopUpProduct } from '../../../../contract/till/top-ups.ts'
import { ask, query, useUser } from '../../../kit/base/api.ts'
import { showsPreview, usePreferences } from '../../../kit/base/preferences.ts'
import { useTransactionKeys } from '../../../kit/counter/use-transaction-keys.ts'
import { InnerLink } from '../../../kit/page/InnerLink.tsx'
import { PageTitle } from '../../../kit/page/PageTitle.tsx'
import { Refusal } from '../../../kit/page/Refusal.tsx'
import { type SlipOf, TopUpPrinter } from '../live-selling/live-selling.ts'
import { KeepNumber, type KnownNumber, type ReadNumber, readNumber, useSavedNumbers } from '../saved-numbers/saved-numbers.ts'
import { FollowedCards } from './FollowedCards.tsx'
import { NumberBox } from './NumberBox.tsx'
import { OperatorChoice } from './OperatorChoice.tsx'
import { ProductTiles } from './ProductTiles.tsx'
import { type Sending, SendPanel } from './SendPanel.tsx'
import { useFollowing } from './use-followed-top-ups.ts'

type LookUp = { number: ReadNumber; isKnown: boolean; lookUp: number }

export default function TopUps() {
  const t = useTranslations('top_ups')
  const user = useUser()
  const [preferences] = usePreferences()
  const keys = useTransactionKeys()
  const input = useRef<HTMLInputElement>(null)
  const panel = useRef<HTMLDivElement>(null)
  const area = useRef<HTMLDivElement>(null)
  const [text, setText] = useState('')
  const [country, setCountry] = useState('')
  const [asked, setAsked] = useState<LookUp>()
  const [chosenOperator, setOperator] = useState<string>()
  const [region, setRegion] = useState<string>()
  const [product, setProduct] = useState<TopUpProduct>()
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<unknown>()
  const [slip, setSlip] = useState<{ of: SlipOf; step: 'preview' | 'paper' }>()

  const print = (top_up: TopUp, isStill = () => true) =>
    ask('topUp', { top_up_id: top_up.top_up_id }).then(
      (of) => isStill() && setSlip({ of, step: showsPreview(preferences, user) ? 'preview' : 'paper' }),
      () => undefined,
    )
  // While the next customer is served, a slip waits at its card; that of an immediate success is printed behind it.
  const isFree = useRef(true)
  isFree.current = text === '' && !slip
  const sending = useRef<{ sent?: TopUp }>(undefined)
  const { followed, send, drop } = useFollowing(user.user_id, (top_up) => {
    if (top_up.state !== 'successful') return
    if (sending.current) sending.current.sent ??= top_up
    else if (isFree.current) void print(top_up, () => isFree.current)
  })

  const saved = useSavedNumbers()
  const recent = useRecent(saved)
  const { number } = asked ?? {}
  const found = useQuery({
    ...query('dtOne', { configuration: steps.look_up, mobile_number: number?.mobile_number ?? '' }),
    enabled: number !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const isUnknown = found.isError || (found.isSuccess && found.data.operators.length === 0)
  const byHand = useQuery({
    ...query('dtOne', { configuration: steps.providers, country: number?.country ?? '' }),
    enabled: Boolean(number?.country) && isUnknown,
  })
  const operators = (isUnknown ? byHand.data?.operators : found.data?.operators) ?? []
  const operator_id =
    chosenOperator ?? operators.find(({ is_likely }) => is_likely)?.operator_id ?? (operators.length === 1 ? operators[0]?.operator_id : undefined)
  const regions = operators.find((one) => one.operator_id === operator_id)?.regions ?? []
  const needsRegion = regions.length > 0 && region === undefined
  const offered = useQuery({
    ...query('dtOne', { configuration: steps.products, operator_id: operator_id ?? '', ...(region && { region }) }),
    enabled: number !== undefined && operator_id !== undefined && !needsRegion,
  })
  const products = offered.data?.products ?? []

  useEffect(() => input.current?.focus(), [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: new products take the focus, so that a digit chooses one
  useEffect(() => {
    if (products.length > 0) area.current?.querySelector<HTMLElement>('[data-first]')?.focus()
  }, [offered.dataUpdatedAt > 0 && operator_id, region])
  useEffect(() => {
    if (product) panel.current?.querySelector<HTMLElement>('[data-autofocus], button[type=submit]')?.focus()
  }, [product])

  function begin(of: ReadNumber, isKnown: boolean) {
    setAsked({ number: of, isKnown, lookUp: Date.now() })
    clear()
  }
  function clear() {
    setOperator(undefined)
    setRegion(undefined)
    setProduct(undefined)
    setRefusal(undefined)
  }
  function find() {
    const read = readNumber(text, country)
    if (!read) return
    setText(read.written)
    begin(read, false)
  }
  function type(next: string) {
    setText(next)
    setAsked(undefined)
    clear()
    const read = readNumber(next, country)
    if (read?.country) setCountry(read.country)
  }
  function choose({ mobile_number, isUsed }: KnownNumber) {
    const read = readNumber(mobile_number, '')
    if (!read) return
    setText(read.written)
    setCountry(read.country)
    begin(read, isUsed)
  }

  async function sell({ amount, price_seen, once_more, again: mobile_number_again }: Sending) {
    if (!product || !number || busy) return
    setBusy(true)
    setRefusal(undefined)
    const attempt: { sent?: TopUp } = {}
    sending.current = attempt
    try {
      const transaction_key = await keys.take()
      const { configuration_id, operator_id: of } = product
      const choice = { configuration_id, operator_id: of, price_seen, once_more, ...(amount && { amount }), ...(region && { region }) }
      const to = { mobile_number: number.mobile_number, mobile_number_again, country: number.country }
      await send({ configuration: steps.send, transaction_key, ...to, ...choice }, `${product.name} · …${number.mobile_number.slice(-3)}`)
      setText('')
      setAsked(undefined)
      clear()
      input.current?.focus()
      if (attempt.sent) void print(attempt.sent)
    } catch (error) {
      setRefusal(error)
    } finally {
      sending.current = undefined
      setBusy(false)
      keys.prefetch()
    }
  }

  return (
    <div className="stack">
      <div className="row">
        <PageTitle />
        <InnerLink to="/seller/top-ups" className="push">
          {t('all')}
        </InnerLink>
      </div>
      <FollowedCards followed={followed} onPrint={(top_up) => print(top_up)} onDone={drop} />
      <div className="beside" style={{ '--columns': 'minmax(0, 1fr) 380px' }}>
        <div className="stack" ref={area}>
          <NumberBox
            input={input}
            text={text}
            country={country}
            busy={found.isFetching || offered.isFetching}
            saved={number ? [] : saved}
            recent={number ? [] : recent}
            onText={type}
            onCountry={setCountry}
            onFind={find}
            onKnown={choose}
          />
          {found.isError && byHand.isError && <Refusal error={byHand.error} />}
          {number && !found.isFetching && !byHand.isFetching && !byHand.isError && (
            <OperatorChoice
              operators={operators}
              operator_id={operator_id}
              region={region}
              onOperator={(id) => {
                clear()
                setOperator(id)
              }}
              onRegion={setRegion}
            />
          )}
          {number && offered.isSuccess && <KeepNumber mobile_number={number.mobile_number} />}
          {offered.isError && <Refusal error={offered.error} />}
          {offered.isSuccess && number && !needsRegion && (
            <ProductTiles
              products={products}
              chosen={product?.configuration_id}
              onPick={(picked) => {
                setProduct(picked)
                setRefusal(undefined)
              }}
            />
          )}
        </div>
        <div ref={panel}>
          {product && number && asked && (
            <SendPanel key={product.configuration_id} product={product} number={number} isKnown={asked.isKnown} busy={busy} refusal={refusal} onSend={sell} />
          )}
        </div>
      </div>
      {slip && <TopUpPrinter slip={slip.of} step={slip.step} onPrint={() => setSlip({ of: slip.of, step: 'paper' })} onClose={() => setSlip(undefined)} />}
    </div>
  )
}

/** Each number once, with its last top-up; without the saved ones. */
function useRecent(saved: readonly KnownNumber[]): KnownNumber[] {
  const { data } = useQuery(query('topUps', { filters: { state: 'successful' }, limit: 30 }))
  const byNumber = new Map<string, KnownNumber>()
  for (const { mobile_number, operator, product_name } of data?.content ?? [])
    if (!byNumber.has(mobile_number) && saved.every((one) => one.mobile_number !== mobile_number))
      byNumber.set(mobile_number, { mobile_number, more: [operator, product_name].filter(Boolean).join(' · '), isUsed: true })
  return [...byNumber.values()]
}
