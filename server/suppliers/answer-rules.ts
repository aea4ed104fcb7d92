// Turns a supplier's message into one of the three outcomes, by rules that are the same for every supplier. Only four count as refused: an answer that the
// adapter knows as a refusal, an order that never left, an order to which the supplier answered that we sent too many (429), and a reference that the supplier
// certainly never received (notKnown). Any other message without a readable success is unknown.
import * as z from 'zod/mini'
import type { Delivery } from '../kit/seal.ts'
import { done, type Failed, isGood, refused, unknown } from './answers.ts'
import type { Json } from './digits.ts'
import type { Answer, Order } from './supplier.ts'
import type { Heard } from './wire.ts'

/** Returns what an answer without success means; undefined if the adapter does not know it. */
export type Refusals = (body: Json, status: number) => Failed | undefined

const WORDS_MAX = 200
/** The supplier's own texts for the log, without numbers long enough to be a PIN or a telephone number. */
export const wordsOf = (...said: (string | undefined)[]): string =>
  said
    .filter((words) => words)
    .join(' ')
    .replace(/\d[\d ./-]{6,}\d/g, '•')
    .slice(0, WORDS_MAX)

/**
 * Makes optional a field that is only shown, or a row of a long list. An unreadable value there must not make the whole answer unreadable, because an
 * answer about a paid order has to be read.
 */
export const orNull = <T>(shape: z.ZodMiniType<T>) => z.catch(z.nullish(shape), null)

/**
 * Reads the supplier's answer to a question that changes nothing: done if the answer has the expected shape, refused if `refusals` recognises it, otherwise
 * unknown.
 */
export function heardAs<T>(heard: Heard, shape: z.ZodMiniType<T>, refusals: Refusals): Answer<T> {
  if (heard.heard !== 'answer') return unknown(heard.reason)
  const { status, body } = heard
  // An answer with a server error (5xx) or 429 is unknown, whatever its text says, because a supplier that fails does not know what it has done.
  if (status >= 500 || status === 429) return unknown(`STATUS_${status}`)
  const said = refusals(body, status)
  if (said) return said
  const read = isGood(status) ? shape.safeParse(body) : undefined
  return read?.success ? done(read.data) : unknown(`NOT_UNDERSTOOD_${status}`)
}

/** The outcome of an order. If the order never left us, or the supplier refused it because we sent too many (429), no money moved, so it counts as refused. */
export function orderedAs<T>(heard: Heard, shape: z.ZodMiniType<T>, refusals: Refusals): Answer<T> {
  if (heard.heard === 'not_sent') return refused(heard.reason === SIGN_IN_REFUSED ? 'our_mistake' : 'not_reached', heard.reason)
  if (heard.heard === 'answer' && heard.status === 429) return refused('not_available', 'STATUS_429')
  return heardAs(heard, shape, refusals)
}

/** An order's state, or another answer about the order. A refused question says nothing about the order, so only a reported state can end a sale. */
export function toldAs<T>(heard: Heard, shape: z.ZodMiniType<T>, refusals: Refusals): Answer<T> {
  const answer = heardAs(heard, shape, refusals)
  return answer.outcome === 'refused' ? unknown(answer.reason) : answer
}

/** The reason if a request was not sent because the supplier refuses our sign-in. */
export const SIGN_IN_REFUSED = 'SIGN_IN_REFUSED'

/** Changes the value of a successful answer; any other answer stays as it is. */
export const map = <T, U>(answer: Answer<T>, change: (value: T) => Answer<U>): Answer<U> => (answer.outcome === 'done' ? change(answer.value) : answer)

type MaybeText = string | null | undefined
/** The delivered details, without those that the supplier left out. */
export function deliveryOf(said: { pin?: MaybeText; serial?: MaybeText; expires_on?: MaybeText; facts: Readonly<Record<string, MaybeText>> }): Delivery {
  const { pin, serial, expires_on } = said
  const facts = Object.fromEntries(Object.entries(said.facts).flatMap(([name, words]) => (words ? [[name, words]] : [])))
  return { ...(pin && { pin }), ...(serial && { serial }), ...(expires_on && { expires_on }), facts }
}

/** The outcome for an order of which only the supplier's own reference is known, and not its state. */
export const named = (reason: string, supplier_reference: string): Failed => ({ outcome: 'unknown', reason, named: { supplier_reference } })

/** Ten minutes after it was sent, a request has arrived or never will, because ten minutes are many times our own timeout. */
const ARRIVES_MS = 10 * 60_000

/** How far back suppliers search, in milliseconds. DT One searches one day; the others promise no longer period. */
export const SEARCHED_MS = 24 * 3_600_000

/**
 * The reason for an unknown outcome when a supplier does not find an order. That the order is not found does not prove that there is none if the supplier has
 * named it before, or does not search so far back; then a person decides.
 */
export const NOT_FOUND = 'NOT_FOUND_ANY_MORE'

/**
 * The outcome when the supplier does not know a reference. The order may exist all the same if something sent under the reference may not have
 * arrived yet, if the supplier's search period has ended, or if the supplier has named the order.
 */
export function notKnown(now: Date, sent_at: Date | undefined, supplier_reference?: string | null): Failed {
  if (supplier_reference) return named(NOT_FOUND, supplier_reference)
  const age_ms = sent_at === undefined ? 0 : now.getTime() - sent_at.getTime()
  if (age_ms >= SEARCHED_MS) return unknown(NOT_FOUND)
  return age_ms >= ARRIVES_MS ? refused('never_seen', 'NOT_KNOWN_THERE') : unknown('NOT_KNOWN_THERE')
}

/** Suppliers of PINs and recharges deliver one piece for an order, so several pieces are several orders, each with its own reference. */
export const oneOnly = ({ quantity }: Order): Failed | undefined => (quantity === 1 ? undefined : refused('our_mistake', 'ONE_A_REFERENCE'))

/** Returns all lines of a statement; unknown if one line cannot be read, because a statement with a line left out would prove something false. */
export function allRead<T>(lines: readonly (T | undefined)[]): Answer<readonly T[]> {
  const read = lines.filter((line) => line !== undefined)
  return read.length === lines.length ? done(read) : unknown('LINE_NOT_UNDERSTOOD')
}

/** The time that a text names; undefined if the text is not a time. */
export function instantOf(written: string): Date | undefined {
  const at = new Date(written)
  return Number.isNaN(at.getTime()) ? undefined : at
}

/** Reads all pages of a list, from 1; the first failed answer ends it. */
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
