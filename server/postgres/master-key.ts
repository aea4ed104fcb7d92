// Reads the master key and checks that it belongs to this database. A file or a variable contains the keys one after the other, the newest first; the
// database stores their keyed fingerprints. A new key is made only for a database with nothing encrypted in it.
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { createKeys, fingerprintOf, type Keys, keyId, unwrapRoot } from '../kit/keys.ts'
import { batchKeyBound } from '../kit/seal.ts'
import type { Db } from './db.ts'

export type KeySource = { masterKey: string; masterKeyFile: string }
/** An error with the master key; trying again does not help. */
export class KeyError extends Error {}

const KEY = 32
type Row = { key_id: string; fingerprint: Buffer; root: Buffer }

/** The keys, newest first; empty when neither file nor variable is set. */
export function readRing({ masterKey, masterKeyFile }: KeySource): Buffer[] {
  const text = masterKey || (existsSync(masterKeyFile) ? readFileSync(masterKeyFile, 'utf8') : '')
  const ring = text.split(/[\s,]+/).flatMap((each) => (each ? [Buffer.from(each, 'base64')] : []))
  for (const key of ring) if (key.length !== KEY) throw new KeyError(`the master key has ${key.length} bytes, not ${KEY} in base64`)
  return ring
}

export const newMasterKey = (): Buffer => randomBytes(KEY)

/** Writes the key file whole or not at all, readable by this user only. */
export function writeRing(file: string, ring: readonly Buffer[]): void {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(`${file}.new`, ring.map((key) => `${key.toString('base64')}\n`).join(''), { mode: 0o600 })
  renameSync(`${file}.new`, file)
}

/** Returns the keys of this database, or throws a KeyError that says what to do. `isEmpty`: the database has never stored anything. */
export async function openKeys(db: Pick<Db, 'call' | 'reference'>, source: KeySource, isEmpty: boolean): Promise<Keys> {
  const known = await rowsOf(db)
  const ring = readRing(source)
  if (known.length > 0) return keysFor(known, ring, source)
  if (ring.length > 0) return first(db, ring, source, isEmpty)
  if (!isEmpty)
    throw new KeyError(`there is data, but no master key: bring it back to ${source.masterKeyFile}, or set MASTER_KEY. A new one would open nothing`)
  writeRing(source.masterKeyFile, [newMasterKey()])
  return first(db, readRing(source), source, isEmpty)
}

const rowsOf = (db: Pick<Db, 'reference'>) =>
  db.reference((q) => q.query<Row>('select key_id, fingerprint, root from master_keys order by created_at desc, key_id'))

/** Returns the keys for encrypting and decrypting. The database's newest key must be in `ring`; the other keys decrypt what older keys wrapped. */
function keysFor([newest]: readonly Row[], ring: readonly Buffer[], source: KeySource): Keys {
  const master = newest && ring.find((key) => fingerprintOf(key).equals(newest.fingerprint))
  if (newest && master) {
    const older = ring.filter((key) => key !== master)
    return createKeys(master, { root: unwrapRoot(newest.root, master), older, reread: () => readRing(source) })
  }
  const here = ring.length > 0 ? `the one here is ${ring.map(keyId).join(', ')}` : `there is none in MASTER_KEY or ${source.masterKeyFile}`
  throw new KeyError(`the master key does not fit: this database wants ${newest?.key_id}, ${here}. Bring the right one back; a new one would open nothing`)
}

const FOLLOW_MS = 10_000

/** Follows a rotation that was made by another process: wraps with the database's newest key as soon as the key file has it. */
export function followKey(db: Pick<Db, 'reference'>, keys: Keys, source: KeySource): () => void {
  const timer = setInterval(() => void keyFits(db, keys, source).catch(() => undefined), FOLLOW_MS)
  timer.unref()
  return () => clearInterval(timer)
}

/** A check for /ready: whether this server wraps with the database's newest key. */
export async function keyFits(db: Pick<Db, 'reference'>, keys: Keys, source: KeySource): Promise<boolean> {
  const [newest] = await rowsOf(db)
  if (!newest || newest.key_id === keys.current()) return true
  const master = readRing(source).find((key) => fingerprintOf(key).equals(newest.fingerprint))
  if (master) keys.use(master)
  return master !== undefined
}

/**
 * For a database without a key: if it has data, its signatures derive from the oldest of the given master keys; an empty database gets a root key of its own.
 */
async function first(db: Pick<Db, 'call' | 'reference'>, ring: readonly Buffer[], source: KeySource, isEmpty: boolean): Promise<Keys> {
  const [master, ...older] = ring
  if (!master) throw new KeyError('no master key')
  if (!isEmpty && !(await opensSomething(db, ring)))
    throw new KeyError(`the master key here (${keyId(master)}) opens none of the PINs: bring the right one back`)
  const keys = createKeys(master, isEmpty ? { root: newMasterKey() } : { root: ring.at(-1) ?? master, older })
  // When two servers start at the same time, the key of the first is stored, and the other server must have the same key.
  await db.call({
    name: 'first_key',
    text: `insert into master_keys (key_id, replaces, fingerprint, root, created_at)
           values (:key_id, '', :fingerprint, :root, now()) on conflict do nothing`,
    values: { key_id: keyId(master), fingerprint: fingerprintOf(master), root: keys.wrapRootBy(master) },
  })
  return keysFor(await rowsOf(db), ring, source)
}

/** Whether a key of the ring unwraps the newest batch's key; true if there is no batch. */
async function opensSomething(db: Pick<Db, 'call' | 'reference'>, ring: readonly Buffer[]): Promise<boolean> {
  const tenants = await db.reference((q) =>
    q.query<{ tenant_id: number }>(
      `select tenant_id from tenants
        order by tenant_id`,
    ),
  )
  for (const { tenant_id } of tenants) {
    const sample = await db.reference(async (q) => {
      await q.query(`set local app.tenant = '${tenant_id}'`)
      return q.query<{ data_key: Buffer; configuration_id: string }>(
        'select data_key, configuration_id from batches where tenant_id = :tenant_id order by batch_no desc limit 1',
        { tenant_id },
      )
    })
    const [batch] = sample
    if (!batch) continue
    const [master, ...older] = ring
    const keys = master && createKeys(master, { older })
    return (await keys?.unwrap(batch.data_key, batchKeyBound(tenant_id, batch.configuration_id)).catch(() => undefined)) !== undefined
  }
  return true
}

/** Leaves only the key `stays` in the file; the other keys are no longer needed. */
export function forgetOlder({ masterKeyFile }: KeySource, stays: string): void {
  const ring = readRing({ masterKey: '', masterKeyFile }).filter((key) => keyId(key) === stays)
  if (ring.length === 0) throw new KeyError('the newest key is not in the file')
  rmSync(`${masterKeyFile}.new`, { force: true })
  writeRing(masterKeyFile, ring)
}
