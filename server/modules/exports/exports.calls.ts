// Calls about exports: started, looked up and fetched in pieces, only by the person who asked.
import { type exportStart, PIECE_BYTES } from '../../../contract/exports.ts'
import type { Calls } from '../../../contract/index.ts'
import type { InputOf } from '../../../contract/kit/call.ts'
import type { Context, Handlers } from '../../http/mount.ts'
import { Refusal, refuseField } from '../../kit/errors.ts'
import { newId } from '../../kit/ids.ts'
import { readSealedFrame } from '../../kit/sealed-file.ts'
import { listed } from '../../postgres/counted.ts'
import { addExport, askedOf, exportCount, exportOf, exportsOf, unfinishedOf } from './exports.sql.ts'
import { fileName, keptUntil, ownerOf } from './exports.ts'
import { fileOf, keyBound } from './file.ts'
import { begin, PAGE_ROWS } from './run.ts'

/** Unfinished exports per person. */
const UNFINISHED_MAX = 3

type Ground = Context<Calls['exportStart']> | Context<Calls['exportAgain']>

async function start({ list, input, columns: wanted, format, title = list }: InputOf<typeof exportStart>, context: Ground): Promise<{ download_id: string }> {
  const { actor, db, keys, now, lists, audit } = context
  lists.admit(list, actor)
  const kinds = lists.columns(list)
  const fieldOf = (key: string) => {
    const kind = kinds.get(key)
    if (!kind) throw refuseField('columns', 'not_one_of')
    return { key, kind }
  }
  const columns = wanted.map(({ key, header, and = [], words = {}, part }) => ({ ...fieldOf(key), header, and: and.map(fieldOf), words, part }))
  const read = lists.reader(list, input, PAGE_ROWS)
  const [id, created_at] = [newId(), now()]
  const owner = ownerOf(actor)
  const { wrapped: file_key } = await keys.dataKey(keyBound(owner.home_tenant_id, id))
  await db.write(owner.home_tenant_id, async (q) => {
    if ((await unfinishedOf(q, owner, created_at)) >= UNFINISHED_MAX) throw new Refusal('too_many_requests', { detail: { wait_s: 10 } })
    const made = { id, list, format, file_key, file_name: fileName(title, format, created_at), created_at, expires_at: keptUntil(created_at) }
    await addExport(q, owner, { ...made, asked: { input, columns: wanted, title } })
    await audit({ subject: { kind: 'export', id, name: made.file_name }, after: { list, columns: wanted.map(({ key }) => key) } }, q)
  })
  begin({ id, format, file_key, title, columns, read }, context)
  return { download_id: id }
}

export const exports: Pick<Handlers, 'exportAgain' | 'exportFetch' | 'exportProgress' | 'exportStart' | 'exportsList'> = {
  exportStart: start,

  exportAgain: async ({ download_id }, context) => {
    const { actor, db } = context
    const owner = ownerOf(actor)
    const [found] = await db.read(owner.home_tenant_id, (q) => askedOf(q, owner, download_id))
    if (!found) throw new Refusal('not_found')
    const { list, format, asked } = found
    return start({ list, format, ...asked }, context)
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

  exportFetch: async ({ download_id, piece }, { actor, db, keys, now, dataDir, lists }) => {
    const owner = ownerOf(actor)
    const [found] = await db.read(owner.home_tenant_id, (q) => exportOf(q, owner, download_id, now()))
    if (found?.state !== 'ready') throw new Refusal('not_found')
    // Whoever may no longer read the list may not fetch its export either.
    lists.admit(found.list, actor)
    const key = await keys.unwrap(found.file_key, keyBound(owner.home_tenant_id, download_id))
    const bytes = await readSealedFrame(fileOf(dataDir, download_id), key, piece).catch(() => undefined)
    if (!bytes) throw new Refusal('not_found')
    return { bytes: bytes.toString('base64'), pieces: Math.ceil(found.bytes / PIECE_BYTES) }
  },
}
