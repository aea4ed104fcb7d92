// The existing adapters: the credentials and settings of each, and how it is made. Input on the platform's screen is validated by these same schemas.
import * as z from 'zod/mini'
import { createDtOne } from './dt-one/dt-one.ts'
import { createFlixbus } from './flixbus/flixbus.ts'
import { createPaysafecard } from './paysafecard/paysafecard.ts'
import { createPjTelesoft } from './pj-telesoft/pj-telesoft.ts'
import type { RateOf } from './rates.ts'
import { createReloadly } from './reloadly/reloadly.ts'
import { createSoftApi } from './soft-api/soft-api.ts'
import type { Supplier, TopUps } from './supplier.ts'
import type { Trips } from './trips.ts'
import type { WireOptions } from './wire.ts'

/**
 * An open supplier, by what it delivers. `goods` and `top_ups` are ordered as products; `trips` are searched, and their seats are held before they are bought.
 */
export type Opened = { close: () => Promise<void> } & (
  | { kind: 'goods'; supplier: Supplier }
  | { kind: 'top_ups'; supplier: TopUps }
  | { kind: 'trips'; trips: Trips }
)

export type To = Pick<WireOptions, 'base' | 'onExchange' | 'limits'> & {
  now: () => Date
  rateOf: RateOf
  /** Checks a second URL of the same supplier (such as that of its sign-in) by the same rules as `base`. */
  baseAt: (text: string) => URL
  callbackUrl?: (reference: string) => string
}

const word = z.string().check(z.minLength(1), z.maxLength(200))
const currency = z._default(z.string().check(z.regex(/^[A-Z]{3}$/)), 'EUR')
const country = z._default(z.string().check(z.regex(/^[A-Z]{2}$/)), 'DE')

const signIn = z.object({ username: word, password: word })

type Kind<C extends z.ZodMiniType, S extends z.ZodMiniType> = {
  credentials: C
  settings: S
  /** The supplier's own names for the fields of the screen; `account` names the field that holds our account. */
  words: { account: keyof z.output<C> & string; secret?: keyof z.output<C> & string; token?: keyof z.output<C> & string }
  open: (to: To, credentials: z.output<C>, settings: z.output<S>) => Opened
}
const kind = <C extends z.ZodMiniType, S extends z.ZodMiniType>(one: Kind<C, S>) => one

const agreed = z.array(
  z.object({
    ...{ product_id: word, name: word, country: z.string().check(z.length(2)), values: z.array(z.string().check(z.regex(/^\d{1,6}(\.\d{1,4})?$/))) },
    commission: z.int().check(z.minimum(0), z.maximum(10_000)),
  }),
)

export const adapters = {
  dt_one: kind({
    credentials: z.object({ api_key: word, api_secret: word }),
    settings: z.object({ currency }),
    words: { account: 'api_key', secret: 'api_secret' },
    open: ({ rateOf, baseAt, ...to }, credentials, settings) => {
      const account = () => ({ currency: settings.currency, rate: settings.currency === 'EUR' ? '1' : (rateOf(settings.currency) ?? '0') })
      const supplier = createDtOne({ ...to, ...credentials, account })
      return { kind: 'top_ups', supplier, close: supplier.close }
    },
  }),
  reloadly: kind({
    credentials: z.object({ client_id: word, client_secret: word }),
    settings: z.object({ currency, country, audience: word, sign_in_url: word }),
    words: { account: 'client_id', secret: 'client_secret' },
    open: ({ rateOf, baseAt, ...to }, credentials, { sign_in_url, audience, ...account }) => {
      const supplier = createReloadly({ ...to, ...credentials, audience, sign_in: baseAt(sign_in_url), account: { ...account, rateOf } })
      return { kind: 'top_ups', supplier, close: supplier.close }
    },
  }),
  soft_api: kind({
    credentials: signIn,
    settings: z.object({ country }),
    words: { account: 'username', secret: 'password' },
    open: ({ baseAt, ...to }, credentials, settings) => {
      const supplier = createSoftApi({ ...to, ...credentials, ...settings, name: 'SoftAPI' })
      return { kind: 'goods', supplier, close: supplier.close }
    },
  }),
  pj_telesoft: kind({
    credentials: signIn,
    settings: z.object({ generation: z._default(z.union([z.literal(1), z.literal(2)]), 2) }),
    words: { account: 'username', secret: 'password' },
    open: ({ rateOf, baseAt, ...to }, credentials, settings) => {
      const supplier = createPjTelesoft({ ...to, ...credentials, ...settings })
      return { kind: 'goods', supplier, close: supplier.close }
    },
  }),
  paysafecard: kind({
    credentials: z.object({ distributor: word, api_key: word }),
    settings: z.object({ agreed: z._default(agreed, []) }),
    words: { account: 'distributor', secret: 'api_key' },
    open: ({ rateOf, baseAt, ...to }, credentials, settings) => {
      // The supplier's daily file arrives in a separate folder to which the product is not connected, so no file is ever found.
      const { distributor: distributor_id, api_key } = credentials
      const supplier = createPaysafecard({ ...to, ...settings, distributor_id, api_key, file: async () => null })
      return { kind: 'goods', supplier, close: supplier.close }
    },
  }),
  flixbus: kind({
    credentials: z.object({ partner_token: word, email: word, password: word }),
    settings: z.object({}),
    words: { account: 'email', secret: 'password', token: 'partner_token' },
    open: ({ rateOf, baseAt, ...to }, credentials) => {
      const trips = createFlixbus({ ...to, ...credentials })
      return { kind: 'trips', trips, close: trips.close }
    },
  }),
} as const

export type Adapter = keyof typeof adapters

export type Words = { account: string; secret: string; token: string }

/** The credentials entered on the screen, under the adapter's own names; undefined if a value is missing. */
export function credentialsFrom(adapter: Adapter, entered: Words): unknown {
  const { words, credentials } = adapters[adapter]
  const read = z.safeParse(credentials, Object.fromEntries(Object.entries(words).map(([name, word]) => [word, entered[name as keyof Words]])))
  return read.success ? read.data : undefined
}

/** The credentials that were entered earlier, under the names of the screen's fields, so that a user may change only some of them. */
export const enteredAs = (adapter: Adapter, credentials: Readonly<Record<string, string>>): Words => ({
  ...{ account: '', secret: '', token: '' },
  ...Object.fromEntries(Object.entries(adapters[adapter].words).map(([name, word]) => [name, credentials[word] ?? ''])),
})

/**
 * Reads an adapter's settings from a text; undefined if the text does not fit. Exchange rates are not settings, because a change of them needs two
 * people (decision 0046).
 */
export function settingsFrom(adapter: Adapter, text: string): Record<string, unknown> | undefined {
  const given = readObject(text)
  if (!given || 'rates' in given) return undefined
  const read = z.safeParse(adapters[adapter].settings, given)
  return read.success ? read.data : undefined
}

function readObject(text: string): Record<string, unknown> | undefined {
  try {
    const given: unknown = text.trim() === '' ? {} : JSON.parse(text)
    return typeof given === 'object' && given !== null && !Array.isArray(given) ? (given as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}

/** Opens a supplier; throws if the credentials or the settings do not fit the adapter. */
export function openAdapter(adapter: Adapter, to: To, credentials: unknown, settings: unknown): Opened {
  const { credentials: ofCredentials, settings: ofSettings, open } = adapters[adapter] as unknown as Kind<z.ZodMiniType, z.ZodMiniType>
  return open(to, ofCredentials.parse(credentials), ofSettings.parse(settings))
}
