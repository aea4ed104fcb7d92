// Places for running requests, shared out per server, per tenant, and per person or address. Whoever fills their own share is refused, and nobody
// else. Sales, uploads and what waits for a supplier have places of their own, so that neither lists nor a supplier stand in their way.
import type { Call } from '../../contract/kit/call.ts'
import { Refusal } from '../kit/errors.ts'
import { networkOf } from '../postgres/attempts.ts'

/** `door`: requests whose sender is not known yet. */
export type Lane = 'door' | 'public' | 'money' | 'live' | 'upload' | 'large' | 'other'

/**
 * How many at once. `one`: per address until the person is known, then per person. `least_ms`: a place stays taken for at least this long, which bounds
 * the requests per second.
 */
const MOST: Record<Lane, { one: number; tenant: number; all: number; least_ms?: number }> = {
  // Many tills stand behind one address.
  door: { one: 256, tenant: 1_000, all: 1_000 },
  public: { one: 64, tenant: 250, all: 750 },
  // A person has one till; a program that sells runs many sales at once.
  money: { one: 160, tenant: 600, all: 1_500 },
  // Fewer than one supplier is asked at once (suppliers/wire.ts): one person leaves some to others, and a supplier that hangs fills no lists' places.
  live: { one: 40, tenant: 250, all: 750 },
  // Each upload takes minutes to reach the disk.
  upload: { one: 3, tenant: 12, all: 60 },
  // A form of 256 KB keeps the event loop busy for milliseconds: four a second per person, sixteen per tenant.
  large: { one: 2, tenant: 8, all: 30, least_ms: 500 },
  other: { one: 48, tenant: 250, all: 750 },
}

/** A price table for a hundred customers is smaller than this. */
const LARGE_BYTES = 32 * 1024

/** `bytes`: the body's declared length; infinite when it declares none. */
export const laneOf = (c: Call, bytes: number): Lane => {
  if (c.upload) return 'upload'
  if (bytes > LARGE_BYTES) return 'large'
  if (c.changes === 'booked') return 'money'
  if (c.asksSupplier) return 'live'
  return c.access === 'public' ? 'public' : 'other'
}

/** The sender, as far as it is known. */
export type Whose = { address: string; tenant_id?: number; user_id?: string | undefined }

export type Places = ReturnType<typeof createPlaces>

/** `times` multiplies every limit, for tests of what lies behind them. */
export function createPlaces(refused: (lane: Lane, share: string) => void = () => undefined, times = 1) {
  const taken = new Map<string, number>()
  const add = (key: string, n: number) => {
    const now = (taken.get(key) ?? 0) + n
    if (now > 0) taken.set(key, now)
    else taken.delete(key)
  }

  return {
    /** Takes a place and returns the function that frees it, however often it is called. Throws when a share is full and then takes none. */
    take(lane: Lane, { address, tenant_id, user_id }: Whose): () => void {
      const { one, tenant, all, least_ms = 0 } = MOST[lane]
      const shares = [
        { share: 'one', key: `${lane} ${user_id ?? networkOf(address)}`, most: one },
        ...(tenant_id === undefined ? [] : [{ share: 'tenant', key: `${lane} tenant ${tenant_id}`, most: tenant }]),
        { share: 'all', key: lane, most: all },
      ]
      const full = shares.find(({ key, most }) => (taken.get(key) ?? 0) >= most * times)
      if (full) {
        refused(lane, full.share)
        // A full share of one's own is the sender's doing (too_many_requests); other full shares are not (busy).
        throw full.share === 'one' ? new Refusal('too_many_requests', { detail: { wait_s: 1 } }) : new Refusal('busy')
      }
      for (const { key } of shares) add(key, 1)
      const since = performance.now()
      return () => {
        const mine = shares.splice(0)
        const giveBack = () => {
          for (const { key } of mine) add(key, -1)
        }
        const left_ms = least_ms - (performance.now() - since)
        if (left_ms > 0) setTimeout(giveBack, left_ms).unref()
        else giveBack()
      }
    },
    /** How many are taken, of each share that has any. */
    taken: (): ReadonlyMap<string, number> => taken,
  }
}
