// Unfinished uploads: how many there may be, and when they are deleted.

import type { Services } from '../../../http/services.ts'
import type { SignedIn } from '../../../http/sessions.ts'
import { Refusal } from '../../../kit/errors.ts'
import { createBatches } from '../../../money/batches.ts'
import { eachTenant } from '../../../postgres/each-tenant.ts'
import type { JobList } from '../../../postgres/jobs.ts'
import { removeFiles } from './files.ts'
import { countOpen, deleteForgotten, type Forgotten, forgotten } from './open.sql.ts'

/** How many unfinished uploads there may be by one user, for one owner and in one tenant, because their files take room on the disk. */
const MOST = { user: 20, owner: 50, tenant: 300 }
const KEPT_MS = 7 * 24 * 60 * 60 * 1000

/**
 * Refuses another unfinished upload above the limits; called before a file is received and again when its row is written. `owner_id`: the owner of the goods.
 */
export async function refuseMany(q: Parameters<typeof countOpen>[0], { tenant_id, user_id }: SignedIn, owner_id: string): Promise<void> {
  const [open] = await countOpen(q, tenant_id, { user_id, owner_id })
  if (!open) return
  if (open.user >= MOST.user) throw new Refusal('uploads_open', { detail: { open: open.user, most: MOST.user } })
  // These limits count other users' uploads too, so the refusal states the owner's count and limit only, and never those of the tenant.
  if (open.owner >= MOST.owner || open.tenant >= MOST.tenant) throw new Refusal('uploads_open', { detail: { open: open.owner, most: MOST.owner } })
}

type Needs = Pick<Services, 'db' | 'clock' | 'filesDir' | 'log'>

/** Deletes uploads on which nobody has worked for a week, with their rows, findings, files and unfinished batches, as when a user cancels them. */
export async function forgetUploads(needs: Needs): Promise<void> {
  const { db, clock, log, filesDir } = needs
  const before = new Date(clock().getTime() - KEPT_MS)
  await eachTenant({ db }, async (tenant_id) => {
    for (const { id, batch_no } of await db.read<Forgotten[]>(tenant_id, (q) => forgotten(q, tenant_id, before))) {
      if (batch_no) await createBatches((statement) => db.call(statement), tenant_id).discard(batch_no)
      const [gone] = await db.write(tenant_id, (q) => deleteForgotten(q, tenant_id, id, before))
      if (!gone) continue
      await removeFiles(filesDir, id)
      log.info({ tenant_id, upload_id: id }, 'an upload nobody finished was removed')
    }
  })
}

export const openJobs = (needs: Needs): JobList => ({ forget_uploads: { cron: '27 * * * *', work: () => forgetUploads(needs) } })
