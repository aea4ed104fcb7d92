// Queries about the files that are attached to claims.
import type { Instant } from '../../../../contract/kit/field.ts'
import type { SignedIn } from '../../../kit/actor.ts'
import type { Query } from '../../../postgres/db.ts'
import { columnsAndValues } from '../../../postgres/parameters.ts'

export type NewFile = {
  tenant_id: number
  id: string
  reclamation_id: string
  name: string
  type: string
  sealed: Buffer
  user_id: string
  person: string
  created_at: Date
}

export function addFile(q: Query, file: NewFile) {
  return q.query(`insert into reclamation_files ${columnsAndValues(Object.keys(file))}`, file)
}

/** A file of a claim. `organisation_id`: the organisation of the user who added the file; null for a user of the platform. */
export type FileRow = { file_id: string; name: string; type: string; person: string; organisation_id: string | null; created_at: Instant }

export const filesOf = (q: Query, tenant_id: number, reclaim_id: string) =>
  q.query<FileRow>(
    `select f.id as file_id, f.name, f.type, f.person, u.organisation_id, f.created_at from reclamation_files f
       left join users u on u.tenant_id = :tenant_id and u.id = f.user_id
      where f.tenant_id = :tenant_id and f.reclamation_id = :reclaim_id order by f.id`,
    { tenant_id, reclaim_id },
  )

/** How many bytes of a file are read at once: the driver decodes an answer in one go, and decoding megabytes would block the event loop. */
const PIECE = 512 * 1024

/** A file of a claim that the caller may see, without its contents; `size`: the bytes of the sealed contents. */
export const oneFile = (q: Query, { tenant_id, organisation_id }: SignedIn, file_id: string) =>
  q.query<{ name: string; type: string; size: number }>(
    `select f.name, f.type, octet_length(f.sealed) as size from reclamation_files f
       join reclamations r on r.tenant_id = :tenant_id and r.id = f.reclamation_id
       join organisations o on o.tenant_id = :tenant_id and o.id = r.seller_id and :organisation_id = any (o.path)
      where f.tenant_id = :tenant_id and f.id = :file_id`,
    { tenant_id, organisation_id, file_id },
  )

/** The sealed contents of a file, read in pieces. A file never changes. */
export async function contentsOf(q: Query, tenant_id: number, file_id: string, size: number): Promise<Buffer> {
  const pieces: Buffer[] = []
  for (let at = 0; at < size; at += PIECE) {
    const [row] = await q.query<{ piece: Buffer }>(
      `select substring(sealed from :from_byte::int for :bytes::int) as piece from reclamation_files
        where tenant_id = :tenant_id and id = :file_id`,
      { tenant_id, file_id, from_byte: at + 1, bytes: PIECE },
    )
    if (row) pieces.push(row.piece)
  }
  return Buffer.concat(pieces)
}

/**
 * Whether one of these claims has a file, or this file if `file_id` is given. Claims that the caller may not see count
 * as claims without a file.
 */
export const hasFile = async (q: Query, { tenant_id, organisation_id }: SignedIn, reclaim_ids: readonly string[], file_id: string | undefined) =>
  (
    await q.query(
      `select from reclamation_files f
         join reclamations r on r.tenant_id = :tenant_id and r.id = f.reclamation_id
         join organisations o on o.tenant_id = :tenant_id and o.id = r.seller_id and :organisation_id = any (o.path)
        where f.tenant_id = :tenant_id and r.id = any (:reclaim_ids::uuid[])
          and (:file_id::uuid is null or f.id = :file_id) limit 1`,
      { tenant_id, organisation_id, reclaim_ids, file_id: file_id ?? null },
    )
  ).length > 0
