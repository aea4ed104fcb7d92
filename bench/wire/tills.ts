// Tills that sell through servers that are killed meanwhile. A request without a final answer is repeated under its key, at whichever server answers.
import { type Calls, calls } from '../../contract/index.ts'
import { CallError, type Client, createClient } from '../../contract/kit/client.ts'
import { steps } from '../../contract/till/top-ups.ts'
import { issueKey, readKey } from '../../server/http/transaction-key.ts'
import type { Keys } from '../../server/kit/keys.ts'
import { HOST, idOf, TENANT, tokenOf } from '../world.ts'
import type { Sale } from './judge.ts'

/** How long a till waits for an answer: longer than the server waits for a supplier. */
const ANSWER_MS = 15_000
const AGAIN_MS = 300
const TRIES_MOST = 60
/** Errors after which the sale under this transaction key may still happen. */
const OPEN = new Set(['busy', 'in_progress', 'internal'])
const TOLD = { successful: 'sold', failed: 'refused', pending: 'unknown' } as const

const pause = (ms: number) => new Promise((done) => setTimeout(done, ms))

export type Selling = { ports: readonly number[]; keys: Keys; shop: number; configuration_id: string; number: string }
export type Sold = Pick<Sale, 'key' | 'told'> & { tries: number; code: string }

/**
 * Sells one top-up and repeats the request until its outcome is final. `write` is called with the sale's key before the first request, so that the sale is
 * known even if this process dies.
 */
export async function sellOne({ ports, keys, shop, configuration_id, number: mobile_number }: Selling, write: (key: string) => void): Promise<Sold> {
  const owner = { home_tenant_id: TENANT, user_id: idOf.user(shop) }
  const transaction_key = issueKey(keys, owner)
  const key = readKey(keys, owner, transaction_key) ?? ''
  write(key)
  const till = tillAt(ports, shop)
  for (let tries = 1; tries <= TRIES_MOST; tries++)
    try {
      const asked = { configuration: steps.send, transaction_key, configuration_id, mobile_number, mobile_number_again: mobile_number, once_more: true }
      const { top_up } = await till.dtOne(asked)
      return { key, tries, code: top_up?.failure ?? '', told: TOLD[top_up?.state ?? 'pending'] }
    } catch (error) {
      if (error instanceof CallError && !OPEN.has(error.code)) return { key, tries, code: error.code, told: 'refused' }
      await pause(AGAIN_MS)
    }
  return { key, tries: TRIES_MOST, code: 'no answer', told: 'unknown' }
}

function tillAt(ports: readonly number[], shop: number): Client<Calls> {
  const send = (path: string, init: RequestInit) =>
    fetch(`http://${HOST}:${ports[Math.floor(Math.random() * ports.length)]}${path}`, { ...init, signal: AbortSignal.timeout(ANSWER_MS) })
  return createClient(calls, send, () => ({ authorization: `Bearer ${tokenOf(shop)}`, customer: idOf.shop(shop), session: idOf.session(shop) }))
}
