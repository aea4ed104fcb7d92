// Queries about the findings of a check.
import type { Query } from '../../../postgres/db.ts'
import { pageOf } from '../../../postgres/list-query.ts'
import type { Detail } from './row-check.ts'

export type FindingRow = { row: number; finding: string; level: 'error' | 'warning'; cells: string[]; detail: Detail }

export const clearFindings = (q: Query, tenant_id: number, upload_id: string) =>
  q.query('delete from upload_findings where tenant_id = :tenant_id and upload_id = :upload_id', { tenant_id, upload_id })

export const addFindings = (q: Query, tenant_id: number, upload_id: string, rows: readonly FindingRow[]) =>
  q.query(
    `insert into upload_findings (tenant_id, upload_id, row, finding, level, cells, detail)
     select :tenant_id, :upload_id, f.row, f.finding, f.level, f.cells, f.detail
       from jsonb_to_recordset(:rows::jsonb) as f(row int, finding text, level text, cells text[], detail jsonb)
     returning 1`,
    { tenant_id, upload_id, rows: JSON.stringify(rows) },
  )

/** Turns all findings of one kind into findings of another kind, once the whole file has shown what caused them. */
export const renameFinding = (q: Query, tenant_id: number, upload_id: string, from: string, to: string, detail: Detail) =>
  q.query(
    `update upload_findings set finding = :to, detail = detail || :detail::jsonb
      where tenant_id = :tenant_id and upload_id = :upload_id and finding = :from`,
    { tenant_id, upload_id, from, to, detail: JSON.stringify(detail) },
  )

export const findingRows = (q: Query, tenant_id: number, upload_id: string, limit: number, offset: number) =>
  q.query<FindingRow>(
    pageOf(
      {
        select: 'row, finding, level, cells, detail',
        from: 'upload_findings',
        where: 'tenant_id = :tenant_id and upload_id = :upload_id',
        order: 'level, row',
      },
      { tenant_id, upload_id },
      { limit, offset },
    ),
  )

export const countFindings = (q: Query, tenant_id: number, upload_id: string) =>
  q.query<{ n: number }>(
    `select count(*) as n from upload_findings
      where tenant_id = :tenant_id and upload_id = :upload_id`,
    { tenant_id, upload_id },
  )

/** The findings about these rows of the file, for the screen that shows all rows. */
export const findingsBetween = (q: Query, tenant_id: number, upload_id: string, first: number, last: number) =>
  q.query<FindingRow>(
    `select row, finding, level, cells, detail from upload_findings
      where tenant_id = :tenant_id and upload_id = :upload_id and row between :first and :last`,
    { tenant_id, upload_id, first, last },
  )

export const errorRows = (q: Query, tenant_id: number, upload_id: string) =>
  q.query<FindingRow>(
    `select row, finding, level, cells, detail from upload_findings
      where tenant_id = :tenant_id and upload_id = :upload_id and level = 'error' order by row`,
    { tenant_id, upload_id },
  )
