// Work for every tenant, one after the other.
import type { Timed } from './clock.ts'

/** After a run, a job that reads much rests for this many times the run's duration. */
const REST = 20

/** For work that grows with the tenant: a tenant that is still resting is skipped. */
export function eachTenantInTurn({ db, clock }: Timed, work: (tenant_id: number) => Promise<void>): () => Promise<void> {
  const restsUntil = new Map<number, number>()
  async function inTurn(tenant_id: number): Promise<void> {
    const start = clock().getTime()
    if (start < (restsUntil.get(tenant_id) ?? 0)) return
    await work(tenant_id)
    const end = clock().getTime()
    restsUntil.set(tenant_id, end + REST * (end - start))
  }
  return () => eachTenant({ db }, inTurn)
}

/** What fails for one tenant does not keep it from the next; the first failure is thrown at the end. */
export async function eachTenant({ db }: Pick<Timed, 'db'>, work: (tenant_id: number) => Promise<void>): Promise<void> {
  const ALL = 'select tenant_id from tenants order by tenant_id'
  const tenants = await db.reference((q) => q.query<{ tenant_id: number }>(ALL))
  const failures: unknown[] = []
  for (const { tenant_id } of tenants) await work(tenant_id).catch((error: unknown) => failures.push(error))
  if (failures.length > 0) throw failures[0]
}
