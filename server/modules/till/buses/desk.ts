// The supplier of trips that a tenant is connected to, and the denomination of its tickets.
import type { ErrorCode } from '../../../../contract/kit/errors.ts'
import type { Services } from '../../../http/services.ts'
import { Refusal } from '../../../kit/errors.ts'
import type { ReadDb } from '../../../postgres/db.ts'
import type { Answer, RefusedBy } from '../../../suppliers/supplier.ts'
import type { Trips } from '../../../suppliers/trips.ts'
import { deskOf } from './goods.sql.ts'

/** `configuration_id`: null until the first ticket. */
export type Desk = { supplier_id: string; configuration_id: string | null; trips: Trips }

export async function openDesk({ db, suppliers }: { db: ReadDb } & Pick<Services, 'suppliers'>, tenant_id: number): Promise<Desk> {
  const [found] = await db.read(tenant_id, (q) => deskOf(q, tenant_id))
  if (!found) throw new Refusal('not_on_offer')
  // An address that is not permitted, or a sign-in that fails, is for the platform to look at.
  const opened = await suppliers.open(tenant_id, found.supplier_id).catch(() => undefined)
  if (opened?.kind !== 'trips') throw new Refusal('supplier_refused')
  return { ...found, trips: opened.trips }
}

/** The supplier's answer, or the refusal that follows from its no or its silence. `means`: the refusal for each answer at this step. */
export function told<T>(answer: Answer<T>, means: Partial<Record<RefusedBy, ErrorCode>> = {}): T {
  if (answer.outcome === 'done') return answer.value
  if (answer.outcome === 'unknown') throw new Refusal('supplier_silent')
  throw new Refusal(means[answer.code] ?? (answer.code === 'not_reached' ? 'supplier_silent' : 'supplier_refused'))
}
