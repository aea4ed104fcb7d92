// Queries about exports. Each export belongs to one user, and its file is kept for a day.

import type { InputOf } from '../../../../contract/kit/call.ts'
import type { Instant } from '../../../../contract/kit/field.ts'
import type { exportStart, exportStates, made } from '../../../../contract/papers/exports.ts'
import type { Query } from '../../../postgres/db.ts'
import { countOf, pageOf } from '../../../postgres/list-query.ts'

export type State = (typeof exportStates)[number]
export type Export = {
  id: string
  list: (typeof made)[number]
  format: 'csv' | 'xlsx' | 'pdf' | 'zip'
  file_name: string
  file_key: Buffer
  state: State
  rows_done: number
  rows_total: number
  bytes: number
  created_at: Instant
  expires_at: Instant
}

/** A user's exports are stored in the user's home tenant, even if the user made them while viewing another tenant. */
export type Owner = { home_tenant_id: number; user_id: string }

/** The server that writes a file renews its claim on the file from time to time. If no renewal came for this long, the server is taken to have stopped. */
export const LEASE_MS = 2 * 60_000

/**
 * SQL: the state of an export. After `expires_at` it has expired. If the server that writes it has stopped, it has failed, and the user can request it again;
 * an export that another server can continue (`asked_by` is set) has not failed. Otherwise the stored state counts.
 */
const STATE = `
  case when expires_at <= :now then 'expired'
       when state in ('waiting', 'running') and asked_by is null
        and coalesce(seen_at, created_at) < :now::timestamptz - interval '${LEASE_MS} milliseconds' then 'failed'
       else state end`
const COLUMNS = `
  id, list, format, file_name, file_key, ${STATE} as state, rows_done, rows_total, bytes, created_at, expires_at`

export const exportOf = (q: Query, { home_tenant_id, user_id }: Owner, id: string, now: Date) =>
  q.query<Export>(`select ${COLUMNS} from exports where tenant_id = :tenant_id and user_id = :user_id and id = :id`, {
    tenant_id: home_tenant_id,
    user_id,
    now,
    id,
  })

/** What the user requested from the export call. Exports made before titles were introduced have no title. */
type ExportRequest = Pick<InputOf<typeof exportStart>, 'input' | 'columns' | 'title'>

/** What another server needs in order to continue a file: who requested it, and until when this server has claimed it. */
export type Claim = { asked_by: object; until: Date }

/** The user's request, with which the export can be made again. Exports that another server continues (month packs) are not found by this query. */
export const askedOf = (q: Query, { home_tenant_id, user_id }: Owner, id: string) =>
  q.query<{ list: InputOf<typeof exportStart>['list']; format: 'csv' | 'xlsx' | 'pdf'; asked: ExportRequest }>(
    `select list, format, asked from exports
      where tenant_id = :tenant_id and user_id = :user_id and id = :id and asked_by is null`,
    { tenant_id: home_tenant_id, user_id, id },
  )

const OWN = { from: 'exports', where: 'tenant_id = :tenant_id and user_id = :user_id' }

export const exportsOf = (q: Query, { home_tenant_id, user_id }: Owner, now: Date, { page, limit }: { page: number; limit: number }) =>
  q.query<Export>(pageOf({ select: COLUMNS, ...OWN, order: 'id desc' }, { tenant_id: home_tenant_id, user_id, now }, { page, limit }))

export const exportCount = (q: Query, { home_tenant_id, user_id }: Owner) => countOf(q, OWN, { tenant_id: home_tenant_id, user_id })

/** Counts the unfinished exports of one user. It locks the user's row, so that of two simultaneous requests the second counts the first. */
export async function unfinishedOf(q: Query, { home_tenant_id, user_id }: Owner, now: Date): Promise<number> {
  await q.query('select from users where tenant_id = :tenant_id and id = :user_id for no key update', { tenant_id: home_tenant_id, user_id })
  const rows = await q.query(
    `select from exports
      where tenant_id = :tenant_id and user_id = :user_id and ${STATE} in ('waiting', 'running')`,
    { tenant_id: home_tenant_id, user_id, now },
  )
  return rows.length
}

export type New = Pick<Export, 'id' | 'list' | 'format' | 'file_name' | 'file_key'> & {
  created_at: Date
  expires_at: Date
  asked: object
  claim?: Claim
}

export const addExport = (q: Query, { home_tenant_id, user_id }: Owner, made: New) =>
  q.query(
    `insert into exports (tenant_id, id, user_id, list, asked, format, file_name, file_key, created_at, expires_at,
                          asked_by, claimed_until)
     values (:tenant_id, :id, :user_id, :list, :asked, :format, :file_name, :file_key, :created_at, :expires_at,
             :asked_by, :claimed_until)`,
    {
      tenant_id: home_tenant_id,
      id: made.id,
      user_id,
      list: made.list,
      asked: JSON.stringify(made.asked),
      format: made.format,
      file_name: made.file_name,
      file_key: made.file_key,
      created_at: made.created_at,
      expires_at: made.expires_at,
      asked_by: made.claim ? JSON.stringify(made.claim.asked_by) : null,
      claimed_until: made.claim?.until ?? null,
    },
  )

type Progress = { state: State; rows_done: number; rows_total: number; bytes: number }

/** Saves a file's progress. Returns false if another server has taken over the file. `claimed`: when this server's last claim on the file ends. */
export const saveProgress = async (
  q: Query,
  tenant_id: number,
  id: string,
  { state, rows_done, rows_total, bytes }: Progress,
  { claimed, until }: { claimed: Date | null; until: Date | null } = { claimed: null, until: null },
): Promise<boolean> =>
  (
    await q.query(
      `update exports set state = :state, rows_done = :rows_done, rows_total = :rows_total, bytes = :bytes,
              claimed_until = :until
        where tenant_id = :tenant_id and id = :id and claimed_until is not distinct from :claimed returning id`,
      { tenant_id, id, state, rows_done, rows_total, bytes, claimed, until },
    )
  ).length > 0

/** Records that this server still works on a file or is going to write it, so that no other server takes the file over. */
export const stillAtIt = (q: Query, tenant_id: number, id: string, now: Date) =>
  q.query('update exports set seen_at = :now where tenant_id = :tenant_id and id = :id', { tenant_id, id, now })

export type Left = Pick<Export, 'id' | 'file_key'> & { asked: unknown; asked_by: unknown }

/** Claims, until `until`, the unfinished exports of a list whose server has stopped. `here`: the ids of files on which this server itself is working. */
export const claimLeft = (q: Query, tenant_id: number, list: Export['list'], here: readonly string[], now: Date, until: Date) =>
  q.query<Left>(
    `update exports set claimed_until = :until
      where tenant_id = :tenant_id and list = :list and state in ('waiting', 'running') and claimed_until <= :now
        and expires_at > :now and id <> all (:here::uuid[])
      returning id, file_key, asked, asked_by`,
    { tenant_id, list, here, now, until },
  )

/** Marks as expired the exports whose file has to be removed, and returns their ids. */
export const overdue = (q: Query, tenant_id: number, now: Date) =>
  q.query<{ id: string }>(
    `update exports set state = 'expired' where tenant_id = :tenant_id and expires_at <= :now and state <> 'expired'
      returning id`,
    { tenant_id, now },
  )

/** Deletes the rows of exports that expired a month ago. */
export const forgetExports = (q: Query, tenant_id: number, now: Date) =>
  q.query(`delete from exports where tenant_id = :tenant_id and expires_at < :now::timestamptz - interval '30 days'`, { tenant_id, now })
