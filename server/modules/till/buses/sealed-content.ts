// The sealed content of a booking: the access to its seats and its order at the supplier, the passengers, and the ticket.
import type { Keys } from '../../../kit/keys.ts'

export const sealedInBookings = ['held', 'ordered', 'passengers', 'ticket'] as const
export type Sealed = (typeof sealedInBookings)[number]

/** The text that a booking's content is bound to when it is sealed, so that it can be unsealed for this booking only. */
export const bookingBound = (tenant_id: number, key: string, what: Sealed): string => `bus ${what}|${tenant_id}|${key}`

export const sealAs = (keys: Keys, tenant_id: number, key: string, what: Sealed, value: object): Buffer =>
  keys.seal(bookingBound(tenant_id, key, what), JSON.stringify(value))

export const openAs = <T extends object>(keys: Keys, tenant_id: number, key: string, what: Sealed, sealed: Buffer): T =>
  JSON.parse(keys.unseal(bookingBound(tenant_id, key, what), sealed)) as T
