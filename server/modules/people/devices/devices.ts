// Rules of devices: their consecutive tags, and who may give a device to whom.
import type { SignedIn } from '../../../kit/actor.ts'
import { Refusal } from '../../../kit/errors.ts'
import type { Held, Target } from './devices.sql.ts'

const FIRST_TAG = 'TAG-0001'

/**
 * Makes `count` tags, beginning with `first`. Leading zeros stay: TAG-0099 is followed by TAG-0100. A tag that does not end in digits, such as TAG, is followed
 * by TAG-2.
 */
export function tagsFrom(first: string, count: number): string[] {
  const digits = /\d+$/.exec(first)?.[0]
  if (!digits) return Array.from({ length: count }, (_, i) => (i === 0 ? first : `${first}-${i + 1}`))
  const start = first.slice(0, -digits.length)
  return Array.from({ length: count }, (_, i) => `${start}${String(BigInt(digits) + BigInt(i)).padStart(digits.length, '0')}`)
}

export const tagAfter = (last: string | undefined): string => (last === undefined ? FIRST_TAG : (tagsFrom(last, 2)[1] ?? FIRST_TAG))

/** Who holds a device after the actor has given it: the platform gives devices to resellers, a reseller to any customer below it. */
export function placeAt(actor: SignedIn, target: Target, held: Pick<Held, 'reseller_id'>) {
  if (actor.kind !== 'platform') return { status: 'assigned', reseller_id: held.reseller_id, customer_id: target.id } as const
  if (target.kind !== 'reseller') throw new Refusal('not_found')
  return { status: 'assigned', reseller_id: target.id, customer_id: null } as const
}

export const holderOf = ({ customer_id, reseller_id }: Pick<Held, 'customer_id' | 'reseller_id'>) => customer_id ?? reseller_id

/** Whether the actor holds the device itself, because only then can the actor give it to somebody. */
export const isAtHand = (actor: SignedIn, device: Held): boolean =>
  actor.kind === 'platform' ? device.status === 'free' : device.status === 'assigned' && holderOf(device) === actor.organisation_id

/** Who holds a device after the actor has taken it back: the platform, or the reseller itself. */
export const placeBack = (actor: SignedIn, { reseller_id }: Held) =>
  actor.kind === 'platform'
    ? ({ status: 'free', reseller_id: null, customer_id: null } as const)
    : ({ status: 'assigned', reseller_id, customer_id: reseller_id === actor.organisation_id ? null : actor.organisation_id } as const)

/** The fields of a device as the audit log shows them. */
export const recordOf = ({ tag, serial_number, status }: Pick<Held, 'tag' | 'serial_number' | 'status'>) => ({ tag, serial_number, state: status })
