// The module's public interface: push messages to browsers whose page is closed, what is stored of a browser, and when it gets a message.
import type { FastifyBaseLogger } from 'fastify'
import type { Browser, PushService } from '../../../http/push-service.ts'
import { IDLE_MS } from '../../../http/session-rules.ts'
import type { Keys } from '../../../kit/keys.ts'
import type { Clock } from '../../../postgres/clock.ts'
import type { Db } from '../../../postgres/db.ts'
import { rounds } from '../../../postgres/each-tenant.ts'
import type { JobList } from '../../../postgres/jobs.ts'
import { claimDue, type Due, forgetEnded, noteFailed, noteTold, removeBrowser } from './push.sql.ts'
import { sayIn } from './texts.ts'

type Needs = { db: Db; keys: Keys; clock: Clock; log: FastifyBaseLogger; push: PushService | null }

const MINUTE_MS = 60_000
/** Notices that are written within this time are sent as one message. */
const PAUSE_MS = 5 * MINUTE_MS
/** After this many failures a browser is deleted. A message is tried again after 5, 10, 20 … minutes, so a browser is deleted after about five hours. */
const FAILURES_MAX = 7
const AT_ONCE = 10

/** The text that a browser's data are bound to when they are sealed: they can be unsealed in their own row only. */
export const browserBound = (tenant_id: number, endpoint_index: string): string => `push|${tenant_id}|${endpoint_index}`

export const indexOf = (keys: Keys, endpoint: string): Buffer => keys.sign('push endpoint', endpoint)

export const sealBrowser = (keys: Keys, tenant_id: number, browser: Browser): Buffer =>
  keys.seal(browserBound(tenant_id, indexOf(keys, browser.endpoint).toString('hex')), JSON.stringify(browser))

export const pushJobs = (needs: Needs): JobList => ({
  send_push: { cron: '* * * * *', work: rounds(needs, 'send_push', (tenant_id) => tellBrowsers(needs, tenant_id)) },
})

/** Sends to every browser whose user has new notices, some at a time. Browsers whose session has ended are deleted before. */
export async function tellBrowsers(needs: Needs, tenant_id: number): Promise<void> {
  const { db, clock, push } = needs
  const now = clock()
  await db.write(tenant_id, (q) => forgetEnded(q, tenant_id, { idle_since: new Date(now.getTime() - IDLE_MS), now }))
  if (!push) return
  const again = new Date(now.getTime() + PAUSE_MS)
  for (let claimed = AT_ONCE; claimed === AT_ONCE; ) {
    const due = await db.write(tenant_id, (q) => claimDue(q, tenant_id, { now, again, at_once: AT_ONCE }))
    await Promise.all(due.map((one) => tell(needs, push, tenant_id, one)))
    claimed = due.length
  }
}

async function tell({ db, keys, clock, log }: Needs, push: PushService, tenant_id: number, due: Due): Promise<void> {
  const { id, endpoint_index, sealed, failures, language, name, n, kind } = due
  const browser: Browser = JSON.parse(keys.unseal(browserBound(tenant_id, endpoint_index.toString('hex')), sealed))
  const outcome = await push.send(browser, { title: name, body: sayIn(language, kind, n), kind })
  await db.write(tenant_id, (q) => {
    if (outcome === 'done') return noteTold(q, tenant_id, id)
    if (outcome === 'gone' || failures + 1 >= FAILURES_MAX) return removeBrowser(q, tenant_id, id)
    return noteFailed(q, tenant_id, due, new Date(clock().getTime() + PAUSE_MS * 2 ** failures))
  })
  // The browser's endpoint and the text are not written to the log.
  if (outcome !== 'done') log.warn({ tenant_id, push_id: id, outcome, attempt: failures + 1 }, 'push not sent')
}
