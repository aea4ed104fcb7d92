// The server's work on month packs: a request starts a pack, and if the server stops, another one continues it.
import type { Services } from '../../../http/services.ts'
import type { SignedIn } from '../../../kit/actor.ts'
import { rounds } from '../../../postgres/each-tenant.ts'
import type { JobList } from '../../../postgres/jobs.ts'
import { begin, claimLeft, type ExportServices, LEASE_MS, madeHere } from '../exports/exports.ts'
import { type Month, writePack } from './pack.ts'

type Needs = Pick<Services, 'db' | 'keys' | 'log' | 'filesDir' | 'clock' | 'lists'>

export const monthPackJobs = (needs: Needs): JobList => ({
  month_packs: { cron: '* * * * *', work: rounds(needs, 'month_packs', (tenant_id) => goOnWithPacks(needs, tenant_id)) },
})

/** Continues the packs of servers that have stopped. */
export async function goOnWithPacks(needs: Needs, tenant_id: number): Promise<void> {
  const { db, clock } = needs
  const until = new Date(clock().getTime() + LEASE_MS)
  const left = await db.write(tenant_id, (q) => claimLeft(q, tenant_id, 'monthPack', madeHere(), clock(), until))
  for (const { id, file_key, asked, asked_by } of left) make({ id, file_key, claimed: until }, asked as Month, { ...needs, actor: asked_by as SignedIn })
}

type Claimed = { id: string; file_key: Buffer; claimed: Date }

/** Starts writing the file of a pack. The user's rights are checked again when the file is fetched. */
export const make = (claimed: Claimed, month: Month, ground: ExportServices & Pick<Services, 'lists'>): void =>
  begin({ ...claimed, make: (making) => writePack({ ...ground, now: ground.clock }, month, making) }, ground)
