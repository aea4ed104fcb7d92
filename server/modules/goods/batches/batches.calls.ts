// Calls about single batches and PINs: they undo an import, list a batch's sold PINs, and look up a PIN; every look-up is logged.
import type { Calls } from '../../../../contract/index.ts'
import type { InputOf } from '../../../../contract/kit/call.ts'
import { fold } from '../../../../contract/kit/fold.ts'
import { foundOf } from '../../../figures/findings.ts'
import type { Context, Handlers } from '../../../http/mount.ts'
import { berlinDay } from '../../../kit/berlin.ts'
import { Refusal } from '../../../kit/errors.ts'
import { createBatches } from '../../../money/batches.ts'
import { refusalOf } from '../../../money/refusals.ts'
import { countAttempt, subjectOf } from '../../../postgres/attempts.ts'
import type { Query } from '../../../postgres/db.ts'
import { counted, listed } from '../../../postgres/row-pages.ts'
import { batchesBy, closeUpload, type FoundBatch, type FoundPin, ownBatch, pinsByHash, pinsBySerial, soldBatches } from './batches.sql.ts'
import { batchSubject, normalisePin, pinSubject, putCustody, trailOf } from './batches.ts'
import { type SoldRow, soldCount, soldFound, soldRows } from './sold-pins.sql.ts'

/** How often a user may look up PINs in a quarter of an hour; more look-ups suggest that the user is guessing codes. */
export const LOOK_UPS_MOST = 60
/** How many PINs are deleted before the call answers; a job deletes the rest. */
const AT_ONCE = 200_000

type Asking = Context<Calls['inventorySearch']>
type PinSearch = { pins: FoundPin[]; batches: FoundBatch[] }

export const batches: Pick<Handlers, 'batchUndo' | 'inventorySearch' | 'soldPins'> = {
  batchUndo: async ({ batch_no, reason }, { actor, db, now: clock, audit, jobs }) => {
    const { tenant_id } = actor
    const pins = await db
      .write(tenant_id, async (q) => {
        const [batch] = await ownBatch(q, actor, batch_no)
        if (!batch) throw new Refusal('not_found')
        if (batch.state !== 'ready') throw new Refusal('batch_state')
        const taken = await createBatches((statement) => q.query(statement), tenant_id).undo(clock(), batch.owner_id, batch_no)
        await closeUpload(q, tenant_id, clock(), batch_no)
        await putCustody(q, clock(), { batch_no, seq: null, event: 'undone', who: actor.username, user_id: actor.user_id, note: reason })
        await audit({ subject: batchSubject(batch), before: { pins: taken, filename: batch.filename }, after: { pins: 0, filename: null }, reason }, q)
        return taken
      })
      .catch((error: unknown) => {
        throw refusalOf(error)
      })
    if (pins > AT_ONCE) await jobs.enqueue('finish_undone', {})
    else await createBatches((statement) => db.call(statement), tenant_id).discard(batch_no)
    return { pins }
  },

  soldPins: async ({ configuration_id, batch_no, search_text, page, limit }, { actor, db }) =>
    db.list(actor, async (q) => {
      const [own] = await soldBatches(q, actor, configuration_id, batch_no ?? null)
      if (!own || (batch_no && !own.batch_nos)) throw new Refusal('not_found')
      const { batch_nos, ...goods } = own
      const of = { tenant_id: actor.tenant_id, configuration_id, batch_nos: batch_nos ?? [], asker: actor.organisation_id }
      const agrees = await foundOf(q, actor, 'pins')
      const answer = (content: SoldRow[], total_count: number) => ({ ...listed({ page, limit }, content, total_count), ...goods, agrees })
      if (!search_text) return answer(await soldRows(q, of, limit, page * limit), await soldCount(q, of))
      const search = fold(search_text)
      const { rows, total_count } = await counted({ page, limit }, (most, from) => soldFound(q, of, search, most, from))
      return answer(rows, total_count)
    }),

  inventorySearch: async (asked, context) => {
    const { actor, db, now: clock } = context
    const { tenant_id } = actor
    await countAttempt(db, actor.home_tenant_id, clock(), [{ subject: subjectOf('inventory_search', actor.user_id), most: LOOK_UPS_MOST }])
    return db.write(tenant_id, async (q) => {
      const found = await find(q, asked, context)
      await writeDown(q, found, context)
      const pins: Awaited<ReturnType<typeof withTrail>>[] = []
      for (const pin of found.pins) pins.push(await withTrail(q, tenant_id, pin))
      return { pins, batches: found.batches.map(({ owner_id: _, ...batch }) => batch) }
    })
  },
}

const withTrail = async (q: Query, tenant_id: number, { owner_id: _, seq, ...pin }: FoundPin) => ({
  ...pin,
  trail: await trailOf(q, tenant_id, pin.batch_no, seq),
})

/** Reads a text as a batch number; null if it cannot be one. */
const batchNumber = (text: string) => (/^\d{1,9}$/.test(text) ? Number(text) : null)

async function find(q: Query, { search_text, kind }: InputOf<Calls['inventorySearch']>, { actor, keys, now: clock }: Asking): Promise<PinSearch> {
  const today = berlinDay(clock())
  const wants = (one: typeof kind) => kind === 'any' || kind === one
  const byPin = wants('pin') ? await pinsByHash(q, actor, today, keys.pinIndex(actor.tenant_id, normalisePin(search_text))) : []
  const bySerial = wants('serial') ? await pinsBySerial(q, actor, today, search_text) : []
  const isNew = (pin: FoundPin) => !byPin.some((known) => known.batch_no === pin.batch_no && known.seq === pin.seq)
  return {
    pins: [...byPin, ...bySerial.filter(isNew)],
    batches: wants('batch') ? await batchesBy(q, actor, today, search_text, batchNumber(search_text)) : [],
  }
}

/** Logs a look-up, even one that found nothing. The search text is not logged, because it may be a code. */
async function writeDown(q: Query, { pins, batches: found }: PinSearch, { actor, audit, now: clock }: Asking): Promise<void> {
  const by = { event: 'looked_up', who: actor.username, user_id: actor.user_id } as const
  for (const { batch_no, seq } of pins) await putCustody(q, clock(), { ...by, batch_no, seq })
  for (const { batch_no } of found) await putCustody(q, clock(), { ...by, batch_no, seq: null })
  const [pin, batch] = [pins[0], found[0]]
  const subject = pin ? pinSubject(pin) : batch ? batchSubject(batch) : { kind: 'look_up', id: actor.user_id, name: actor.username }
  await audit({ subject, after: { pins: pins.length, batches: found.length } }, q)
}
