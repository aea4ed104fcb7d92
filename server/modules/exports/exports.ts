// Exports: file names, and how long files are kept.

import type { Services } from '../../http/services.ts'
import type { SignedIn } from '../../kit/actor.ts'
import { berlinDay } from '../../kit/berlin.ts'
import { eachTenant } from '../../postgres/each-tenant.ts'
import type { JobList } from '../../postgres/jobs.ts'
import { forgetExports, overdue } from './exports.sql.ts'
import { removeFile } from './file.ts'

export { stopExports } from './run.ts'

const DAY_MS = 24 * 60 * 60_000
export const keptUntil = (now: Date) => new Date(now.getTime() + DAY_MS)
export const ownerOf = ({ home_tenant_id, user_id }: SignedIn) => ({ home_tenant_id, user_id })

/** Title and day, without characters that a file system or header could misread. */
export const fileName = (title: string, format: string, now: Date) =>
  `${title.replaceAll(/[^\p{L}\p{N}]+/gu, '-').replaceAll(/^-|-$/g, '') || 'export'}-${berlinDay(now)}.${format}`

/** Removes files that can no longer be fetched, within the hour. */
export const exportJobs = (ground: Pick<Services, 'db' | 'clock' | 'dataDir'>): JobList => ({
  forget_exports: { cron: '23 * * * *', work: () => eachTenant(ground, (tenant_id) => forget(tenant_id, ground)) },
})

export async function forget(tenant_id: number, { db, clock, dataDir }: Pick<Services, 'db' | 'clock' | 'dataDir'>): Promise<void> {
  const gone = await db.write(tenant_id, async (q) => {
    await forgetExports(q, tenant_id, clock())
    return overdue(q, tenant_id, clock())
  })
  for (const { id } of gone) await removeFile(dataDir, id)
}
