// Queries about the findings of a check.
import type { Query } from '../../kit/db.ts'
import type { Detail } from './row-check.ts'

export type FindingRow = { row: number; finding: string; level: 'error' | 'warning'; cells: string[]; detail: Detail }

export const clearFindings = (q: Query, tenant_id: number, upload_id: string) =>
  q.query('delete from upload_findings where tenant_id = $1 and upload_id = $2', [tenant_id, upload_id])

export const addFindings = (q: Query, tenant_id: number, upload_id: string, rows: readonly FindingRow[]) =>
  q.query(
    `insert into upload_findings (tenant_id, upload_id, row, finding, level, cells, detail)
     select $1, $2, f.row, f.finding, f.level, f.cells, f.detail
       from jsonb_to_recordset($3::jsonb) as f(row int, finding text, level text, cells text[], detail jsonb)`,
    [tenant_id, upload_id, JSON.stringify(rows)],
  )

/** Renames a finding once the whole file has shown its cause. */
export const renameFinding = (q: Query, tenant_id: number, upload_id: string, from: string, to: string, detail: Detail) =>
  q.query('update upload_findings set finding = $4, detail = detail || $5::jsonb where tenant_id = $1 and upload_id = $2 and finding = $3', [
    tenant_id,
    upload_id,
    from,
    to,
    JSON.stringify(detail),
  ])

export const findingRows = (q: Query, tenant_id: number, upload_id: string, limit: number, offset: number) =>
  q.query<FindingRow>(
    `select row, finding, level, cells, detail from upload_findings where tenant_id = $1 and upload_id = $2 order by level, row limit $3 offset $4`,
    [tenant_id, upload_id, limit, offset],
  )

export const countFindings = (q: Query, tenant_id: number, upload_id: string) =>
  q.query<{ n: number }>('select count(*) as n from upload_findings where tenant_id = $1 and upload_id = $2', [tenant_id, upload_id])

/** Findings of these rows of the file, for the view of all rows. */
export const findingsBetween = (q: Query, tenant_id: number, upload_id: string, first: number, last: number) =>
  q.query<FindingRow>('select row, finding, level, cells, detail from upload_findings where tenant_id = $1 and upload_id = $2 and row between $3 and $4', [
    tenant_id,
    upload_id,
    first,
    last,
  ])

export const errorRows = (q: Query, tenant_id: number, upload_id: string) =>
  q.query<FindingRow>(
    `select row, finding, level, cells, detail from upload_findings where tenant_id = $1 and upload_id = $2 and level = 'error' order by row`,
    [tenant_id, upload_id],
  )
