// Reads a supplier's catalogue of goods: products with impossible data are left out, and the others are used.

import { VALUE_MAX } from '../../../../contract/goods/products.ts'
import { isStorable } from '../../../../contract/kit/field.ts'
import { fold } from '../../../../contract/kit/fold.ts'
import type { Money } from '../../../../contract/kit/money.ts'
import type { SupplierProduct, TopUpProduct } from '../../../suppliers/supplier.ts'

const [ID_MAX, NAME_MAX] = [100, 100]
/** The most entries that are kept of each list within a product's data, because nobody reads more of them. */
const PARTS_MAX = 50
const DETAILS_MAX = 20_000

/** A product as the catalogue stores it. */
export type Read = {
  supplier_product: string
  name: string
  search: string
  operator: string
  operator_name: string
  country: string
  cost_from: Money
  cost_to: Money
  retail_from: Money | null
  retail_to: Money | null
  currency: string
  rate: string | null
  details: Details
}

export type Details = Pick<SupplierProduct, 'needs'> & Partial<Pick<TopUpProduct, 'kind' | 'arrives' | 'benefits' | 'lasts' | 'regions' | 'promotions'>>

const isId = (text: string) => text.length > 0 && text.length <= ID_MAX && isStorable(text)
/** A name that is too long is cut, because products are identified by their ids and not by their names. The cut never splits a surrogate pair. */
const named = (text: string): string | undefined => {
  const name = [...text.slice(0, 2 * NAME_MAX).trim()].slice(0, NAME_MAX).join('').trim()
  return name !== '' && isStorable(name) ? name : undefined
}
const isAmount = (amount: Money) => Number.isSafeInteger(amount) && amount > 0 && amount <= VALUE_MAX
const isRange = ({ from, to }: { from: Money; to: Money }) => isAmount(from) && isAmount(to) && to >= from

/** Reads one product; undefined if its data are impossible. `rateOf`: how many euros one unit of a currency costs, for currencies whose rate we set. */
export function readProduct(product: SupplierProduct | TopUpProduct, rateOf: (currency: string) => string | undefined): Read | undefined {
  const { product_id, operator_id, country, cost, retail } = product
  const name = named(product.name)
  const operator_name = named(product.operator_name ?? product.name)
  if (!name || !operator_name || !isId(product_id) || !isId(operator_id) || !/^[A-Z]{2}$/.test(country) || !isRange(cost)) return undefined
  const details = detailsOf(product)
  const text = JSON.stringify(details)
  if (text.length > DETAILS_MAX || !isStorable(text) || text.includes('\\u0000')) return undefined
  const shown = retail && isRange(retail) ? retail : null
  const currency = 'priced' in product && /^[A-Z]{3}$/.test(product.priced.currency) ? product.priced.currency : 'EUR'
  return {
    ...{ supplier_product: product_id, name, search: fold(`${operator_name} ${name} ${product_id}`), operator: operator_id, operator_name, country },
    ...{ cost_from: cost.from, cost_to: cost.to, retail_from: shown?.from ?? null, retail_to: shown?.to ?? null },
    ...{ currency, rate: currency === 'EUR' ? '1' : (rateOf(currency) ?? null), details },
  }
}

function detailsOf(product: SupplierProduct | TopUpProduct): Details {
  const needs = product.needs.slice(0, PARTS_MAX)
  if (!('kind' in product)) return { needs }
  const { kind, arrives, benefits, lasts, regions, promotions } = product
  const cut = <T>(parts: readonly T[]) => parts.slice(0, PARTS_MAX)
  return { needs, kind, arrives, benefits: cut(benefits), lasts, regions: cut(regions), promotions: cut(promotions) }
}

/** Reads products, each once: of two products with the same id the first is used. `odd`: how many were left out. */
export function readCatalogue(products: readonly (SupplierProduct | TopUpProduct)[], rateOf: (currency: string) => string | undefined) {
  const read = new Map<string, Read>()
  for (const product of products) {
    const one = readProduct(product, rateOf)
    if (one && !read.has(one.supplier_product)) read.set(one.supplier_product, one)
  }
  return { read: [...read.values()], odd: products.length - read.size }
}
