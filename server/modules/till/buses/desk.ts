// The supplier to which a tenant is connected for trips, and the denomination of its tickets.
import type { ErrorCode } from '../../../../contract/kit/errors.ts'
import type { Services } from '../../../http/services.ts'
import { Refusal } from '../../../kit/errors.ts'
import type { ReadDb } from '../../../postgres/db.ts'
import type { Answer, RefusedBy } from '../../../suppliers/supplier.ts'
import type { Trips } from '../../../suppliers/trips.ts'
import { deskOf } from './goods.sql.ts'

/**
 * The connection through which a tenant sells trips. `configuration_id`: the denomination of the tenant's bus tickets; null until the first ticket is
 * reserved.
 */
export type Desk = { supplier_id: string; configuration_id: string | null; trips: Trips }

export async function openDesk({ db, suppliers }: { db: ReadDb } & Pick<Services, 'suppliers'>, tenant_id: number): Promise<Desk> {
  const [found] = await db.read(tenant_id, (q) => deskOf(q, tenant_id))
  if (!found) throw new Refusal('not_on_offer')
  // The connection's URL may be forbidden, or signing in at the supplier may fail. Only the platform can repair either, so the shop is only told that the
  // supplier refused.
  const opened = await suppliers.open(tenant_id, found.supplier_id).catch(() => undefined)
  if (opened?.kind !== 'trips') throw new Refusal('supplier_refused')
  return { ...found, trips: opened.trips }
}

/**
 * Returns the supplier's answer; throws a refusal if the supplier refused or did not answer. `means`: for each of the supplier's reasons, the refusal to
 * throw at this step.
 */
export function told<T>(answer: Answer<T>, means: Partial<Record<RefusedBy, ErrorCode>> = {}): T {
  if (answer.outcome === 'done') return answer.value
  if (answer.outcome === 'unknown') throw new Refusal('supplier_silent')
  throw new Refusal(means[answer.code] ?? (answer.code === 'not_reached' ? 'supplier_silent' : 'supplier_refused'))
}
