// The master key and the keys derived from it. Callers only name the purpose of a key, so a key management service could replace this file.
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { createHmac16 } from './hmac.ts'

const KEY = 32
const NONCE = 12
const TAG = 16
const ID = 4
/** The first bytes of everything that a named key has wrapped; after them comes the name of the key. */
const MARK = Buffer.from('k1')
/** How many bytes of a file are sealed before other work gets its turn. A multiple of three, so that base64 has no padding between two pieces. */
const PIECE = 192 * 1024

type Use = 'wrap' | 'seal'

export type Keys = {
  /** Keyed fingerprint of a PIN, 16 bytes. Equal PINs of one tenant have equal fingerprints. Without the key a fingerprint is useless. */
  pinIndex: (tenant_id: number, pin: string) => Buffer
  /** A signature of 16 bytes, which proves that the portal issued the text for this purpose. */
  sign: (purpose: string, text: string) => Buffer
  /** A new 32-byte key, and its wrapped form for the database. `bound` names the owner of the key and must be given again to unwrap it. */
  dataKey: (bound: string) => Promise<{ key: Buffer; wrapped: Buffer }>
  /**
   * Encrypts a short secret for the database, such as the text of a message or the secret of an authenticator app. It can be opened for the same purpose only.
   */
  seal: (purpose: string, text: string) => Buffer
  /** The same as `seal` of the file's bytes in base64, but in pieces, so that a file of megabytes does not block the event loop. */
  sealFile: (purpose: string, bytes: Buffer) => Promise<Buffer>
  /** Opens what `seal` or `sealFile` encrypted; throws if that was for another purpose or by another master key. */
  unseal: (purpose: string, sealed: Buffer) => string
  /** Opens, in pieces, what `sealFile` encrypted, and returns its bytes in base64. Throws as `unseal` does, and returns nothing of a file that was changed. */
  unsealFile: (purpose: string, sealed: Buffer) => Promise<string>
  /** Unwraps a key of `dataKey`; throws if it was wrapped for another owner or by another master key. */
  unwrap: (wrapped: Buffer, bound: string) => Promise<Buffer>
  /** Wraps the same secret with the newest key, for a rotation; undefined when the newest key wraps it already. */
  renew: (use: Use, closed: Buffer, bound: string) => Buffer | undefined
  /** The root key, wrapped by the given key, for the database. */
  wrapRootBy: (key: Buffer) => Buffer
  /** The id of the key that wraps from now on. */
  current: () => string
  /** Wraps with this key from now on; earlier keys still open what they wrapped. */
  use: (master: Buffer) => void
}

/** A key's name in the database and in front of what it wrapped: eight hex digits that reveal nothing about it. */
export const keyId = (master: Buffer): string => fingerprintOf(master).subarray(0, ID).toString('hex')

/** A fingerprint of a master key. Equal keys have equal fingerprints; a fingerprint reveals nothing else about its key. */
export const fingerprintOf = (master: Buffer): Buffer => createHmac('sha256', keyOf(master, 'fingerprint')).update('portal master key').digest()

/** A secret of 32 bytes for this purpose and text, made of two signatures: it can be made again at any time and need not be stored. */
export const derivedSecret = (keys: Pick<Keys, 'sign'>, purpose: string, text: string): Buffer =>
  Buffer.concat(['first', 'second'].map((half) => keys.sign(purpose, `${half} half ${text}`)))

type Options = {
  /**
   * The root key, from which signatures and PIN fingerprints derive; it stays when the master key changes. In older installations it is the master key
   * itself.
   */
  root?: Buffer
  /** Earlier keys, which can still open what they wrapped. */
  older?: readonly Buffer[]
  /** Reads the keys again when an unknown key has wrapped something, as happens during a rotation. */
  reread?: () => readonly Buffer[]
}

export function createKeys(first: Buffer, { root = first, older = [], reread = () => [] }: Options = {}): Keys {
  const ring = new Map<string, Buffer>()
  const add = (key: Buffer) => {
    if (key.length !== KEY) throw new Error(`the master key has ${key.length} bytes, not ${KEY}`)
    ring.set(keyId(key), key)
  }
  for (const key of [first, ...older]) add(key)
  let master = first
  const keyFor = (purpose: string) => keyOf(root, purpose)
  const pinMacs = new Map<number, (pin: string) => Buffer>()
  const pinMac = (tenant_id: number) => {
    const made = pinMacs.get(tenant_id) ?? createHmac16(keyFor(`pin index ${tenant_id}`))
    pinMacs.set(tenant_id, made)
    return made
  }
  const mac = (purpose: string, text: string) => createHmac('sha256', keyFor(purpose)).update(text).digest().subarray(0, 16)

  const close = (use: Use, clear: Buffer, bound: string) => Buffer.concat([MARK, Buffer.from(keyId(master), 'hex'), wrap(clear, keyOf(master, use), bound)])
  function keyNamedIn(closed: Buffer): Buffer | undefined {
    const id = idOf(closed)
    if (id && !ring.has(id)) for (const key of reread()) add(key)
    return id === undefined ? undefined : ring.get(id)
  }
  function open(use: Use, closed: Buffer, bound: string): Buffer {
    const named = keyNamedIn(closed)
    if (named) return unwrap(closed.subarray(MARK.length + ID), keyOf(named, use), bound)
    return openUnnamed(use, closed, bound)
  }
  /** Opens a secret wrapped before keys had names, with whichever key fits. */
  function openUnnamed(use: Use, closed: Buffer, bound: string): Buffer {
    for (const key of ring.values()) {
      try {
        return unwrap(closed, keyOf(key, use), bound)
      } catch {
        // This key does not fit, so the next key is tried. The newest key is tried last, and its error is thrown.
      }
    }
    return unwrap(closed, keyOf(master, use), bound)
  }
  return {
    pinIndex: (tenant_id, pin) => pinMac(tenant_id)(pin),
    sign: (purpose, text) => mac(`sign ${purpose}`, text),
    seal: (purpose, text) => close('seal', Buffer.from(text), purpose),
    sealFile: (purpose, bytes) => wrapFile([MARK, Buffer.from(keyId(master), 'hex')], bytes, keyOf(master, 'seal'), purpose),
    unseal: (purpose, sealed) => open('seal', sealed, purpose).toString(),
    unsealFile: async (purpose, sealed) => {
      const named = keyNamedIn(sealed)
      return named ? unwrapFile(sealed.subarray(MARK.length + ID), keyOf(named, 'seal'), purpose) : open('seal', sealed, purpose).toString('latin1')
    },
    dataKey: async (bound) => {
      const key = randomBytes(KEY)
      return { key, wrapped: close('wrap', key, bound) }
    },
    unwrap: async (wrapped, bound) => open('wrap', wrapped, bound),
    renew: (use, closed, bound) => (idOf(closed) === keyId(master) ? undefined : close(use, open(use, closed, bound), bound)),
    wrapRootBy: (key) => wrap(root, keyOf(key, 'root'), 'root'),
    current: () => keyId(master),
    use: (next) => {
      add(next)
      master = next
    },
  }
}

/** Opens a root key that was wrapped by `master`; throws if it was wrapped by another key. */
export const unwrapRoot = (wrapped: Buffer, master: Buffer): Buffer => unwrap(wrapped, keyOf(master, 'root'), 'root')

/** Derived keys, cached for as long as their root key exists, because otherwise each sale would derive the same keys several times. */
const derivations = new WeakMap<Buffer, Map<string, Buffer>>()

function keyOf(key: Buffer, purpose: string): Buffer {
  const known = derivations.get(key) ?? new Map<string, Buffer>()
  derivations.set(key, known)
  const derived = known.get(purpose) ?? Buffer.from(hkdfSync('sha256', key, '', `portal ${purpose}`, KEY))
  known.set(purpose, derived)
  return derived
}

/**
 * The name of the key that wrapped these bytes; undefined if they were wrapped before keys had names. (Old bytes may happen to begin with the mark, but then no
 * key has the name that follows.)
 */
const idOf = (closed: Buffer) => (closed.subarray(0, MARK.length).equals(MARK) ? closed.subarray(MARK.length, MARK.length + ID).toString('hex') : undefined)

function wrap(key: Buffer, by: Buffer, bound: string): Buffer {
  const nonce = randomBytes(NONCE)
  const cipher = createCipheriv('aes-256-gcm', by, nonce).setAAD(Buffer.from(bound))
  return Buffer.concat([nonce, cipher.update(key), cipher.final(), cipher.getAuthTag()])
}

/**
 * Returns the head, and after it what `wrap` would return for the file's base64 text. Copying megabytes would block the event loop too, so each encrypted piece
 * is written straight to its place.
 */
async function wrapFile(head: readonly Buffer[], bytes: Buffer, by: Buffer, bound: string): Promise<Buffer> {
  const nonce = randomBytes(NONCE)
  const cipher = createCipheriv('aes-256-gcm', by, nonce).setAAD(Buffer.from(bound))
  const begin = Buffer.concat([...head, nonce])
  const wrapped = Buffer.allocUnsafe(begin.length + Math.ceil(bytes.length / 3) * 4 + TAG)
  let end = begin.copy(wrapped)
  for (let at = 0; at < bytes.length; at += PIECE) {
    end += cipher.update(bytes.toString('base64', at, at + PIECE), 'latin1').copy(wrapped, end)
    await setImmediate()
  }
  cipher.final()
  cipher.getAuthTag().copy(wrapped, end)
  return wrapped
}

function unwrap(wrapped: Buffer, by: Buffer, bound: string): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', by, wrapped.subarray(0, NONCE), { authTagLength: TAG }).setAAD(Buffer.from(bound))
  decipher.setAuthTag(wrapped.subarray(-TAG))
  return Buffer.concat([decipher.update(wrapped.subarray(NONCE, -TAG)), decipher.final()])
}

/**
 * Opens in pieces what `wrapFile` wrapped. The text of the pieces is returned only after the last one, because only then it is certain that nothing was
 * changed.
 */
async function unwrapFile(wrapped: Buffer, by: Buffer, bound: string): Promise<string> {
  const decipher = createDecipheriv('aes-256-gcm', by, wrapped.subarray(0, NONCE), { authTagLength: TAG }).setAAD(Buffer.from(bound))
  decipher.setAuthTag(wrapped.subarray(-TAG))
  const closed = wrapped.subarray(NONCE, -TAG)
  const pieces: string[] = []
  for (let at = 0; at < closed.length; at += PIECE) {
    pieces.push(decipher.update(closed.subarray(at, at + PIECE)).toString('latin1'))
    await setImmediate()
  }
  decipher.final()
  return pieces.join('')
}
