// Queries about exports: each belongs to one person, and its file is kept for a day.
import type { exportable, exportStart, exportStates } from '../../../contract/exports.ts'
import type { InputOf } from '../../../contract/kit/call.ts'
import type { Instant } from '../../../contract/kit/field.ts'
import type { Query } from '../../kit/db.ts'

export type State = (typeof exportStates)[number]
export type Export = {
  id: string
  list: (typeof exportable)[number]
  format: 'csv' | 'xlsx'
  file_name: string
  file_key: Buffer
  state: State
  rows_done: number
  rows_total: number
  bytes: number
  created_at: Instant
  expires_at: Instant
}

/** A person's exports are kept in their home tenant, whichever tenant they look at. */
export type Owner = { home_tenant_id: number; user_id: string }

/** An export that began long ago and never ended was on a server that was stopped. */
const STATE = `case when expires_at <= $3 then 'expired' when state in ('waiting', 'running') and created_at < $3::timestamptz - interval '30 minutes' then 'failed' else state end`
const COLUMNS = `id, list, format, file_name, file_key, ${STATE} as state, rows_done, rows_total, bytes, created_at, expires_at`

export const exportOf = (q: Query, { home_tenant_id, user_id }: Owner, id: string, now: Date) =>
  q.query<Export>(`select ${COLUMNS} from exports where tenant_id = $1 and user_id = $2 and id = $4`, [home_tenant_id, user_id, now, id])

/** The call's input; exports older than titles have none. */
type Asked = Pick<InputOf<typeof exportStart>, 'input' | 'columns' | 'title'>

export const askedOf = (q: Query, { home_tenant_id, user_id }: Owner, id: string) =>
  q.query<Pick<Export, 'list' | 'format'> & { asked: Asked }>('select list, format, asked from exports where tenant_id = $1 and user_id = $2 and id = $3', [
    home_tenant_id,
    user_id,
    id,
  ])

export const exportsOf = (q: Query, { home_tenant_id, user_id }: Owner, now: Date, { page, limit }: { page: number; limit: number }) =>
  q.query<Export>(`select ${COLUMNS} from exports where tenant_id = $1 and user_id = $2 order by id desc limit $4 offset $5`, [
    home_tenant_id,
    user_id,
    now,
    limit,
    page * limit,
  ])

export const exportCount = async (q: Query, { home_tenant_id, user_id }: Owner) =>
  (await q.query<{ n: number }>('select count(*)::int as n from exports where tenant_id = $1 and user_id = $2', [home_tenant_id, user_id]))[0]?.n ?? 0

/** Unfinished exports of one person; the person's row is locked, so that two requests count each other. */
export async function unfinishedOf(q: Query, { home_tenant_id, user_id }: Owner, now: Date): Promise<number> {
  await q.query('select from users where tenant_id = $1 and id = $2 for no key update', [home_tenant_id, user_id])
  const rows = await q.query(`select from exports where tenant_id = $1 and user_id = $2 and ${STATE} in ('waiting', 'running')`, [home_tenant_id, user_id, now])
  return rows.length
}

type New = Pick<Export, 'id' | 'list' | 'format' | 'file_name' | 'file_key'> & { created_at: Date; expires_at: Date; asked: Asked }

export const addExport = (q: Query, { home_tenant_id, user_id }: Owner, made: New) =>
  q.query(
    `insert into exports (tenant_id, id, user_id, list, asked, format, file_name, file_key, created_at, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [home_tenant_id, made.id, user_id, made.list, JSON.stringify(made.asked), made.format, made.file_name, made.file_key, made.created_at, made.expires_at],
  )

type Progress = { state: State; rows_done: number; rows_total: number; bytes: number }

export const saveProgress = (q: Query, tenant_id: number, id: string, { state, rows_done, rows_total, bytes }: Progress) =>
  q.query('update exports set state = $3, rows_done = $4, rows_total = $5, bytes = $6 where tenant_id = $1 and id = $2', [
    tenant_id,
    id,
    state,
    rows_done,
    rows_total,
    bytes,
  ])

/** Marks exports as expired whose file is due for removal, and returns them. */
export const overdue = (q: Query, tenant_id: number, now: Date) =>
  q.query<{ id: string }>(`update exports set state = 'expired' where tenant_id = $1 and expires_at <= $2 and state <> 'expired' returning id`, [
    tenant_id,
    now,
  ])

/** After a month the row is deleted as well. */
export const forgetExports = (q: Query, tenant_id: number, now: Date) =>
  q.query(`delete from exports where tenant_id = $1 and expires_at < $2::timestamptz - interval '30 days'`, [tenant_id, now])
