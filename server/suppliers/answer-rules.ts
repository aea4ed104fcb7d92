// From what came over the wire to one of the three answers: the rules that are the same for every supplier. A refusal is only what a supplier says in words
// its adapter knows, or a request that never left; everything else that is no readable success is unknown.
import * as z from 'zod/mini'
import type { Delivery } from '../kit/seal.ts'
import { done, type Failed, isGood, refused, unknown } from './answers.ts'
import type { Json } from './digits.ts'
import type { Answer, Order } from './supplier.ts'
import type { Heard } from './wire.ts'

/** What a supplier says in an answer that is no success; undefined where it says none of the things its adapter knows. */
export type Refusals = (body: Json, status: number) => Failed | undefined

const WORDS_MAX = 200
/** A supplier's own words, for the log: numbers so long that they could be a PIN or somebody's telephone are left out. */
export const wordsOf = (...said: (string | undefined)[]): string =>
  said
    .filter((words) => words)
    .join(' ')
    .replace(/\d[\d ./-]{6,}\d/g, '•')
    .slice(0, WORDS_MAX)

/** What is only shown, and one row of a long list: it makes no answer unreadable, as an order that was paid has to be read. */
export const orNull = <T>(shape: z.ZodMiniType<T>) => z.catch(z.nullish(shape), null)

/** The answer to a question that changes nothing. */
export function heardAs<T>(heard: Heard, shape: z.ZodMiniType<T>, refusals: Refusals): Answer<T> {
  if (heard.heard !== 'answer') return unknown(heard.reason)
  const { status, body } = heard
  // A supplier in trouble does not know what it did, whatever it writes into the answer.
  if (status >= 500 || status === 429) return unknown(`STATUS_${status}`)
  const said = refusals(body, status)
  if (said) return said
  const read = isGood(status) ? shape.safeParse(body) : undefined
  return read?.success ? done(read.data) : unknown(`NOT_UNDERSTOOD_${status}`)
}

/** The answer to an order, which moves no money when it never left, or was sent away because of too many. */
export function orderedAs<T>(heard: Heard, shape: z.ZodMiniType<T>, refusals: Refusals): Answer<T> {
  if (heard.heard === 'not_sent') return refused(heard.reason === SIGN_IN_REFUSED ? 'our_mistake' : 'not_reached', heard.reason)
  if (heard.heard === 'answer' && heard.status === 429) return refused('not_available', 'STATUS_429')
  return heardAs(heard, shape, refusals)
}

/**
 * How an order stands, or what else a supplier says of one. That it does not answer our question refuses the question and not the order: only the state
 * it tells can end a sale.
 */
export function toldAs<T>(heard: Heard, shape: z.ZodMiniType<T>, refusals: Refusals): Answer<T> {
  const answer = heardAs(heard, shape, refusals)
  return answer.outcome === 'refused' ? unknown(answer.reason) : answer
}

/** The reason of a request that was not sent because the supplier does not let us in. */
export const SIGN_IN_REFUSED = 'SIGN_IN_REFUSED'

/** The value of an answer that is one, changed; any other answer as it is. */
export const map = <T, U>(answer: Answer<T>, change: (value: T) => Answer<U>): Answer<U> => (answer.outcome === 'done' ? change(answer.value) : answer)

type MaybeText = string | null | undefined
/** What was delivered, without what the supplier left out. */
export function deliveryOf(said: { pin?: MaybeText; serial?: MaybeText; expires_on?: MaybeText; facts: Readonly<Record<string, MaybeText>> }): Delivery {
  const { pin, serial, expires_on } = said
  const facts = Object.fromEntries(Object.entries(said.facts).flatMap(([name, words]) => (words ? [[name, words]] : [])))
  return { ...(pin && { pin }), ...(serial && { serial }), ...(expires_on && { expires_on }), facts }
}

/** The supplier has the order, under this name; how it stands is not known. */
export const named = (reason: string, supplier_reference: string): Failed => ({ outcome: 'unknown', reason, named: { supplier_reference } })

/** What was sent so long ago has arrived or never will: many times our own patience. */
const ARRIVES_MS = 10 * 60_000

/** How far back suppliers look: DT One's search spans a day, and of the others nobody says more. */
export const SEARCHED_MS = 24 * 3_600_000

/** The reason of what a supplier does not find, which proves nothing: it has named the order before, or it looks no further back. A person decides. */
export const NOT_FOUND = 'NOT_FOUND_ANY_MORE'

/** A reference the supplier does not know: no proof before everything sent under it has arrived, after its search has ended, or once it has named the order. */
export function notKnown(now: Date, sent_at: Date | undefined, supplier_reference?: string | null): Failed {
  if (supplier_reference) return named(NOT_FOUND, supplier_reference)
  const age_ms = sent_at === undefined ? 0 : now.getTime() - sent_at.getTime()
  if (age_ms >= SEARCHED_MS) return unknown(NOT_FOUND)
  return age_ms >= ARRIVES_MS ? refused('never_seen', 'NOT_KNOWN_THERE') : unknown('NOT_KNOWN_THERE')
}

/** Suppliers of PINs and recharges deliver one piece an order: several pieces are several orders, each with a reference of its own. */
export const oneOnly = ({ quantity }: Order): Failed | undefined => (quantity === 1 ? undefined : refused('our_mistake', 'ONE_A_REFERENCE'))

/** All lines of a statement or none: with one left out it would prove what is not so. */
export function allRead<T>(lines: readonly (T | undefined)[]): Answer<readonly T[]> {
  const read = lines.filter((line) => line !== undefined)
  return read.length === lines.length ? done(read) : unknown('LINE_NOT_UNDERSTOOD')
}

/** An instant as it is written; undefined for what is none. */
export function instantOf(written: string): Date | undefined {
  const at = new Date(written)
  return Number.isNaN(at.getTime()) ? undefined : at
}

/** All pages of a list, the first being 1; the first answer that is none ends it. */
export async function allPages<T>(ask: (page: number) => Promise<Answer<{ items: readonly T[]; total: number }>>): Promise<Answer<readonly T[]>> {
  const all: T[] = []
  for (let page = 1; page <= PAGES_MAX; page++) {
    const answer = await ask(page)
    if (answer.outcome !== 'done') return answer
    all.push(...answer.value.items)
    if (all.length >= answer.value.total) return done(all)
    if (answer.value.items.length === 0) return unknown('LIST_INCOMPLETE')
  }
  return unknown('LIST_TOO_LONG')
}
const PAGES_MAX = 500
