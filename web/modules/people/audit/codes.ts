// Fields of the audit log that contain codes, and the words shown for them, which come from the screens where the codes are chosen.
import { useEffect } from 'react'
import { useMessages } from 'use-intl'
import { adapterNames, adapters } from '../../../../contract/kit/adapters.ts'
import type { Messages } from '../../../i18n/catalogue.ts'
import { languageNames, loadArea } from '../../../kit/base/language.tsx'

type Words = Readonly<Record<string, string>>
type Area = keyof Messages
type Coded = readonly [area: Area, words: (texts: Messages) => Words]

const language: Coded = ['house', () => languageNames]
const code: Coded = ['words', ({ words }) => words.code_channels]
const treatment: Coded = ['pages', ({ pages }) => pages.tax.treatments]
const rights: Coded = ['words', ({ words }) => words.rights]

const suppliers: Words = Object.fromEntries(adapterNames.map((name) => [name, adapters[name].name]))

const coded: Readonly<Record<string, Coded>> = {
  adapter: ['house', () => suppliers],
  billing: ['invoices', ({ invoices }) => invoices.billings],
  code_channel: code,
  codes_by: code,
  configurations: treatment,
  default_language: language,
  denominations: treatment,
  flags: rights,
  language,
  organisation_type: ['customers', ({ customers }) => customers.organisation_types],
  outcome: ['connections', ({ connections }) => connections.order.outcomes],
  price_by: ['prices', ({ prices }) => prices.online.price_bys],
  product_type: ['house', ({ house }) => house.product_types],
  provider: ['connections', ({ connections, words }) => ({ ...words.providers, ...connections.providers })],
  reason: ['reclamations', ({ reclamations }) => reclamations.reasons],
  rounding: ['prices', ({ prices }) => prices.online.roundings],
  scopes: rights,
  shop_type: ['customers', ({ customers }) => customers.shop_types],
  vat_treatment: treatment,
  type: ['credit', ({ credit, words }) => ({ ...words.bookings, ...credit.requests.types })],
}

/**
 * Separates the parts of a text ("10.00 · telecom_service, 20.00 · exempt"). Only a whole part is replaced as a code, so sentences written by people stay
 * unchanged.
 */
const BETWEEN = /(, | · )/

/** Returns a function that replaces a field's codes in a value by words; undefined while the texts of these fields are loading. */
export function useWords(fields: readonly string[]): ((field: string, text: string) => string) | undefined {
  const texts: Partial<Messages> = useMessages()
  const missing = [...new Set(fields.flatMap((field) => coded[field]?.[0] ?? []))].filter((area) => !texts[area])
  const asked = missing.join(' ')
  useEffect(() => {
    for (const area of asked.split(' ').filter(Boolean)) void loadArea(area as Area)
  }, [asked])
  if (missing.length > 0) return undefined
  return (field, text) => {
    const words = coded[field]?.[1](texts as Messages) ?? {}
    const parts = text.split(BETWEEN)
    return parts.map((part) => (Object.hasOwn(words, part) ? words[part] : part)).join('')
  }
}
