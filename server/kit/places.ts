// Places for requests under way, shared out: to all together, to a tenant, to a person or an address. Whoever fills their own share is refused, and nobody
// else. Sales and what brings files have places apart from everything else, so that lists do not stand in their way.
import type { Call } from '../../contract/kit/call.ts'
import { networkOf } from './attempts.ts'
import { Refusal } from './errors.ts'

/** The door is where nobody knows yet who asks. */
export type Lane = 'door' | 'public' | 'money' | 'upload' | 'large' | 'other'

/**
 * At most so many at once. `one`: of an address, as long as it is the only thing known, then of a person. `rest_ms`: so long a place is taken at least, which
 * bounds how many a second there can be.
 */
const MOST: Record<Lane, { one: number; tenant: number; all: number; rest_ms?: number }> = {
  // Many tills stand behind one address.
  door: { one: 256, tenant: 1_000, all: 1_000 },
  public: { one: 64, tenant: 250, all: 750 },
  // A person has one till, a program that sells has many lanes.
  money: { one: 160, tenant: 600, all: 1_500 },
  // Each has its file on the way to the disk for minutes.
  upload: { one: 3, tenant: 12, all: 60 },
  // A form of a quarter of a megabyte takes the one thread there is for milliseconds: four a second of one person, sixteen of a tenant.
  large: { one: 2, tenant: 8, all: 30, rest_ms: 500 },
  other: { one: 48, tenant: 250, all: 750 },
}

/** A table of prices for a hundred customers is smaller. */
const LARGE_BYTES = 32 * 1024

/** `bytes`: how long the body says it is; one that does not say may be as long as any. */
export const laneOf = (c: Call, bytes: number): Lane => {
  if (c.upload) return 'upload'
  if (bytes > LARGE_BYTES) return 'large'
  if (c.changes === 'booked') return 'money'
  return c.access === 'public' ? 'public' : 'other'
}

/** Who asks, as far as it is known. */
export type Whose = { address: string; tenant_id?: number; user_id?: string | undefined }

export type Places = ReturnType<typeof createPlaces>

/** `times`: so many times as many, for tests of what stands behind the door. */
export function createPlaces(refused: (lane: Lane, share: string) => void = () => undefined, times = 1) {
  const taken = new Map<string, number>()
  const add = (key: string, n: number) => {
    const now = (taken.get(key) ?? 0) + n
    if (now > 0) taken.set(key, now)
    else taken.delete(key)
  }

  return {
    /** Takes a place, and answers how to give it back: once, however often it is called. Throws when a share is full, and takes none then. */
    take(lane: Lane, { address, tenant_id, user_id }: Whose): () => void {
      const { one, tenant, all, rest_ms = 0 } = MOST[lane]
      const shares = [
        { share: 'one', key: `${lane} ${user_id ?? networkOf(address)}`, most: one },
        ...(tenant_id === undefined ? [] : [{ share: 'tenant', key: `${lane} tenant ${tenant_id}`, most: tenant }]),
        { share: 'all', key: lane, most: all },
      ]
      const full = shares.find(({ key, most }) => (taken.get(key) ?? 0) >= most * times)
      if (full) {
        refused(lane, full.share)
        // One's own share is one's own doing; the others' is nobody's.
        throw full.share === 'one' ? new Refusal('too_many_requests', { detail: { wait_s: 1 } }) : new Refusal('busy')
      }
      for (const { key } of shares) add(key, 1)
      const since = rest_ms > 0 ? performance.now() : 0
      return () => {
        const mine = shares.splice(0)
        const giveBack = () => {
          for (const { key } of mine) add(key, -1)
        }
        const left_ms = rest_ms > 0 && mine.length > 0 ? rest_ms - (performance.now() - since) : 0
        if (left_ms > 0) setTimeout(giveBack, left_ms).unref()
        else giveBack()
      }
    },
    /** How many are taken, of each share that has any. */
    taken: (): ReadonlyMap<string, number> => taken,
  }
}
