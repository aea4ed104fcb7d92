// Keeps the token of a supplier whose tokens expire. The token is fetched once for all callers, used until shortly before its end, and fetched again if the
// supplier refuses it. A request that was refused because of its token did nothing, so it is sent again, once, whatever it is.

import { SIGN_IN_REFUSED } from './answer-rules.ts'
import type { Answer } from './supplier.ts'
import type { Heard, WireRequest } from './wire.ts'

export type Token = { token: string; lasts_s: number }

const EARLY_S = 30

export function withToken(
  ask: (asked: WireRequest) => Promise<Heard>,
  signIn: () => Promise<Answer<Token>>,
  now: () => Date,
): (asked: WireRequest) => Promise<Heard> {
  let held: { token: string; until: number } | null = null
  let asking: Promise<string | Heard> | null = null

  async function fetched(): Promise<string | Heard> {
    const answer = await signIn()
    if (answer.outcome === 'refused') return { heard: 'not_sent', reason: SIGN_IN_REFUSED }
    if (answer.outcome === 'unknown') return { heard: 'not_sent', reason: `SIGN_IN ${answer.reason}` }
    const { token, lasts_s } = answer.value
    held = { token, until: now().getTime() + Math.max(0, lasts_s - EARLY_S) * 1_000 }
    return token
  }
  function current(): string | Promise<string | Heard> {
    if (held && held.until > now().getTime()) return held.token
    asking ??= fetched().finally(() => {
      asking = null
    })
    return asking
  }
  async function once(asked: WireRequest): Promise<{ heard: Heard; token: string | null }> {
    const token = await current()
    if (typeof token !== 'string') return { heard: token, token: null }
    return { heard: await ask({ ...asked, headers: { ...asked.headers, authorization: `Bearer ${token}` } }), token }
  }
  return async (asked) => {
    const { heard, token } = await once(asked)
    if (heard.heard !== 'answer' || heard.status !== 401) return heard
    if (held?.token === token) held = null
    return (await once(asked)).heard
  }
}
