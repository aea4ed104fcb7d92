// Requests to Reloadly: they fetch a token from another host, read the pages of lists, and read one operator.

import { allPages, heardAs, map, orNull } from '../answer-rules.ts'
import { done, refused } from '../answers.ts'
import type { To } from '../one-step.ts'
import type { Answer } from '../supplier.ts'
import { type Token, withToken } from '../token.ts'
import { createWire, type Heard, type WireRequest } from '../wire.ts'
import { Operator, pageOf, refusals, SHOWN, Signed, Topup } from './answers.ts'

export type AskingOptions = To & {
  /** The URL of the host that issues tokens, which is not the host of the interface. */
  sign_in: URL
  client_id: string
  client_secret: string
  /** The name of the interface for which a token is requested; the sandbox has another name. */
  audience: string
}

const ACCEPT = 'application/com.reloadly.topups-v1+json'
const PER_PAGE = 200
const paging = (page: number) => ({ page: String(page), size: String(PER_PAGE) })

export function asking({ sign_in, client_id, client_secret, audience, now = () => new Date(), ...to }: AskingOptions) {
  const wire = createWire({ ...to, supplier: 'Reloadly', shown: SHOWN })
  const gate = createWire({ ...to, supplier: 'Reloadly', shown: SHOWN, base: sign_in })
  const bearing = withToken(wire.ask, signIn, now)

  async function signIn(): Promise<Answer<Token>> {
    const json = { client_id, client_secret, grant_type: 'client_credentials', audience }
    const heard = await gate.ask({ call: 'sign in', method: 'POST', path: '/oauth/token', body: { json }, reads: true })
    return map(heardAs(heard, Signed, refusals), ({ access_token, expires_in }) => done({ token: access_token, lasts_s: Number(expires_in) || 0 }))
  }
  const ask = (asked: WireRequest): Promise<Heard> => bearing({ ...asked, headers: { accept: ACCEPT } })
  const get = (call: string, path: string, query: Record<string, string> = {}, more: Partial<WireRequest> = {}) =>
    ask({ call, method: 'GET', path, query, reads: true, ...more })

  return {
    ask,
    get,
    close: async () => void (await Promise.all([wire.close(), gate.close()])),
    operators: () =>
      allPages(async (page) => {
        const query = { includeBundles: 'true', includeData: 'true', ...paging(page) }
        return heardAs(await get('operators', '/operators', query), pageOf(orNull(Operator)), refusals)
      }),
    report: (query: Record<string, string>, reference?: string) =>
      allPages(async (page) => {
        const heard = await get('report', '/topups/reports/transactions', { ...query, ...paging(page) }, reference ? { reference } : {})
        return heardAs(heard, pageOf(Topup), refusals)
      }),
    /** Reads a top-up by Reloadly's own name for it; undefined if Reloadly does not know that name. */
    topup: async (id: string, reference: string): Promise<Answer<Topup | undefined>> => {
      const heard = await get('top-up', `/topups/reports/transactions/${encodeURIComponent(id)}`, {}, { reference })
      return heard.heard === 'answer' && heard.status === 404 ? done(undefined) : heardAs(heard, Topup, refusals)
    },
    operator: async (id: string): Promise<Answer<Operator>> => {
      const heard = await get('operator', `/operators/${encodeURIComponent(id)}`)
      return heard.heard === 'answer' && heard.status === 404 ? refused('not_available', 'NO_SUCH_OPERATOR') : heardAs(heard, Operator, refusals)
    },
  }
}
