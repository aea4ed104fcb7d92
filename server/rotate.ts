// Changes the master key while selling goes on. `rotate` takes a new key (one that it makes, or the first key in the key file if somebody wrote one there) and
// encrypts again, in portions, whatever the old key protects. `retire` encrypts the rest and removes the old key. Running servers read both keys.
import pg from 'pg'
import { fingerprintOf, type Keys, keyId } from './kit/keys.ts'
import { batchKeyBound, deliveryBound, orderBound } from './kit/seal.ts'
import { fileKeyBound } from './modules/goods/stock/files.ts'
import { attachmentFor as attachmentBound, sealedFor as messageBound } from './modules/messages/messages/kinds.ts'
import { browserBound } from './modules/messages/push/push.ts'
import { keyBound } from './modules/papers/exports/file.ts'
import { sealedFor as appBound } from './modules/people/settings/one-time-codes.ts'
import { sealedFor as claimFileBound } from './modules/sales/reclamations/attachment.ts'
import { bookingBound, sealedInBookings } from './modules/till/buses/sealed-content.ts'
import { savedBound } from './modules/till/saved-numbers/saved-numbers.ts'
import { createDb } from './postgres/db.ts'
import { forgetOlder, KeyError, type KeySource, newMasterKey, openKeys, readRing, writeRing } from './postgres/master-key.ts'
import { positional } from './postgres/parameters.ts'
import { credentialsBound } from './suppliers/connections.ts'

type Row = { id: string; bound_by: string; closed: Buffer }
type Closed = {
  table: string
  column: string
  /** `id`: an SQL expression for the row's key. `bound_by`: an SQL expression for the text to which the row's ciphertext is bound. */
  id: string
  bound_by: string
  use: 'wrap' | 'seal'
  bound: (tenant_id: number, by: string) => string
}

/** All columns that the master key protects, except unconfirmed authenticator secrets, which expire within ten minutes. */
const CLOSED: readonly Closed[] = [
  { table: 'batches', column: 'data_key', id: 'batch_no::text', bound_by: 'configuration_id::text', use: 'wrap', bound: batchKeyBound },
  { table: 'uploads', column: 'file_key', id: 'id::text', bound_by: 'id::text', use: 'wrap', bound: fileKeyBound },
  { table: 'exports', column: 'file_key', id: 'id::text', bound_by: 'id::text', use: 'wrap', bound: keyBound },
  { table: 'users', column: 'otp_secret', id: 'id::text', bound_by: 'id::text', use: 'seal', bound: (_, by) => appBound(by) },
  { table: 'messages', column: 'body', id: 'id::text', bound_by: 'id::text', use: 'seal', bound: (_, by) => messageBound(by) },
  { table: 'messages', column: 'attachment', id: 'id::text', bound_by: 'id::text', use: 'seal', bound: (_, by) => attachmentBound(by) },
  { table: 'reclamation_files', column: 'sealed', id: 'id::text', bound_by: 'id::text', use: 'seal', bound: (_, by) => claimFileBound(by) },
  { table: 'connections', column: 'credentials', id: 'id::text', bound_by: 'id::text', use: 'seal', bound: credentialsBound },
  { table: 'live_orders', column: 'sealed', id: 'key::text', bound_by: 'key::text', use: 'seal', bound: orderBound },
  { table: 'saved_numbers', column: 'sealed', id: 'id::text', bound_by: 'id::text', use: 'seal', bound: savedBound },
  ...sealedInBookings.map(
    (column): Closed => ({
      ...{ table: 'bus_bookings', column, id: 'key::text', bound_by: 'key::text', use: 'seal' },
      bound: (tenant_id, key) => bookingBound(tenant_id, key, column),
    }),
  ),
  { table: 'push_browsers', column: 'sealed', id: 'id::text', bound_by: `encode(endpoint_index, 'hex')`, use: 'seal', bound: browserBound },
  { table: 'holds', column: 'payload', id: 'key::text', bound_by: 'key::text', use: 'seal', bound: deliveryBound },
]
const PORTION = 500

type Rotation = { url: string; ownerUrl: string; source: KeySource }

/** Encrypts everything with the newest key; returns that key's id and how many values were encrypted again. */
export async function rotate({ url, ownerUrl, source }: Rotation): Promise<{ key_id: string; renewed: number }> {
  return withOwner({ url, ownerUrl, source }, async (owner, db) => {
    const before = await openKeys(db, source, false)
    const known = await idsOf(owner)
    const ring = readRing(source)
    const master = ring[0] && !known.includes(keyId(ring[0])) ? ring[0] : newMasterKey()
    if (ring[0] !== master) {
      if (source.masterKey) throw new KeyError('MASTER_KEY is a variable: put a new key in front of it (new,old), restart the servers, then rotate')
      // Every server must know the new key before anything is encrypted with it, so it is written to the key file first.
      writeRing(source.masterKeyFile, [master, ...ring])
    }
    const added = { key_id: keyId(master), replaces: known.at(-1), fingerprint: fingerprintOf(master), root: before.wrapRootBy(master) }
    await owner.query(
      positional(
        `insert into master_keys (key_id, replaces, fingerprint, root, created_at)
         values (:key_id, :replaces, :fingerprint, :root, clock_timestamp())`,
        added,
      ),
    )
    const keys = await openKeys(db, source, false)
    return { key_id: keyId(master), renewed: await renewAll(owner, keys) }
  })
}

/** Leaves only the newest key, in the database and in the file. Refuses while a server still wraps with the old key. */
export async function retire({ url, ownerUrl, source }: Rotation): Promise<{ key_id: string }> {
  return withOwner({ url, ownerUrl, source }, async (owner, db) => {
    const newest = (await idsOf(owner)).at(-1) ?? ''
    const renewed = await renewAll(owner, await openKeys(db, source, false))
    if (renewed > 0)
      throw new KeyError(`a server wrapped ${renewed} with the old key since: wait ten seconds, or restart what does not see the key file, then retire again`)
    await owner.query(positional('delete from master_keys where key_id <> :newest', { newest }))
    if (!source.masterKey) forgetOlder(source, newest)
    return { key_id: newest }
  })
}

async function withOwner<T>({ url, ownerUrl }: Rotation, work: (owner: pg.Client, db: ReturnType<typeof createDb>) => Promise<T>): Promise<T> {
  if (!ownerUrl) throw new KeyError('a rotation needs the owner of the database: DATABASE_URL_DIRECT')
  const owner = new pg.Client({ connectionString: ownerUrl })
  const db = createDb({ url, max: 1 })
  await owner.connect()
  try {
    await owner.query(`select pg_advisory_lock(hashtext('master key'))`)
    return await work(owner, db)
  } finally {
    await Promise.all([owner.end(), db.close()])
  }
}

const idsOf = async (owner: pg.Client) =>
  (await owner.query<{ key_id: string }>('select key_id from master_keys order by created_at')).rows.map(({ key_id }) => key_id)

async function renewAll(owner: pg.Client, keys: Keys): Promise<number> {
  const { rows } = await owner.query<{ tenant_id: number }>('select tenant_id from tenants order by tenant_id')
  let renewed = 0
  for (const { tenant_id } of rows) for (const closed of CLOSED) renewed += await renewColumn(owner, keys, tenant_id, closed)
  return renewed
}

async function renewColumn(owner: pg.Client, keys: Keys, tenant_id: number, { table, column, id, bound_by, use, bound }: Closed): Promise<number> {
  let renewed = 0
  for (let from = ''; ; ) {
    await owner.query(`begin; set local app.tenant = '${tenant_id}'`)
    const { rows } = await owner.query<Row>(
      positional(
        `select ${id} as id, ${bound_by} as bound_by, ${column} as closed from ${table}
          where tenant_id = :tenant_id and ${column} is not null and ${id} > :from order by 1 limit ${PORTION}`,
        { tenant_id, from },
      ),
    )
    for (const { id: own, bound_by: by, closed } of rows) {
      const anew = keys.renew(use, closed, bound(tenant_id, by))
      if (!anew) continue
      // If the value changed meanwhile, its writer has encrypted it with the new key already.
      const { rowCount } = await owner.query(
        positional(
          `update ${table} set ${column} = :anew
            where tenant_id = :tenant_id and ${id} = :own and ${column} = :closed`,
          { tenant_id, own, closed, anew },
        ),
      )
      renewed += rowCount ?? 0
    }
    await owner.query('commit')
    from = rows.at(-1)?.id ?? ''
    if (rows.length < PORTION) return renewed
  }
}
