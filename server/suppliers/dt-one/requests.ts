// Requests to DT One: reads the pages of its lists, and knows what its error codes mean.
import type * as z from 'zod/mini'
import { done, type Failed, isGood, readAs, refused, unknown } from '../answers.ts'
import type { Answer, RefusedBy } from '../supplier.ts'
import type { Heard, Wire, WireRequest } from '../wire.ts'
import { Failure } from './shapes.ts'

const [PER_PAGE, PAGES_MAX] = [100, 500]

/** Error codes that say that nothing happened and nothing will happen. A code that is not in this list does not say so. */
const REFUSALS: Readonly<Record<string, RefusedBy>> = {
  ...{ 1000400: 'our_mistake', 1000401: 'our_mistake', 1000429: 'not_available', 1003001: 'not_available', 1003002: 'amount', 1003003: 'our_mistake' },
  ...{ 1005003: 'recipient', 1005004: 'not_available', 1005005: 'not_available', 1005006: 'not_available' },
  ...{ 1005503: 'our_mistake', 1006003: 'our_mistake', 1006503: 'our_mistake', 1006001: 'our_balance', 1007500: 'not_available' },
}

export const CODES = {
  used: '1007001',
  confirmed: '1007002',
  tooLate: '1007004',
  cancelled: '1007005',
  notCancellable: '1007007',
  notThere: '1008004',
} as const

/** Reads an answer without success: its code and meaning. The supplier's own errors, 5xx, say nothing about what became of a request. */
export function failureIn(heard: Extract<Heard, { heard: 'answer' }>): { code: string; answer: Failed } {
  const [first] = readAs(Failure, heard.body)?.errors ?? []
  const reason = first ? `${first.code} ${first.message}` : `status ${heard.status}`
  const by = first && heard.status >= 400 && heard.status < 500 ? REFUSALS[first.code] : undefined
  return { code: heard.status < 500 ? (first?.code ?? '') : '', answer: by ? refused(by, reason) : unknown(reason) }
}

type Page = Pick<WireRequest, 'call' | 'path' | 'query' | 'reference'> & { json?: Record<string, unknown> }

/** Reads all rows of all pages. With `skipsUnreadable`, unreadable rows are left out; otherwise one unreadable row makes the whole answer unreadable. */
export async function allRows<T>(wire: Wire, page: Page, schema: z.ZodMiniType<T>, skipsUnreadable = false): Promise<Answer<T[]>> {
  const rows: T[] = []
  for (let at = 1, seen = 0; at <= PAGES_MAX; at++) {
    const heard = await wire.ask(pageOf(page, at))
    if (heard.heard !== 'answer') return unknown(heard.reason)
    if (!isGood(heard.status)) return failureIn(heard).answer
    if (!Array.isArray(heard.body)) return unknown('no list')
    for (const row of heard.body) {
      const read = readAs(schema, row)
      if (read === undefined && !skipsUnreadable) return unknown('a row cannot be read')
      if (read !== undefined) rows.push(read)
    }
    seen += heard.body.length
    if (at < Number(heard.headers['x-total-pages'] ?? 1)) continue
    // If rows were added or removed while the pages were read, a row may be missing, so the answer is not used.
    return seen === Number(heard.headers['x-total'] ?? seen) ? done(rows) : unknown('the list moved')
  }
  return unknown('too many pages')
}

function pageOf({ call, path, query, reference, json }: Page, page: number): WireRequest {
  const about = { call, path, reads: true, ...(reference ? { reference } : {}) }
  if (json) return { ...about, method: 'POST', body: { json: { ...json, page, per_page: PER_PAGE } } }
  return { ...about, method: 'GET', query: { ...query, page: String(page), per_page: String(PER_PAGE) } }
}
