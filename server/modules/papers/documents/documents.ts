// Documents that are numbered without gaps and never change (decision 0030). The module's front door; others declare their kinds with it.
import * as z from 'zod/mini'
import { newIdAt } from '../../../kit/ids.ts'
import { refusalOf } from '../../../money/refusals.ts'
import type { Query } from '../../../postgres/db.ts'
import { byId, put, type Stored } from './documents.sql.ts'

export type Document<Snapshot> = Omit<Stored, 'snapshot'> & { snapshot: Snapshot }

/** `key`: a UUID; the same key answers the same document, and uses no second number. `series`: numbered separately within the kind. */
type Making<Snapshot> = {
  tenant_id: number
  key: string
  /** The document's id, if other rows name the document before it is made: a UUIDv7 of the same moment. */
  document_id?: string
  owner_id: string
  series: string
  snapshot: Snapshot
  /** Null if a job made the document. */
  user_id: string | null
}

/**
 * A kind of document. The snapshot holds everything that is drawn, names and addresses included, so that the drawing never changes; the schema must be able
 * to read every snapshot it ever wrote. No PINs.
 */
export function documentKind<S extends z.ZodMiniType<object, object>>(kind: string, schema: S) {
  type Snapshot = z.output<S>
  const read = (stored: Stored): Document<Snapshot> => ({ ...stored, snapshot: z.decode(schema, stored.snapshot as z.input<S>) })
  return {
    /**
     * Makes the document in the transaction that causes it, as its last statement: other documents of the series wait until it ends. Refused with
     * `key_reused` where the key belongs to a document of another series or person.
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

    /** The caller checks who may see the document: its issuer, and the organisation it is addressed to. */
    async find(q: Query, tenant_id: number, document_id: string): Promise<Document<Snapshot> | undefined> {
      const stored = await byId(q, tenant_id, kind, document_id)
      return stored && read(stored)
    },
  }
}
