// Queries about documents. A function of the database makes and numbers each document; afterwards nobody can change it.
import { documentDoors } from '../../../money/money.ts'
import type { Query } from '../../../postgres/db.ts'

/** A document's row. `snapshot` is stored in the encoding of the document's kind. */
export type Stored = {
  document_id: string
  owner_id: string
  kind: string
  series: string
  circle: number
  number: number
  snapshot: unknown
  hash: string
  created_at: Date
  created_by: string | null
}

const COLUMNS = `
  d.id as document_id, d.owner_id, d.kind, d.series, d.circle, d.number, d.snapshot, encode(d.hash, 'hex') as hash,
  d.created_at, d.created_by`

/** Inserts a document through the function of the database that numbers documents. */
export const put = async (q: Query, document: Parameters<typeof documentDoors.putDocument>[2]) =>
  (await documentDoors.putDocument<Stored>(q, COLUMNS, document))[0]

export const byId = async (q: Query, tenant_id: number, kind: string, document_id: string) =>
  (
    await q.query<Stored>(
      `select ${COLUMNS} from documents d
        where d.tenant_id = :tenant_id and d.id = :document_id and d.kind = :kind`,
      { tenant_id, document_id, kind },
    )
  )[0]
