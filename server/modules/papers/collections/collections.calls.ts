// Calls about collections by direct debit: what can be collected, making a collection, its file, and giving it up.
import { COLLECTION_MAX } from '../../../../contract/papers/collections.ts'
import type { Handlers } from '../../../http/mount.ts'
import { berlinDay } from '../../../kit/berlin.ts'
import { Refusal } from '../../../kit/errors.ts'
import { listed } from '../../../postgres/row-pages.ts'
import { creditorOf, euro } from '../invoices/invoices.ts'
import { earliestDay } from './bank-days.ts'
import { candidatesOf, restoredSince } from './candidates.sql.ts'
import { collectionOf, collectionPage, giveUp, linePage, linesToTell } from './collections.sql.ts'
import { tellGivenUp } from './customer-mails.ts'
import { linesOf, makeCollection } from './make.ts'

type Calls = 'collectionPreview' | 'collectionAdd' | 'collectionsList' | 'collectionLines' | 'collectionFile' | 'collectionCancel'

const RESTORED_MS = 30 * 24 * 60 * 60_000

export const collections: Pick<Handlers, Calls> = {
  collectionPreview: async ({ scheme }, { actor, db, now }) =>
    db.list(actor, async (q) => {
      const today = berlinDay(now())
      const { prenotification_days, isComplete } = await creditorOf(q, actor)
      const earliest = earliestDay(today, prenotification_days)
      const all = await candidatesOf(q, actor, { scheme, collect_on: earliest, limit: COLLECTION_MAX + 1 })
      const some = all.slice(0, COLLECTION_MAX)
      return {
        ...{ earliest, prenotification_days, is_incomplete: !isComplete, is_more: all.length > some.length },
        restored_at: await restoredSince(q, actor.tenant_id, new Date(now().getTime() - RESTORED_MS)),
        rows: linesOf(some).map((line) => ({ ...line, is_due: line.due_on === null || line.due_on <= earliest })),
        left_out: some.flatMap(({ problem, ...row }) => (problem ? [{ ...row, problem }] : [])),
      }
    }),

  collectionAdd: makeCollection,

  collectionsList: async (input, { actor, db }) =>
    db.list(actor, async (q) => {
      const { rows, total } = await collectionPage(q, actor, input)
      return listed(input, rows, total)
    }),

  collectionLines: async (input, { actor, db }) =>
    db.list(actor, async (q) => {
      const { rows, total } = await linePage(q, actor, input)
      return listed(input, rows, total)
    }),

  collectionFile: async ({ collection_id }, { actor, db }) => {
    const collection = await db.read(actor.tenant_id, (q) => collectionOf(q, actor, collection_id))
    if (!collection) throw new Refusal('not_found')
    return { file_name: `pain.008-${collection.collect_on}-${collection_id.slice(-6)}.xml`, bytes: Buffer.from(collection.file).toString('base64') }
  },

  collectionCancel: async ({ collection_id, reason }, context) => {
    const { actor, db, audit } = context
    await db.write(actor.tenant_id, async (q) => {
      const collection = await collectionOf(q, actor, collection_id)
      if (!collection) throw new Refusal('not_found')
      if (!(await giveUp(q, actor, collection_id, reason))) throw new Refusal('request_over')
      await tellGivenUp(q, context, await linesToTell(q, actor, collection_id), collection.collect_on, await creditorOf(q, actor))
      const name = `${collection.collect_on} · ${euro(collection.total)}`
      const subject = { kind: 'collection', id: collection_id, name, organisation_id: actor.organisation_id }
      await audit({ subject, before: { state: 'under_way' }, after: { state: 'cancelled' }, reason }, q)
    })
    return {}
  },
}
