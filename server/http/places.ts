// Places for running requests, shared out per server, per tenant, per customer, and per person or IP address. A sender who fills their own share is refused,
// and other senders are not. Sales, uploads and calls that wait for a supplier have places of their own, so neither lists nor a slow supplier can take them.
import type { Call } from '../../contract/kit/call.ts'
import { Refusal } from '../kit/errors.ts'
import { networkOf } from '../postgres/attempts.ts'

/**
 * `door`: requests whose sender is not known yet. `upload`: suppliers' deliveries; `file`: other files, which are small. `large`: a large form from a signed-in
 * user takes a place here in addition to the place in the lane of its call.
 */
export type Lane = 'door' | 'public' | 'money' | 'live' | 'upload' | 'file' | 'large' | 'other'

type Share = 'one' | 'customer' | 'tenant' | 'all'

/**
 * The most simultaneous requests in each lane (group of calls). `one`: per IP address until the person is known, then per person; `customer`: per organisation;
 * `tenant`: per tenant; `all`: per server. `least_ms`: a place stays taken for at least this long, which bounds the requests per second.
 */
const MOST: Record<Lane, Record<Share, number> & { least_ms?: number }> = {
  // Many tills may share one IP address, so an address gets many places.
  door: { one: 256, customer: 256, tenant: 1_000, all: 1_000 },
  public: { one: 64, customer: 64, tenant: 250, all: 750 },
  // A person at a till makes one sale at a time, but a program that sells makes many at the same time.
  money: { one: 160, customer: 320, tenant: 600, all: 1_500 },
  // A person has fewer places here than there may be simultaneous requests to one supplier (suppliers/wire.ts), so one person cannot use up all of these. Live
  // sales have places of their own, so a supplier that does not answer does not block the calls that read lists.
  live: { one: 40, customer: 80, tenant: 250, all: 750 },
  // Each upload takes minutes to reach the disk, so few may run at the same time.
  upload: { one: 3, customer: 6, tenant: 12, all: 60 },
  file: { one: 3, customer: 6, tenant: 12, all: 40 },
  // A form of 256 KB keeps the event loop busy for milliseconds. Each place stays taken for at least half a second, so a person can send four such forms a
  // second, and a tenant sixteen.
  large: { one: 2, customer: 4, tenant: 8, all: 30, least_ms: 500 },
  other: { one: 48, customer: 96, tenant: 250, all: 750 },
}
/**
 * How far a full share may be exceeded, as a factor. When a tenant's places are all taken, a customer that holds none still gets one; when all places of the
 * server are taken, a tenant that holds none still gets one.
 */
const ROOM = 1.5

/** A form from this size on is large; a price table for a hundred customers is smaller. */
export const LARGE_BYTES = 32 * 1024

export const laneOf = (c: Call): Lane => {
  if (c.upload) return c.upload === 'delivery' ? 'upload' : 'file'
  if (c.access === 'public') return 'public'
  if (c.changes === 'booked') return 'money'
  return c.asksSupplier ? 'live' : 'other'
}

/** The sender, as far as it is known. */
export type Whose = { address: string; tenant_id?: number; organisation_id?: string | undefined; user_id?: string | undefined }

export type Places = ReturnType<typeof createPlaces>

/** `times` multiplies every limit, for tests of the code behind the limits. */
export function createPlaces(refused: (lane: Lane, share: string) => void = () => undefined, times = 1) {
  const taken = new Map<string, number>()
  const add = (key: string, n: number) => {
    const now = (taken.get(key) ?? 0) + n
    if (now > 0) taken.set(key, now)
    else taken.delete(key)
  }

  return {
    /**
     * Takes a place and returns the function that frees it; calling this function twice frees the place once. Throws if a share is full, and then takes no
     * place.
     */
    take(lane: Lane, { address, tenant_id, organisation_id, user_id }: Whose): () => void {
      const { least_ms = 0, ...most } = MOST[lane]
      const shares: { share: Share; key: string }[] = [
        { share: 'one', key: `${lane} ${user_id ?? networkOf(address)}` },
        ...(organisation_id === undefined ? [] : [{ share: 'customer', key: `${lane} customer ${organisation_id}` } as const]),
        ...(tenant_id === undefined ? [] : [{ share: 'tenant', key: `${lane} tenant ${tenant_id}` } as const]),
        { share: 'all', key: lane },
      ]
      const of = (key = '') => taken.get(key) ?? 0
      const full = shares.find(({ share, key }, i) => {
        const limit = most[share] * times
        return of(key) >= limit && (share === 'one' || share === 'customer' || of(shares[i - 1]?.key) > 0 || of(key) >= limit * ROOM)
      })
      if (full) {
        refused(lane, full.share)
        // If the sender's own share is full, the sender caused it (too_many_requests); if a larger share is full, others did (busy).
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
    /** The number of places that are taken now, for each share with at least one. */
    taken: (): ReadonlyMap<string, number> => taken,
  }
}
