// Starts an export: what is wanted is checked at once, the file is made after the request.
import type { exportStart } from '../../../contract/exports.ts'
import type { Calls } from '../../../contract/index.ts'
import type { InputOf } from '../../../contract/kit/call.ts'
import type { Context } from '../../http/mount.ts'
import type { SignedIn } from '../../kit/actor.ts'
import { berlinDay } from '../../kit/berlin.ts'
import { Refusal, refuseField } from '../../kit/errors.ts'
import { newId } from '../../kit/ids.ts'
import { addExport, unfinishedOf } from './exports.sql.ts'
import { keyBound } from './file.ts'
import { begin, PAGE_ROWS } from './run.ts'

const DAY_MS = 24 * 60 * 60_000
const keptUntil = (now: Date) => new Date(now.getTime() + DAY_MS)
export const ownerOf = ({ home_tenant_id, user_id }: SignedIn) => ({ home_tenant_id, user_id })

/** Title and day, without characters that a file system or header could misread. */
const fileName = (title: string, format: string, now: Date) =>
  `${title.replaceAll(/[^\p{L}\p{N}]+/gu, '-').replaceAll(/^-|-$/g, '') || 'export'}-${berlinDay(now)}.${format}`

/** Unfinished exports per person. */
const UNFINISHED_MAX = 3

type Ground = Context<Calls['exportStart']> | Context<Calls['exportAgain']> | Context<Calls['salesDownload']>

/** Refuses whoever the list would refuse, and what it would refuse. */
export async function startExport(
  { list, input, columns: wanted, format, title = list }: InputOf<typeof exportStart>,
  context: Ground,
): Promise<{ download_id: string }> {
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
