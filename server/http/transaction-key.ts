// Transaction keys: a UUIDv7, and a signature over the UUID and the user to whom the key was issued. Nothing is stored until money moves, and nobody can use
// somebody else's key or make one up (decision 0006).
import { timingSafeEqual } from 'node:crypto'
import { UUID, uuidv7obj } from 'uuidv7'
import { Refusal } from '../kit/errors.ts'
import type { Keys } from '../kit/keys.ts'

const ID = 16

/** The user to whom a key is issued. A key issued in a practice session cannot be used for real sales, nor a real key in practice. */
export type KeyOwner = { home_tenant_id: number; user_id: string; is_training?: boolean }

const signature = (keys: Keys, { home_tenant_id, user_id, is_training }: KeyOwner, id: UUID) =>
  keys.sign(is_training ? 'training key' : 'transaction key', `${home_tenant_id}|${user_id}|${id}`)

export function issueKey(keys: Keys, owner: KeyOwner): string {
  const id = uuidv7obj()
  return Buffer.concat([id.bytes, signature(keys, owner, id)]).toString('base64url')
}

/** The UUID inside a key issued to this user; undefined for any other text. */
export function readKey(keys: Keys, owner: KeyOwner, text: string): string | undefined {
  const bytes = Buffer.from(text, 'base64url')
  if (bytes.length <= ID) return undefined
  const id = UUID.ofInner(bytes.subarray(0, ID))
  const expected = signature(keys, owner, id)
  const given = bytes.subarray(ID)
  return given.length === expected.length && timingSafeEqual(given, expected) ? id.toString() : undefined
}

/** The UUID of a call's transaction key; throws `key_invalid` for a key that was not issued to this user. */
export function keyOf({ actor, keys }: { actor: KeyOwner; keys: Keys }, text: string): string {
  const key = readKey(keys, actor, text)
  if (!key) throw new Refusal('key_invalid')
  return key
}
