// The module's public interface: carries out decisions after a second person's approval, reads the current exchange rates, and has the job that reads the
// catalogues.
import type { Services } from '../../../http/services.ts'
import { newId } from '../../../kit/ids.ts'
import type { Query } from '../../../postgres/db.ts'
import { rounds } from '../../../postgres/each-tenant.ts'
import type { JobList } from '../../../postgres/jobs.ts'
import type { Answer, SupplierProduct } from '../../../suppliers/supplier.ts'
import { dueConnections } from './catalogue.sql.ts'
import { keepCatalogue } from './catalogue.ts'
import { type Below, type ChangeContext, type Decision, decide } from './product-decisions.ts'
import { addRate, readAgain } from './rates.sql.ts'

export { dueAgain } from './catalogue.sql.ts'
export { readAgain } from './rates.sql.ts'

export type RateAsked = { currency: string; rate: string; remarks: string }
/**
 * What a waiting request stores: the decision or the rate. `about`: the subject of the request, so that a new request replaces only an earlier one with the
 * same subject.
 */
export type LiveAsked = { live_prices?: Decision; exchange_rate?: RateAsked; below?: Below[]; about?: string }

export async function putRate(q: Query, { actor, now }: ChangeContext, { currency, rate, remarks }: RateAsked): Promise<void> {
  const { tenant_id, full_name, username } = actor
  await addRate(q, tenant_id, { id: newId(), currency, rate, source: 'person', remarks, created_by: full_name || username }, now())
  await readAgain(q, tenant_id, now())
}

/** Carries out what a second person approved. */
export async function applyLive(q: Query, ground: ChangeContext, { live_prices, exchange_rate }: LiveAsked): Promise<void> {
  if (live_prices) await decide(q, ground, live_prices, true)
  if (exchange_rate) await putRate(q, ground, exchange_rate)
}

type Needs = Pick<Services, 'db' | 'clock' | 'log' | 'suppliers'>

/**
 * The job that reads, every minute, the catalogues that are due: an hour after a reading with products, one to ten minutes after a reading without products
 * (PAUSE), or immediately if a user asked for it.
 */
export const catalogueJobs = (needs: Needs): JobList => ({
  keep_catalogues: { cron: '* * * * *', work: rounds(needs, 'keep_catalogues', (tenant_id) => keepCatalogues(needs, tenant_id)) },
})

export async function keepCatalogues({ db, clock, log, suppliers }: Needs, tenant_id: number): Promise<void> {
  async function list(connection_id: string): Promise<Answer<readonly SupplierProduct[]>> {
    const opened = await suppliers.open(tenant_id, connection_id)
    return opened && opened.kind !== 'trips' ? opened.supplier.list() : { outcome: 'unknown', reason: 'no catalogue' }
  }
  for (const connection of await db.read(tenant_id, (q) => dueConnections(q, tenant_id, clock()))) {
    const { connection_id } = connection
    const ended = await keepCatalogue({ db, now: clock }, tenant_id, connection, () => list(connection_id))
    log.info({ tenant_id, connection_id, ...ended }, 'catalogue read')
  }
}
