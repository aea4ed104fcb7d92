// Records disturbances each minute, for the days that the status page shows. The job records only what is not as usual; a gap between its runs is recorded too.
import { type PortalPart, portalParts, STATUS_DAYS } from '../../../../contract/sales/portal-status.ts'
import { newId, newIdAt } from '../../../kit/ids.ts'
import { eachTenant, rounds } from '../../../postgres/each-tenant.ts'
import type { JobList } from '../../../postgres/jobs.ts'
import { type Needs, readiness, statesOf } from './parts.ts'
import { begin, endOther, forgetBefore, noteWatch, recordGap, watchedFrom } from './portal-status.sql.ts'

const MINUTE_MS = 60_000
const KEPT_MS = (STATUS_DAYS + 1) * 24 * 60 * MINUTE_MS
/** A part that is disturbed again so soon after its last disturbance was disturbed all the time. */
const AGAIN_MS = 15 * MINUTE_MS
/** If there was no measurement for this long, no server ran. A restart takes less time. */
const GAP_MS = 5 * MINUTE_MS
/** What servers stored within this time of the last measurement before a gap, or of the first one after it, does not contradict the gap. */
const EDGE_MS = 2 * MINUTE_MS

export const statusJobs = (needs: Needs): JobList => {
  const round = rounds(needs, 'watch_status', (tenant_id) => measure(needs, tenant_id))
  return {
    watch_status: {
      cron: '* * * * *',
      work: async () => {
        await watchGap(needs)
        await round()
      },
    },
  }
}

/** Measures one tenant, and records what began and what ended since the last measurement. */
export async function measure(needs: Needs, tenant_id: number): Promise<void> {
  const { sells } = await readiness(needs)
  const states = await statesOf(needs, tenant_id, sells)
  const now = needs.clock()
  await needs.db.tend(tenant_id, async (q) => {
    for (const part of portalParts) {
      const state = states[part] === 'disturbed' || states[part] === 'down' ? states[part] : null
      const of: { tenant_id: number; part: PortalPart; now: Date } = { tenant_id, part, now }
      await endOther(q, { ...of, state })
      if (state) await begin(q, { ...of, id: newId(), state, again_since: new Date(now.getTime() - AGAIN_MS) })
    }
    await forgetBefore(q, tenant_id, new Date(now.getTime() - KEPT_MS))
  })
}

/** Records a gap before noting this measurement, so that if this server dies in between, the next server still finds the gap. */
export async function watchGap({ db, clock }: Pick<Needs, 'db' | 'clock'>): Promise<void> {
  const now = clock()
  const [watch] = await db.reference(watchedFrom)
  const last = watch ? new Date(watch.at) : now
  if (now.getTime() - last.getTime() > GAP_MS) {
    const [first_id, last_id] = [newIdAt(new Date(last.getTime() + EDGE_MS)), newIdAt(new Date(now.getTime() - EDGE_MS))]
    await eachTenant({ db }, async (tenant_id) => {
      await db.tend(tenant_id, (q) => recordGap(q, { tenant_id, id: newId(), began_at: last, ended_at: now, first_id, last_id }))
    })
  }
  await db.tend(NO_TENANT, (q) => noteWatch(q, now))
}

/** A transaction needs a tenant, but the row about the measurements belongs to no tenant. No tenant has this number. */
const NO_TENANT = 0
