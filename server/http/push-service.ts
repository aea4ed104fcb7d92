// Sends to a browser's push service: encrypted for that browser (RFC 8291), signed as this portal (RFC 8292), and never to an address inside our own network.
import { createECDH } from 'node:crypto'
import { isIP } from 'node:net'
import { request } from 'undici'
import webpush from 'web-push'
import { ENDPOINT_MAX } from '../../contract/messages/push.ts'
import { derivedSecret, type Keys } from '../kit/keys.ts'
import { isOutside } from '../suppliers/addresses.ts'
import { agentTo, LIMITS } from '../suppliers/wire.ts'

/** A browser's push subscription: the URL at its push service, and its keys. */
export type Browser = { endpoint: string; p256dh: string; auth: string }
export type PushText = { title: string; body: string; kind: string }
/** `gone`: the subscription is over for good. `failed`: no answer, or an unexpected one. */
export type Outcome = 'done' | 'gone' | 'failed'

export type PushService = {
  public_key: string
  mayTell: (endpoint: string) => boolean
  send: (browser: Browser, said: PushText) => Promise<Outcome>
}

/**
 * `contact`: the address to which the operators of push services may write; without it push is off. `loopback`: allows services on this machine, for
 * tests.
 */
export type PushOptions = { contact: string; keys: Keys; loopback?: boolean }

const LENGTHS = { p256dh: 65, auth: 16 }
/** How long a push service keeps an undelivered notice. A later notice would be of no use. */
const USEFUL_S = 12 * 60 * 60
const LIMIT = { ...LIMITS, connect_ms: 3_000, silence_ms: 5_000, whole_ms: 8_000, answer_bytes: 10_000, in_flight: 1 }
const ONE = 'portal-notices'

/** The name of the first key whose length is not that of a real browser's key; undefined if both lengths are right. */
export const wrongIn = ({ p256dh, auth }: Omit<Browser, 'endpoint'>): 'p256dh' | 'auth' | undefined =>
  (['p256dh', 'auth'] as const).find((name) => Buffer.from({ p256dh, auth }[name], 'base64url').length !== LENGTHS[name])

/**
 * The key pair that identifies this installation. It is derived from the root key, as signatures are, so it need not be made, stored or changed. If the derived
 * number is too large for the curve (one in four thousand millions), the next number is used.
 */
function keyPair(keys: Keys, n = 0): { publicKey: string; privateKey: string } {
  const secret = derivedSecret(keys, 'web push', String(n))
  const curve = createECDH('prime256v1')
  try {
    curve.setPrivateKey(secret)
  } catch {
    return keyPair(keys, n + 1)
  }
  return { publicKey: curve.getPublicKey('base64url'), privateKey: secret.toString('base64url') }
}

export function createPush({ contact, keys, loopback = false }: PushOptions): PushService | null {
  if (!contact) return null
  const { publicKey, privateKey } = keyPair(keys)
  const mayTell = (endpoint: string) => isService(endpoint, loopback)
  return {
    public_key: publicKey,
    mayTell,
    send: async ({ endpoint, p256dh, auth }, said) => {
      if (!mayTell(endpoint)) return 'gone'
      const base = new URL(endpoint)
      const agent = agentTo(base, LIMIT)
      try {
        const { headers, body, method } = webpush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, JSON.stringify(said), {
          ...{ vapidDetails: { subject: contact, publicKey, privateKey }, TTL: USEFUL_S, topic: ONE, contentEncoding: 'aes128gcm' },
        })
        const answer = await request(base, { method, headers: textsOf(headers), body, dispatcher: agent, signal: AbortSignal.timeout(LIMIT.whole_ms) })
        await answer.body.dump()
        if (answer.statusCode === 404 || answer.statusCode === 410) return 'gone'
        return answer.statusCode >= 200 && answer.statusCode < 300 ? 'done' : 'failed'
      } catch {
        return 'failed'
      } finally {
        await agent.destroy()
      }
    },
  }
}

const textsOf = (headers: Record<string, unknown>) => Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))

/**
 * Whether a URL can be that of a push service: HTTPS on the default port, with a name or a public address. The IP address of a name is checked when connecting.
 */
function isService(endpoint: string, loopback: boolean): boolean {
  if (endpoint.length > ENDPOINT_MAX || !URL.canParse(endpoint)) return false
  const { protocol, hostname, port, username, password, hash } = new URL(endpoint)
  if (username || password || hash) return false
  if (hostname === '127.0.0.1') return loopback
  const host = hostname.replace(/^\[|\]$/g, '')
  return protocol === 'https:' && port === '' && (isIP(host) === 0 ? host.includes('.') : isOutside(host))
}
