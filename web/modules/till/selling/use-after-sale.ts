// What the till does with its stored answers when the outcome of a sale is certain.
import { useQueryClient } from '@tanstack/react-query'
import type { NextSale } from '../../../../contract/till/next-sale.ts'
import type { Offer } from '../../../../contract/till/selling.ts'
import { type CallName, query } from '../../../kit/base/api.ts'

/** The calls whose answers change with a sale, among them the user's details. */
const moved: readonly CallName[] = ['sellerProductsV2', 'balance', 'salesList', 'authCheck']
const [catalogueKey, balanceKey] = [query('sellerProductsV2', {}).queryKey, query('balance', {}).queryKey]

/**
 * Returns a function that brings the stored answers up to date: with what the answer to the sale brought, otherwise by reading all of them again at once. If
 * the answer brought something, the user's details are read again by their own rule, at most every 15 seconds.
 */
export function useAfterSale() {
  const cache = useQueryClient()
  const readAgain = (names: readonly CallName[]) => {
    for (const name of names) void cache.invalidateQueries({ queryKey: [name] })
  }
  return async (sold: readonly string[], next?: NextSale) => {
    if (!next) return readAgain(moved)
    // A read under way may be from before the sale, so its answer must not replace these figures.
    await Promise.all([catalogueKey, balanceKey].map((queryKey) => cache.cancelQueries({ queryKey })))
    cache.setQueryData(balanceKey, next.balance)
    const left = new Map(next.offers.map((offer) => [offer.configuration_id, offer.left]))
    const content = cache.getQueryData(catalogueKey)?.content ?? []
    // Goods that were shown as made by their supplier and are in stock again have another price, too.
    const isWhole = sold.every((id) => left.has(id)) && !content.some((offer) => offer.on_demand && left.has(offer.configuration_id))
    const withLeft = (offer: Offer): Offer => ({ ...offer, left: left.get(offer.configuration_id) ?? null })
    if (isWhole) cache.setQueryData(catalogueKey, { content: content.map((offer) => (left.has(offer.configuration_id) ? withLeft(offer) : offer)) })
    readAgain(isWhole ? ['salesList'] : ['salesList', 'sellerProductsV2'])
  }
}
