// Seals a saved number together with its name, because both the number and the name are personal data.
import type { Keys } from '../../../kit/keys.ts'

export type Saved = { mobile_number: string; name: string }

/** The text that a saved number is bound to when it is sealed, so that it can be unsealed in its own row only. */
export const savedBound = (tenant_id: number, id: string): string => `saved number|${tenant_id}|${id}`

export const sealSaved = (keys: Keys, tenant_id: number, id: string, { mobile_number, name }: Saved): Buffer =>
  keys.seal(savedBound(tenant_id, id), JSON.stringify({ mobile_number, name }))

export const openSaved = (keys: Keys, tenant_id: number, id: string, sealed: Buffer): Saved => JSON.parse(keys.unseal(savedBound(tenant_id, id), sealed))
