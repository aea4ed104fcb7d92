// Queries about what a check found, and about PINs that are in stock already.
import type { Query } from '../../kit/db.ts'
import type { Detail } from './row-check.ts'

export type FindingRow = { row: number; finding: string; level: 'error' | 'warning'; cells: string[]; detail: Detail }

export const clearFindings = (q: Query, tenant_id: number, upload_id: string) => q.query('delete from upload_findings where tenant_id = $1 and upload_id = $2', [tenant_id, upload_id])

export const addFindings = (q: Query, tenant_id: number, upload_id: string, rows: readonly FindingRow[]) =>
  q.query(
    `insert into upload_findings (tenant_id, upload_id, row, finding, level, cells, detail)
     select $1, $2, f.row, f.finding, f.level, f.cells, f.detail
       from jsonb_to_recordset($3::jsonb) as f(row int, finding text, level text, cells text[], detail jsonb)`,
    [tenant_id, upload_id, JSON.stringify(rows)],
  )

/** What a finding turned out to be once the whole file was seen. */
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
  q.query<FindingRow>(`select row, finding, level, cells, detail from upload_findings where tenant_id = $1 and upload_id = $2 and level = 'error' order by row`, [tenant_id, upload_id])

/** Which of these hashes, sixteen bytes each and one behind the other, are in stock: their place from 0, and the batch that brought them. */
export const hashesInStock = (q: Query, tenant_id: number, hashes: Buffer) =>
  q.query<{ i: number; batch_no: number; created_at: Date }>({
    name: 'pins_in_stock',
    text: `select x.i, p.batch_no, b.created_at
             from (select i, substr($2::bytea, i * 16 + 1, 16) as hash from generate_series(0, $3::int - 1) as i) x
             join pins p on p.tenant_id = $1 and p.hash = x.hash
             join batches b on b.tenant_id = $1 and b.batch_no = p.batch_no`,
    values: [tenant_id, hashes, hashes.length / 16],
  })
