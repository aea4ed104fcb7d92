// Queries about pictures. A picture is stored under the hash of its content, and never changes.
import type { Query } from '../../../postgres/db.ts'

/** Stores a picture, unless the same picture is already stored. */
export const keepImage = (q: Query, tenant_id: number, hash: string, bytes: Buffer, now: Date) =>
  q.query(
    `insert into product_images (tenant_id, hash, bytes, created_at) values (:tenant_id, :hash, :bytes, :now)
     on conflict do nothing`,
    { tenant_id, hash, bytes, now },
  )

export const imageBytes = (q: Query, tenant_id: number, hash: string) =>
  q.query<{ bytes: Buffer }>('select bytes from product_images where tenant_id = :tenant_id and hash = :hash', { tenant_id, hash })
