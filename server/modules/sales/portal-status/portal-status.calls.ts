// The call of the public status page. Every request of a host gets the same answer, which is computed at most once in some seconds.
import { type PortalStatus, portalParts, STATUS_DAYS, type portalStatus as statusCall } from '../../../../contract/sales/portal-status.ts'
import type { Context, Handlers } from '../../../http/mount.ts'
import type { Services } from '../../../http/services.ts'
import { berlinDay } from '../../../kit/berlin.ts'
import { allParts, readiness, type States, statesOf } from './parts.ts'
import { noticesAt, troubleDays, watchedFrom } from './portal-status.sql.ts'
import { createShared, type Shared } from './shared-answers.ts'

type Looking = Context<typeof statusCall>

const KEPT_MS = 10_000
const DAY_MS = 86_400_000
/** For how many days the page shows a notice whose last day is over, and how many notices it shows at most. */
const [OVER_DAYS, NOTICES_MAX] = [7, 20]

/** The answers that each app keeps. A test may run several apps in one process. */
const answers = new WeakMap<Services['hosts'], Shared<PortalStatus>>()

export const portalStatus: Pick<Handlers, 'portalStatus'> = {
  portalStatus: async (_, context) => {
    const { hosts, host, now } = context
    const shared = answers.get(hosts) ?? createShared<PortalStatus>(KEPT_MS)
    answers.set(hosts, shared)
    return shared(host.organisation_id, now(), (before) => computed(context, before))
  },
}

/** If the database cannot be read, the answer says that nothing works, with the days and notices that were read last. */
async function computed(context: Looking, before: PortalStatus | undefined): Promise<PortalStatus> {
  const { log, clock, tenant_id } = context
  const now = clock()
  try {
    const { sells, isCutOff } = await readiness(context)
    if (!isCutOff) return await read(context, now, sells)
  } catch (error) {
    log.warn({ tenant_id }, error instanceof Error ? error.message : String(error))
  }
  const { recorded_from = null, notices = [], parts = [] } = before ?? {}
  const days = parts.flatMap(({ part, days }) => days.map((day) => ({ part, ...day })))
  return { ...statusOf(now, allParts('down'), days), recorded_from, notices }
}

type Days = (PortalStatus['parts'][number]['days'][number] & Pick<PortalStatus['parts'][number], 'part'>)[]

const statusOf = (now: Date, states: States, days: Days) => ({
  ...{ as_of: now.toISOString(), today: berlinDay(now) },
  parts: portalParts.map((part) => ({ part, state: states[part], days: days.filter((each) => each.part === part) })),
})

async function read(context: Looking, now: Date, sells: boolean): Promise<PortalStatus> {
  const { db, tenant_id, host } = context
  const daysAgo = (days: number) => berlinDay(new Date(now.getTime() - days * DAY_MS))
  const states = await statesOf(context, tenant_id, sells)
  const [days, [watch], notices] = await db.readAtOnce(tenant_id, (q) => [
    troubleDays(q, { tenant_id, first_day: daysAgo(STATUS_DAYS - 1), now }),
    watchedFrom(q),
    noticesAt(q, { tenant_id, organisation_id: host.organisation_id, since: daysAgo(OVER_DAYS), limit: NOTICES_MAX }),
  ])
  return { ...statusOf(now, states, days), recorded_from: watch ? berlinDay(new Date(watch.since)) : null, notices }
}
