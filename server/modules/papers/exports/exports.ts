// The module's public interface, through which other modules start and stop exports, and the job that removes files that nobody can fetch any longer.

import type { Services } from '../../../http/services.ts'
import { eachTenant } from '../../../postgres/each-tenant.ts'
import type { JobList } from '../../../postgres/jobs.ts'
import { forgetExports, overdue } from './exports.sql.ts'
import { removeFile } from './file.ts'

export { type Column, cellsOf, csvHead, csvRows } from './cells.ts'
export { claimLeft, LEASE_MS } from './exports.sql.ts'
export type { Write } from './file.ts'
export { listFile } from './list-file.ts'
export { begin, type ExportServices, type Making, madeHere, stopExports } from './run.ts'
export { beginLater, type ExportInput, fileName, prepared, register, startExport } from './start.ts'

/** Removes the files of expired exports once an hour. */
export const exportJobs = (ground: Pick<Services, 'db' | 'clock' | 'filesDir'>): JobList => ({
  forget_exports: { cron: '23 * * * *', work: () => eachTenant(ground, (tenant_id) => forget(tenant_id, ground)) },
})

export async function forget(tenant_id: number, { db, clock, filesDir }: Pick<Services, 'db' | 'clock' | 'filesDir'>): Promise<void> {
  const gone = await db.write(tenant_id, async (q) => {
    await forgetExports(q, tenant_id, clock())
    return overdue(q, tenant_id, clock())
  })
  for (const { id } of gone) await removeFile(filesDir, id)
}
