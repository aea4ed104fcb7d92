// Calls that start exports, show their state and fetch their files piece by piece. Only the user who started an export may see and fetch it.
import { PIECE_BYTES } from '../../../../contract/papers/exports.ts'
import { packRights } from '../../../../contract/papers/month-packs.ts'
import type { Handlers } from '../../../http/mount.ts'
import { Refusal } from '../../../kit/errors.ts'
import { readSealedFrame } from '../../../kit/sealed-file.ts'
import { listed } from '../../../postgres/row-pages.ts'
import { askedOf, exportCount, exportOf, exportsOf } from './exports.sql.ts'
import { fileOf, keyBound } from './file.ts'
import { ownerOf, startExport } from './start.ts'

export const exports: Pick<Handlers, 'exportAgain' | 'exportFetch' | 'exportProgress' | 'exportStart' | 'exportsList'> = {
  exportStart: startExport,

  exportAgain: async ({ download_id }, context) => {
    const { actor, db } = context
    const owner = ownerOf(actor)
    const [found] = await db.read(owner.home_tenant_id, (q) => askedOf(q, owner, download_id))
    if (!found) throw new Refusal('not_found')
    const { list, format, asked } = found
    return startExport({ list, format, ...asked }, context)
  },

  exportProgress: async ({ download_id }, { actor, db, now }) => {
    const owner = ownerOf(actor)
    const [found] = await db.read(owner.home_tenant_id, (q) => exportOf(q, owner, download_id, now()))
    if (!found) throw new Refusal('not_found')
    const { list, state, rows_done, rows_total, file_name, bytes, created_at, expires_at } = found
    return { list, state, rows_done, rows_total, file_name, bytes, created_at, expires_at }
  },

  exportsList: async (asked, { actor, db, now }) => {
    const owner = ownerOf(actor)
    return db.list({ tenant_id: owner.home_tenant_id, user_id: owner.user_id }, async (q) => {
      const rows = await exportsOf(q, owner, now(), asked)
      const content = rows.map(({ id: download_id, file_name, state, rows_done: done, created_at }) => ({
        ...{ download_id, file_name, state, rows: done, created_at },
      }))
      return listed(asked, content, await exportCount(q, owner))
    })
  },

  exportFetch: async ({ download_id, piece }, { actor, db, keys, now, filesDir, lists }) => {
    const owner = ownerOf(actor)
    const [found] = await db.read(owner.home_tenant_id, (q) => exportOf(q, owner, download_id, now()))
    if (found?.state !== 'ready') throw new Refusal('not_found')
    // A user who may no longer read the list may not fetch its export either.
    for (const call of found.list === 'monthPack' ? packRights : [found.list]) lists.admit(call, actor)
    const key = await keys.unwrap(found.file_key, keyBound(owner.home_tenant_id, download_id))
    const bytes = await readSealedFrame(fileOf(filesDir, download_id), key, piece).catch(() => undefined)
    if (!bytes) throw new Refusal('not_found')
    return { bytes: bytes.toString('base64'), pieces: Math.ceil(found.bytes / PIECE_BYTES) }
  },
}
