// PINs at rest: sixteen consecutive PINs of a batch are sealed together with AES-256-GCM under the batch's own key (decision 0005). The block is bound to
// tenant, configuration, batch and block number, so a block that was moved to another row cannot be opened.
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import type { Keys } from '../kit/keys.ts'

export const BLOCK = 16
const NONCE = 12
const TAG = 16

export type BlockPlace = { tenant_id: number; configuration_id: string; batch_no: number; block: number }

const bound = (at: BlockPlace) => Buffer.from(`${at.tenant_id}|${at.configuration_id}|${at.batch_no}|${at.block}`)

/** Seals up to 16 PINs of at most 255 bytes each: nonce, ciphertext, tag. */
export function sealBlock(pins: readonly string[], key: Buffer, at: BlockPlace): Buffer {
  const nonce = randomBytes(NONCE)
  const cipher = createCipheriv('aes-256-gcm', key, nonce)
  cipher.setAAD(bound(at))
  const clear = Buffer.concat(pins.flatMap((pin) => [Buffer.of(Buffer.byteLength(pin)), Buffer.from(pin)]))
  return Buffer.concat([nonce, cipher.update(clear), cipher.final(), cipher.getAuthTag()])
}

/** The PINs of a block in their order. Throws if the key, the block's position or its content differs from what was sealed. */
export function openBlock(sealed: Buffer, key: Buffer, at: BlockPlace): string[] {
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, NONCE))
  decipher.setAAD(bound(at))
  decipher.setAuthTag(sealed.subarray(-TAG))
  const clear = Buffer.concat([decipher.update(sealed.subarray(NONCE, -TAG)), decipher.final()])
  const pins: string[] = []
  for (let at = 0; at < clear.length; ) {
    const end = at + 1 + (clear[at] as number)
    pins.push(clear.toString('utf8', at + 1, end))
    at = end
  }
  return pins
}

/** The text that a batch's wrapped data key is bound to, so that the key can be unwrapped only for this configuration of this tenant. */
export const batchKeyBound = (tenant_id: number, configuration_id: string): string => `batch|${tenant_id}|${configuration_id}`

/** A supplier's delivery for a live product: texts for the slip by name. Whoever has the `pin` (if there is one) can use it like cash. */
export type Delivery = { pin?: string; serial?: string; expires_on?: string; facts: Readonly<Record<string, string>> }

/** The text that a sealed delivery is bound to, so that it can be opened only for the sale with this key. */
export const deliveryBound = (tenant_id: number, key: string): string => `delivery|${tenant_id}|${key}`

export const sealDelivery = (keys: Keys, tenant_id: number, key: string, delivery: Delivery): Buffer =>
  keys.seal(deliveryBound(tenant_id, key), JSON.stringify(delivery))

/** The text that a sealed order at a supplier is bound to, so that it can be opened only for the sale with this key. */
export const orderBound = (tenant_id: number, key: string): string => `live order|${tenant_id}|${key}`
