// Work for every tenant: if the work fails in one tenant, it is still done in the others.
import { expect, test } from 'vitest'
import type { Db } from './db.ts'
import { eachTenant } from './each-tenant.ts'

test('after the work failed for one tenant it is done for the next ones, and the failure is thrown at the end', async () => {
  const tenants = [{ tenant_id: 1 }, { tenant_id: 2 }, { tenant_id: 3 }]
  const db = { reference: async () => tenants } as unknown as Pick<Db, 'reference'> as Db
  const worked: number[] = []
  const work = async (tenant_id: number) => {
    worked.push(tenant_id)
    if (tenant_id < 3) throw new Error(`of ${tenant_id}`)
  }
  await expect(eachTenant({ db }, work)).rejects.toThrow('of 1')
  expect(worked).toEqual([1, 2, 3])
})
