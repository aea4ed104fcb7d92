// The only place where PINs are decrypted. Unwrapped batch keys are cached; PINs are never cached.
import type { Keys } from '../kit/keys.ts'
import { BLOCK, batchKeyBound, type Delivery, deliveryBound, openBlock, orderBound } from '../kit/seal.ts'
import type { SealedPins, Slip } from './slips.ts'

export type ClearPin = { pin_id: string; pin: string; serial: string; batch: string; expires_on: string | null }

/** The most keys that are cached: those of recently sold batches. */
const KEPT = 1_000

export function createPinOpener(keys: Keys) {
  const kept = new Map<string, Buffer>()

  async function keyOf(tenant_id: number, { batch_no, configuration_id, data_key }: SealedPins): Promise<Buffer> {
    const name = `${tenant_id}|${batch_no}`
    const known = kept.get(name)
    if (known) return known
    const key = await keys.unwrap(data_key, batchKeyBound(tenant_id, configuration_id))
    if (kept.size >= KEPT) kept.clear()
    kept.set(name, key)
    return key
  }

  /** Decrypts the PINs of a slip; returns them in the order of their numbers. */
  return async function openPins({ tenant_id, blocks }: Slip): Promise<ClearPin[]> {
    const pins: ClearPin[] = []
    for (const part of blocks) {
      const { batch_no, block, configuration_id, lot, expires_on } = part
      const clear = openBlock(part.sealed, await keyOf(tenant_id, part), { tenant_id, configuration_id, batch_no, block })
      for (const [i, seq] of part.seqs.entries())
        pins.push({ pin_id: `${batch_no}-${seq}`, pin: clear[seq % BLOCK] as string, serial: part.serials[i] as string, batch: lot, expires_on })
    }
    return pins
  }
}
export type OpenPins = ReturnType<typeof createPinOpener>

/** Decrypts what a supplier delivered for the sale with this key. */
export const openDelivery = (keys: Keys, tenant_id: number, key: string, payload: Buffer): Delivery =>
  JSON.parse(keys.unseal(deliveryBound(tenant_id, key), payload))

/** A block with the fingerprints its PINs should have, in the order of their numbers. */
export type SampledBlock = Pick<SealedPins, 'batch_no' | 'block' | 'configuration_id' | 'data_key'> & { sealed: Buffer | null; hashes: Buffer[] }

/** Whether a block opens and holds exactly the PINs it should; the PINs themselves are not returned. */
export async function holdsItsPins(keys: Keys, tenant_id: number, { batch_no, block, configuration_id, data_key, sealed, hashes }: SampledBlock) {
  if (!sealed) return false
  try {
    const key = await keys.unwrap(data_key, batchKeyBound(tenant_id, configuration_id))
    const pins = openBlock(sealed, key, { tenant_id, configuration_id, batch_no, block })
    return pins.length === hashes.length && pins.every((pin, i) => hashes[i]?.equals(keys.pinIndex(tenant_id, pin)))
  } catch {
    return false
  }
}

/** The sealed content of a hold. `payload` is null before delivery; `ordered` is null for holds from before orders existed. */
export type SampledHold = { key: string; payload: Buffer | null; ordered: Buffer | null }

/** Whether the order and the delivery of a hold open with the hold's key; nothing of their content is returned. */
export function isDelivered(keys: Keys, tenant_id: number, { key, payload, ordered }: SampledHold): boolean {
  try {
    if (payload) keys.unseal(deliveryBound(tenant_id, key), payload)
    if (ordered) keys.unseal(orderBound(tenant_id, key), ordered)
    return true
  } catch {
    return false
  }
}
