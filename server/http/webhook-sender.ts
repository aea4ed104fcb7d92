// Sends webhooks in the form of Standard Webhooks 1.0: signed with HMAC-SHA256, and never to an address inside our own network.
import { createHmac } from 'node:crypto'
import { isIP } from 'node:net'
import { performance } from 'node:perf_hooks'
import { request } from 'undici'
import { codeOf } from '../kit/errors.ts'
import { derivedSecret, type Keys } from '../kit/keys.ts'
import { isOutside } from '../suppliers/addresses.ts'
import { agentTo, LIMITS } from '../suppliers/wire.ts'

/** `id`: the same at every repetition of a message, so that the receiver can recognise a message that it has already. */
export type WebhookMessage = { tenant_id: number; webhook_id: string; url: string; id: string; body: string }
/** `status`: the answer's HTTP status, null if there was no answer. `error`: why there was no answer, as a code; blank if there was one. */
export type WebhookAnswer = { status: number | null; error: string; duration_ms: number }

export type WebhookSender = {
  /** The secret of a webhook as its receiver gets it. */
  secretOf: (tenant_id: number, webhook_id: string) => string
  /** Whether a webhook may have this URL: HTTPS to a public host. The IP address behind a host name is checked when connecting. */
  maySend: (url: string) => boolean
  send: (message: WebhookMessage, now: Date) => Promise<WebhookAnswer>
}

/** `loopback`: allows receivers on this machine by HTTP, for tests. */
export type WebhookOptions = { keys: Keys; loopback?: boolean }

const LIMIT = { ...LIMITS, connect_ms: 3_000, silence_ms: 6_000, whole_ms: 8_000, answer_bytes: 100_000, in_flight: 1 }
/** The most characters of an error code that are stored. */
const ERROR_MAX = 40

/**
 * A webhook's secret is derived from the installation's root key, as the portal's signatures are: no secret is stored, and after a restore the receivers need
 * no new secret.
 */
const keyOf = (keys: Keys, tenant_id: number, webhook_id: string): Buffer => derivedSecret(keys, 'webhook secret', `${tenant_id} ${webhook_id}`)

export const signatureOf = (key: Buffer, id: string, seconds: number, body: string): string =>
  `v1,${createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64')}`

export function createWebhookSender({ keys, loopback = false }: WebhookOptions): WebhookSender {
  const maySend = (url: string) => {
    if (!URL.canParse(url)) return false
    const { protocol, hostname, port } = new URL(url)
    if (hostname === '127.0.0.1' && protocol === 'http:') return loopback
    const host = hostname.replace(/^\[|\]$/g, '')
    return protocol === 'https:' && port === '' && (isIP(host) === 0 ? host.includes('.') && !host.endsWith('.localhost') : isOutside(host))
  }
  return {
    secretOf: (tenant_id, webhook_id) => `whsec_${keyOf(keys, tenant_id, webhook_id).toString('base64')}`,
    maySend,
    send: async ({ tenant_id, webhook_id, url, id, body }, now) => {
      const began = performance.now()
      const answer = async (): Promise<Omit<WebhookAnswer, 'duration_ms'>> => {
        if (!maySend(url)) return { status: null, error: 'FORBIDDEN_ADDRESS' }
        const seconds = Math.floor(now.getTime() / 1000)
        const headers = {
          ...{ 'content-type': 'application/json', 'user-agent': 'portal', 'accept-encoding': 'identity' },
          ...{ 'webhook-id': id, 'webhook-timestamp': String(seconds) },
          'webhook-signature': signatureOf(keyOf(keys, tenant_id, webhook_id), id, seconds, body),
        }
        const base = new URL(url)
        const agent = agentTo(base, LIMIT)
        try {
          const { statusCode, body: said } = await request(base, {
            ...{ method: 'POST', headers, body, dispatcher: agent, signal: AbortSignal.timeout(LIMIT.whole_ms) },
          })
          // The answer's text is read to its end and thrown away: it is the receiver's, and nobody here may see it.
          await said.dump()
          return { status: statusCode, error: '' }
        } catch (error) {
          const isLate = error instanceof Error && error.name === 'TimeoutError'
          return { status: null, error: isLate ? 'TIMEOUT' : codeOf(error).slice(0, ERROR_MAX) || 'NO_ANSWER' }
        } finally {
          await agent.destroy()
        }
      }
      return { ...(await answer()), duration_ms: Math.round(performance.now() - began) }
    },
  }
}
