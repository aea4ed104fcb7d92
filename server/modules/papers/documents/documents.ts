// Documents that are numbered without gaps and never change (decision 0030). This file is the module's public interface: other modules declare their kinds of
// documents with it.
import * as z from 'zod/mini'
import { newIdAt } from '../../../kit/ids.ts'
import { refusalOf } from '../../../money/refusals.ts'
import type { Query } from '../../../postgres/db.ts'
import { byId, put, type Stored } from './documents.sql.ts'

export type Document<Snapshot> = Omit<Stored, 'snapshot'> & { snapshot: Snapshot }

/**
 * What is needed to make a document. `key`: a UUID; a second request with the same key gets the document that the first one made, and uses up no
 * number. `series`: documents of a kind are numbered separately in each series.
 */
type Making<Snapshot> = {
  tenant_id: number
  key: string
  /** The document's id, given only if other rows have to name the document before it is made: a UUIDv7 of the instant at which it is made. */
  document_id?: string
  owner_id: string
  series: string
  snapshot: Snapshot
  /** The user who made the document; null if a job made it. */
  user_id: string | null
}

/**
 * Declares a kind of document. The snapshot contains everything that is drawn, including names and addresses, so that the drawing never changes. `schema`
 * must be able to read every snapshot that it ever wrote. A snapshot contains no PINs.
 */
export function documentKind<S extends z.ZodMiniType<object, object>>(kind: string, schema: S) {
  type Snapshot = z.output<S>
  const read = (stored: Stored): Document<Snapshot> => ({ ...stored, snapshot: z.decode(schema, stored.snapshot as z.input<S>) })
  return {
    /**
     * Makes the document in the transaction that causes it, as late as possible, because other documents of the series wait until that transaction ends.
     * Refused with `key_reused` if the key belongs to a document of another series or user.
     */
    async put(q: Query, now: Date, { snapshot, document_id = newIdAt(now), ...making }: Making<Snapshot>): Promise<Document<Snapshot>> {
      try {
        const made = await put(q, { ...making, kind, now, id: document_id, snapshot: z.encode(schema, snapshot) as object })
        if (!made) throw new Error('no document was made')
        return read(made)
      } catch (error) {
        throw refusalOf(error)
      }
    },

    /**
     * Finds a document of this kind. The caller of `find` has to check that the user may see the document: only its issuer, the organisation to which it is
     * addressed and, for some kinds, the platform may.
     */
    async find(q: Query, tenant_id: number, document_id: string): Promise<Document<Snapshot> | undefined> {
      const stored = await byId(q, tenant_id, kind, document_id)
      return stored && read(stored)
    },
  }
}
