// The texts for codes of live products, the same in lists, fields and files.
import { useMessages, useTranslations } from 'use-intl'
import { providers } from '../../../../contract/goods/live-prices.ts'
import { priceSources, roundings } from '../../../../contract/kit/live-price.ts'
import { liveStates } from '../../../../contract/live/live-products.ts'
import { wordsOf } from '../../../kit/list/list-columns.ts'

/** The displayed names of providers. */
export function useProviderNames() {
  const { words, prices } = useMessages()
  return { ...words.providers, ...prices.providers }
}

export function useWords() {
  const t = useTranslations('prices')
  const names = useProviderNames()
  return {
    states: wordsOf(liveStates, (state) => t(`online.states.${state}`)),
    providers: wordsOf(providers, (provider) => names[provider]),
    price_bys: priceSources.map((value) => ({ value, label: t(`online.price_bys.${value}`) })),
    roundings: roundings.map((value) => ({ value, label: t(`online.roundings.${value}`) })),
  }
}

/** The CSS classes of the badge for each state of a live product. */
export const stateLooks = { on: 'badge success', off: 'badge', gone: 'badge', below_cost: 'badge warning', dearer: 'badge warning', no_price: 'badge warning' }
