// Starts an export: the request is checked before the answer, and the file is written after it.

import type { Calls } from '../../../../contract/index.ts'
import type { InputOf } from '../../../../contract/kit/call.ts'
import type { exportStart } from '../../../../contract/papers/exports.ts'
import type { Context } from '../../../http/mount.ts'
import type { SignedIn } from '../../../kit/actor.ts'
import { berlinDay } from '../../../kit/berlin.ts'
import { Refusal, refuseField } from '../../../kit/errors.ts'
import { newId } from '../../../kit/ids.ts'
import type { Db, Query } from '../../../postgres/db.ts'
import { addExport, type Claim, type New, unfinishedOf } from './exports.sql.ts'
import { keyBound } from './file.ts'
import { listFile, PAGE_ROWS } from './list-file.ts'
import { begin } from './run.ts'

const DAY_MS = 24 * 60 * 60_000
const keptUntil = (now: Date) => new Date(now.getTime() + DAY_MS)
export const ownerOf = ({ home_tenant_id, user_id }: SignedIn) => ({ home_tenant_id, user_id })

/** The file's name: the title and the day, without characters that a file system or an HTTP header could misread. */
export const fileName = (title: string, format: string, now: Date) =>
  `${title.replaceAll(/[^\p{L}\p{N}]+/gu, '-').replaceAll(/^-|-$/g, '') || 'export'}-${berlinDay(now)}.${format}`

/** How many unfinished exports a user may have. */
const UNFINISHED_MAX = 3
/** After this delay the caller's transaction has surely ended. If the server stops first and the file is not written, the export can be requested again. */
const BEGIN_MS = 1_000

type ExportContext = Context<Calls['exportStart']> | Context<Calls['exportAgain']> | Context<Calls['salesDownload']> | Context<Calls['ledgerStatement']>

/** The format `pdf` is the account statement of a ledger. The account statement has a call of its own, so exportStart does not offer this format. */
export type ExportInput = Omit<InputOf<typeof exportStart>, 'format'> & { format: 'csv' | 'xlsx' | 'pdf' }

/** Checks a request and returns what its export is made from. Refuses a user or an input that the list itself would refuse. */
export function prepared(
  { list, input, columns: wanted, format, title = list }: ExportInput,
  { actor, now, lists }: Pick<ExportContext, 'actor' | 'now' | 'lists'>,
) {
  lists.admit(list, actor)
  const kinds = lists.columns(list)
  const fieldOf = (key: string) => {
    const kind = kinds.get(key)
    if (!kind) throw refuseField('columns', 'not_one_of')
    return { key, kind }
  }
  const columns = wanted.map(({ key, header, and = [], words = {}, part }) => ({ ...fieldOf(key), header, and: and.map(fieldOf), words, part }))
  return { format, title, columns, made_at: now(), read: lists.reader(list, input, PAGE_ROWS) }
}

/** Starts an export. Refuses a user or an input that the list itself would refuse. */
export async function startExport(wanted: ExportInput, context: ExportContext): Promise<{ download_id: string }> {
  const { list, format, title = list, input, columns } = wanted
  const file = prepared(wanted, context)
  const made = { list, format, file_name: fileName(title, format, context.now()), asked: { input, columns, title } }
  const { id, file_key } = await register(made, { list, columns: columns.map(({ key }) => key) }, context)
  begin({ id, file_key, make: listFile(file, context) }, context)
  return { download_id: id }
}

type LaterContext = Pick<ExportContext, 'actor' | 'keys' | 'now' | 'lists' | 'log' | 'filesDir' | 'clock'> & { db: Db }

/**
 * Starts an export for a user who is not signed in now, in the caller's transaction. Writing begins after that transaction. Returns the export's id.
 */
export async function beginLater(q: Query, wanted: ExportInput, ground: LaterContext): Promise<string> {
  const { list, format, title = list, input, columns } = wanted
  const file = prepared(wanted, ground)
  const [id, created_at] = [newId(), ground.now()]
  const owner = ownerOf(ground.actor)
  const { wrapped: file_key } = await ground.keys.dataKey(keyBound(owner.home_tenant_id, id))
  const made = { list, format, file_name: fileName(title, format, created_at), asked: { input, columns, title } }
  await addExport(q, owner, { id, file_key, created_at, expires_at: keptUntil(created_at), ...made })
  setTimeout(() => begin({ id, file_key, make: listFile(file, ground) }, ground), BEGIN_MS).unref()
  return id
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
