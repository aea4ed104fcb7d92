// The master key and the keys derived from it. The interface speaks of purposes only, so a KMS can stand behind it.
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { createHmac16 } from './hmac.ts'

const KEY = 32
const NONCE = 12
const TAG = 16

export type Keys = {
  /** Keyed fingerprint of a PIN, 16 bytes: equal for equal PINs of one tenant, telling nothing without the key. */
  pinIndex: (tenant_id: number, pin: string) => Buffer
  /** Proves that a text was issued by this server for this purpose: 16 bytes. */
  sign: (purpose: string, text: string) => Buffer
  /** A fresh 32-byte key, with its wrapped form for the database. `bound` names what it belongs to and must come again to unwrap. */
  dataKey: (bound: string) => Promise<{ key: Buffer; wrapped: Buffer }>
  /** A short secret for the database, openable for the same purpose only: texts of messages, secrets of authenticator apps. */
  seal: (purpose: string, text: string) => Buffer
  /** Throws when it was sealed for something else or by another master key. */
  unseal: (purpose: string, sealed: Buffer) => string
  /** Throws when the wrapped key was made for something else or by another master key. */
  unwrap: (wrapped: Buffer, bound: string) => Promise<Buffer>
}

export function createKeys(master: Buffer): Keys {
  if (master.length !== KEY) throw new Error(`the master key has ${master.length} bytes, not ${KEY}`)
  const derived = new Map<string, Buffer>()
  const keyFor = (purpose: string) => {
    const key = derived.get(purpose) ?? Buffer.from(hkdfSync('sha256', master, '', `portal ${purpose}`, KEY))
    derived.set(purpose, key)
    return key
  }
  const pinMacs = new Map<number, (pin: string) => Buffer>()
  const pinMac = (tenant_id: number) => {
    const made = pinMacs.get(tenant_id) ?? createHmac16(keyFor(`pin index ${tenant_id}`))
    pinMacs.set(tenant_id, made)
    return made
  }
  const mac = (purpose: string, text: string) => createHmac('sha256', keyFor(purpose)).update(text).digest().subarray(0, 16)
  return {
    pinIndex: (tenant_id, pin) => pinMac(tenant_id)(pin),
    sign: (purpose, text) => mac(`sign ${purpose}`, text),
    seal: (purpose, text) => wrap(Buffer.from(text), keyFor('seal'), purpose),
    unseal: (purpose, sealed) => unwrap(sealed, keyFor('seal'), purpose).toString(),
    dataKey: async (bound) => {
      const key = randomBytes(KEY)
      return { key, wrapped: wrap(key, keyFor('wrap'), bound) }
    },
    unwrap: async (wrapped, bound) => unwrap(wrapped, keyFor('wrap'), bound),
  }
}

function wrap(key: Buffer, by: Buffer, bound: string): Buffer {
  const nonce = randomBytes(NONCE)
  const cipher = createCipheriv('aes-256-gcm', by, nonce).setAAD(Buffer.from(bound))
  return Buffer.concat([nonce, cipher.update(key), cipher.final(), cipher.getAuthTag()])
}

function unwrap(wrapped: Buffer, by: Buffer, bound: string): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', by, wrapped.subarray(0, NONCE), { authTagLength: TAG }).setAAD(Buffer.from(bound))
  decipher.setAuthTag(wrapped.subarray(-TAG))
  return Buffer.concat([decipher.update(wrapped.subarray(NONCE, -TAG)), decipher.final()])
}

/** From the environment, or the key file: made at first start, for this user's eyes only. */
export function readMasterKey(base64: string, file: string): Buffer {
  if (base64) return Buffer.from(base64, 'base64')
  if (!existsSync(file)) {
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, `${randomBytes(KEY).toString('base64')}\n`, { mode: 0o600, flag: 'wx' })
  }
  return Buffer.from(readFileSync(file, 'utf8'), 'base64')
}
