// Helpers to write an entry of the audit table: who makes the call, and its preparation.
import { goods } from '../test/arrange.ts'
import { type Account, addAccount } from '../test/door.ts'
import type { Person, World } from '../test/world.ts'

/** A prepared call; `by`: the user name that the log must show. */
export type Ready = { by: string; call: () => Promise<unknown> }
export type Way = (w: World) => Promise<Ready>
type Prepare<Who> = (me: Who, w: World) => Promise<() => Promise<unknown>>

/** Sign-ins of an account are limited per window of time, so after this many sign-ins the clock is moved to the next window. */
const SIGN_INS = 40
const WINDOW_MS = 15 * 60_000
let signIns = 0

export const as =
  (username: string, prepare: Prepare<Person>): Way =>
  async (w) => {
    if (++signIns % SIGN_INS === 0) w.clock.advance(WINDOW_MS)
    const me = await w.signIn(username, username === 'platform' || username === 'support' ? { host: 'platform.localhost' } : {})
    return { by: username, call: await prepare(me, w) }
  }

/** Makes an entry whose call is made by a new user with a unique name. */
export const asSomebody =
  (columns: Record<string, unknown>, prepare: Prepare<Account>, of = 'nord'): Way =>
  async (w) => {
    const person = await addAccount(w, of, columns)
    return { by: person.username, call: await prepare(person, w) }
  }

export const meAs = (columns: Record<string, unknown>, prepare: Prepare<Person>): Way =>
  asSomebody(columns, async ({ username }, w) => prepare(await w.signIn(username), w))

export const key = async (me: Person) => (await me.calls.transactionKey({})).transaction_key

export async function sold(me: Person, w: World, quantity = 1) {
  const { configuration_id } = await goods(w, { pins: quantity + 1, euro: 1 })
  return { configuration_id, transaction_key: await key(me), quantity }
}

/** Sells PINs of new goods as `me`, and claims them. */
export async function claimed(w: World, me: Person, pins = 1) {
  const corner = await goods(w, { pins, euro: 1 })
  const { sale_id } = await me.calls.sell({ transaction_key: await key(me), configuration_id: corner.configuration_id, quantity: pins })
  const { rows } = await me.calls.reclaimSubmit({ sale_id, reason: 'not_working' })
  return { ...corner, sale_id, rows, reclaim_id: rows[0]?.reclaim_id ?? '' }
}

const TEN_EURO = { value: 100_000, info: '', vat_treatment: 'multi_purpose_voucher', vat_rate: 0, vat_country: '', is_active: true } as const

/** Makes a product with one denomination that has this EAN; empty: without an EAN. */
export const newProduct = (me: Person, ean: string) =>
  me.calls.productAdd({ product_name: `Product ${Date.now()}`, product_type: 'cash_card', configurations: [{ ...TEN_EURO, ean }] })

let files = 0
/** Makes a file with four rows of PINs that no other file has. */
export const pinFile = () => Array.from({ length: 4 }, (_, i) => `${String(7_000_000_000_000_000 + ++files * 10_000 + i * 7)};S${files}`).join('\n')
