// Starts an export: it checks the request at once, and writes the file after the answer.

import type { Calls } from '../../../../contract/index.ts'
import type { InputOf } from '../../../../contract/kit/call.ts'
import type { exportStart } from '../../../../contract/papers/exports.ts'
import type { Context } from '../../../http/mount.ts'
import type { SignedIn } from '../../../kit/actor.ts'
import { berlinDay } from '../../../kit/berlin.ts'
import { Refusal, refuseField } from '../../../kit/errors.ts'
import { newId } from '../../../kit/ids.ts'
import { addExport, type Claim, type New, unfinishedOf } from './exports.sql.ts'
import { keyBound } from './file.ts'
import { listFile, PAGE_ROWS } from './list-file.ts'
import { begin } from './run.ts'

const DAY_MS = 24 * 60 * 60_000
const keptUntil = (now: Date) => new Date(now.getTime() + DAY_MS)
export const ownerOf = ({ home_tenant_id, user_id }: SignedIn) => ({ home_tenant_id, user_id })

/** The file's name: the title and the day, without characters that a file system or an HTTP header could misread. */
const fileName = (title: string, format: string, now: Date) =>
  `${title.replaceAll(/[^\p{L}\p{N}]+/gu, '-').replaceAll(/^-|-$/g, '') || 'export'}-${berlinDay(now)}.${format}`

/** How many unfinished exports a user may have. */
const UNFINISHED_MAX = 3

type ExportContext = Context<Calls['exportStart']> | Context<Calls['exportAgain']> | Context<Calls['salesDownload']> | Context<Calls['ledgerStatement']>

/** The format `pdf` is the account statement of a ledger. It has a call of its own, so exportStart does not offer it. */
type ExportInput = Omit<InputOf<typeof exportStart>, 'format'> & { format: 'csv' | 'xlsx' | 'pdf' }

/** Starts an export. Refuses a user or an input that the list itself would refuse. */
export async function startExport(
  { list, input, columns: wanted, format, title = list }: ExportInput,
  context: ExportContext,
): Promise<{ download_id: string }> {
  const { actor, now, lists } = context
  lists.admit(list, actor)
  const kinds = lists.columns(list)
  const fieldOf = (key: string) => {
    const kind = kinds.get(key)
    if (!kind) throw refuseField('columns', 'not_one_of')
    return { key, kind }
  }
  const columns = wanted.map(({ key, header, and = [], words = {}, part }) => ({ ...fieldOf(key), header, and: and.map(fieldOf), words, part }))
  const read = lists.reader(list, input, PAGE_ROWS)
  const made = { list, format, file_name: fileName(title, format, now()), asked: { input, columns: wanted, title } }
  const { id, file_key } = await register(made, { list, columns: wanted.map(({ key }) => key) }, context)
  begin({ id, file_key, make: listFile({ format, title, columns, made_at: now(), read }, context) }, context)
  return { download_id: id }
}

type NewFile = Pick<New, 'list' | 'format' | 'file_name' | 'asked'> & { claim?: Claim }

/** Records a file that is to be written, with the key that will seal it. Refused if the user already has several unfinished files. */
export async function register(
  wanted: NewFile,
  after: Record<string, unknown>,
  { actor, db, keys, now, audit }: Pick<ExportContext, 'actor' | 'db' | 'keys' | 'now' | 'audit'>,
) {
  const [id, created_at] = [newId(), now()]
  const owner = ownerOf(actor)
  const { wrapped: file_key } = await keys.dataKey(keyBound(owner.home_tenant_id, id))
  await db.write(owner.home_tenant_id, async (q) => {
    if ((await unfinishedOf(q, owner, created_at)) >= UNFINISHED_MAX) throw new Refusal('too_many_requests', { detail: { wait_s: 10 } })
    await addExport(q, owner, { id, file_key, created_at, expires_at: keptUntil(created_at), ...wanted })
    await audit({ subject: { kind: 'export', id, name: wanted.file_name }, after }, q)
  })
  return { id, file_key }
}
