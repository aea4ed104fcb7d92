// What other modules need from batches: to write the custody record, to read the state and the events of a PIN, and to delete the rows of undone imports.
import { moneyText } from '../../../../contract/kit/money.ts'
import type { Services } from '../../../http/services.ts'
import { newId } from '../../../kit/ids.ts'
import { createBatches } from '../../../money/batches.ts'
import type { Query } from '../../../postgres/db.ts'
import { eachTenant, rounds, type Work } from '../../../postgres/each-tenant.ts'
import type { JobList } from '../../../postgres/jobs.ts'
import { type Custody, insertCustody, trailRows, undoneBatches } from './batches.sql.ts'

export { availableOf, countsOf, type PinState, STRETCH, stateOf } from './batches.sql.ts'

const DIGITS = /^\d+$/
const GAPS = /[\s-]/g

/** Returns a PIN as it is stored and searched: without the blanks and hyphens between its printed groups. */
export const normalisePin = (text: string): string => (DIGITS.test(text) ? text : text.replace(GAPS, ''))

/** Writes a row of the custody record (who did what with a batch or PIN) in the caller's transaction. */
export const putCustody = (q: Query, now: Date, custody: Custody) => insertCustody(q, { id: newId(), at: now, note: '', ...custody })

/** The events of a PIN, oldest first. */
export async function trailOf(q: Query, tenant_id: number, batch_no: number, seq: number) {
  const rows = await trailRows(q, tenant_id, batch_no, seq)
  return rows.map((row) => ({ ...row, at: row.at }))
}

/** A batch as the subject of an audit row. */
export const batchSubject = (batch: { batch_no: number; owner_id: string; product_name: string; value: number }) => ({
  kind: 'batch',
  id: String(batch.batch_no),
  name: `${batch.product_name} ${moneyText(batch.value)}`,
  organisation_id: batch.owner_id,
})

/** A PIN as the subject of an audit row: its batch, its number in the batch and its serial, never its code. */
export const pinSubject = (pin: { batch_no: number; seq: number; serial: string; last4: string; owner_id: string }) => ({
  kind: 'pin',
  id: `${pin.batch_no}-${pin.seq}`,
  name: pin.serial || `••••${pin.last4}`,
  organisation_id: pin.owner_id,
})

type Needs = Pick<Services, 'db' | 'clock'>

const finishing =
  ({ db }: Pick<Needs, 'db'>): Work =>
  async (tenant_id) => {
    const batches = createBatches((statement) => db.call(statement), tenant_id)
    for (const { batch_no } of await db.read(tenant_id, (q) => undoneBatches(q, tenant_id))) await batches.discard(batch_no)
  }

/** Deletes the remaining PINs of undone imports: deleting many PINs takes a while, and the server may have been stopped in between. */
export const finishUndone = (needs: Pick<Needs, 'db'>): Promise<void> => eachTenant(needs, finishing(needs))

export const batchJobs = (needs: Needs): JobList => ({ finish_undone: { cron: '* * * * *', work: rounds(needs, 'finish_undone', finishing(needs)) } })
