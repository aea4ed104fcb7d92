// The choices that lead from a number to a product: number, operator, region, product. Each choice clears the later ones.
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { steps, type TopUpProduct } from '../../../../contract/till/top-ups.ts'
import { query } from '../../../kit/base/api.ts'
import { type KnownNumber, type ReadNumber, readNumber } from '../saved-numbers/saved-numbers.ts'
import { whileFailing, whileNothing } from '../supply/supply.ts'

/** `onChange`: called when a choice changes, because the refusal of the earlier choice is then out of date. */
export function useProductChoice(onChange: () => void) {
  const [text, setText] = useState('')
  const [country, setCountry] = useState('')
  const [asked, setAsked] = useState<{ number: ReadNumber; isKnown: boolean }>()
  const [chosenOperator, setOperator] = useState<string>()
  const [region, setRegion] = useState<string>()
  const [product, setProduct] = useState<TopUpProduct>()
  const { number } = asked ?? {}
  const offer = useOffer(number, chosenOperator, region)

  function clear() {
    setOperator(undefined)
    setRegion(undefined)
    setProduct(undefined)
    onChange()
  }
  function begin(of: ReadNumber, isKnown: boolean) {
    setText(of.written)
    setAsked({ number: of, isKnown })
    clear()
  }
  /** Sets the typed text and clears all later choices, because nothing has been looked up for the new text yet. */
  function retype(next: string) {
    setText(next)
    setAsked(undefined)
    clear()
  }
  return {
    ...{ text, country, setCountry, number, isKnown: asked?.isKnown ?? false, region, setRegion, product },
    ...offer,
    find() {
      const read = readNumber(text, country)
      if (read) begin(read, false)
    },
    type(next: string) {
      retype(next)
      const read = readNumber(next, country)
      if (read?.country) setCountry(read.country)
    },
    chooseNumber({ mobile_number, isUsed }: KnownNumber) {
      const read = readNumber(mobile_number, '')
      if (!read) return
      setCountry(read.country)
      begin(read, isUsed)
    },
    chooseOperator(operator_id: string) {
      clear()
      setOperator(operator_id)
    },
    chooseProduct(picked: TopUpProduct) {
      setProduct(picked)
      onChange()
    },
    /** Clears the number and all choices for the next customer. */
    startOver: () => retype(''),
  }
}

/** Returns what the supplier offers for a number. If looking up the number fails or finds no operator, all operators of its country are offered. */
function useOffer(number: ReadNumber | undefined, chosenOperator: string | undefined, region: string | undefined) {
  const found = useQuery({
    ...query('dtOne', { configuration: steps.look_up, mobile_number: number?.mobile_number ?? '' }),
    enabled: number !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    ...whileFailing,
  })
  const isUnknown = found.isError || (found.isSuccess && found.data.operators.length === 0)
  const byHand = useQuery({
    ...query('dtOne', { configuration: steps.providers, country: number?.country ?? '' }),
    enabled: Boolean(number?.country) && isUnknown,
    ...whileFailing,
  })
  const operators = (isUnknown ? byHand.data?.operators : found.data?.operators) ?? []
  const only = operators.length === 1 ? operators[0]?.operator_id : undefined
  const operator_id = chosenOperator ?? operators.find(({ is_likely }) => is_likely)?.operator_id ?? only
  const regions = operators.find((one) => one.operator_id === operator_id)?.regions ?? []
  const needsRegion = regions.length > 0 && region === undefined
  const offered = useQuery({
    ...query('dtOne', { configuration: steps.products, operator_id: operator_id ?? '', ...(region && { region }) }),
    enabled: number !== undefined && operator_id !== undefined && !needsRegion,
    ...whileNothing(({ products }: { products: readonly TopUpProduct[] }) => products.length === 0),
  })
  /** The supplier's refusal, if neither the number nor its country could be looked up. */
  const away = found.isError && (byHand.isError || !number?.country) ? (byHand.error ?? found.error) : null
  return { found, byHand, away, operators, operator_id, needsRegion, offered, products: offered.data?.products ?? [] }
}
