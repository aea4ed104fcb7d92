// The calls of the platform's start page: each reseller's figures of today, and the state of the server.

import type { OutputOf } from '../../../../contract/kit/call.ts'
import { healthParts, type tenantsToday } from '../../../../contract/sales/platform.ts'
import type { Context, Handlers } from '../../../http/mount.ts'
import { lookAt } from '../../../http/ready.ts'
import { listed } from '../../../postgres/row-pages.ts'
import { salesOfDays } from './platform.sql.ts'
import { trendDays, trendOf } from './platform.ts'

type Asking = Context<typeof tenantsToday>
type Row = OutputOf<typeof tenantsToday>['content'][number]

/** The limit passed to `connectionsList`. It is higher than the number of suppliers of any reseller, so that all of them are returned. */
const CONNECTIONS = 50
const isPart = (name: string): name is (typeof healthParts)[number] => (healthParts as readonly string[]).includes(name)

export const platform: Pick<Handlers, 'tenantsToday' | 'portalHealth'> = {
  // Reads one reseller after the other, so that one request uses a single database connection at a time, however many resellers there are.
  tenantsToday: async (asked, context) => {
    const { content: all } = await context.lists.first('tenantsList', {}, context)
    const tenants = all.sort((a, b) => a.name.localeCompare(b.name) || a.tenant_id - b.tenant_id)
    const rows: Row[] = []
    for (const tenant of tenants.slice(asked.page * asked.limit, (asked.page + 1) * asked.limit))
      rows.push({ ...tenant, ...(await todayOf({ ...context, actor: { ...context.actor, tenant_id: tenant.tenant_id } })) })
    return { ...listed(asked, rows, tenants.length), as_of: context.now().toISOString() }
  },

  portalHealth: async (_, { checks, now }) => {
    const found = await lookAt(checks)
    return {
      as_of: now().toISOString(),
      parts: found.checks.map(({ name, ok, isAside, detail, at = null, free_bytes = null }) => ({
        part: isPart(name) ? name : 'other',
        ok,
        sells: ok || isAside,
        at,
        free_bytes,
        detail: isPart(name) ? detail : `${name} ${detail}`,
      })),
    }
  },
}

/**
 * The figures of one reseller, as the platform sees them when it views that reseller. A figure that cannot be read is null and is logged; the other figures and
 * the other resellers are still returned.
 */
async function todayOf(context: Asking): Promise<Pick<Row, 'sales' | 'waiting' | 'connections'>> {
  const { lists, log, actor } = context
  const orNull = <T>(reading: Promise<T>) =>
    reading.catch((error: unknown) => {
      log.warn({ tenant_id: actor.tenant_id }, error instanceof Error ? error.message : String(error))
      return null
    })
  return {
    sales: await orNull(salesOf(context)),
    waiting: await orNull(lists.first('waitingCounts', {}, context).then(({ counts }) => counts.filter(({ count }) => count > 0))),
    connections: await orNull(lists.first('connectionsList', { filters: '{"status":"1"}' }, context, CONNECTIONS).then(({ content }) => content)),
  }
}

async function salesOf(context: Asking): Promise<Row['sales']> {
  const { lists, db, actor, now } = context
  const { sales } = await lists.first('dashboard', { part: 'sales' }, context)
  if (!sales) return null
  const days = trendDays(now())
  return { today: sales.today, yesterday: sales.yesterday, ...trendOf(days, await db.list(actor, (q) => salesOfDays(q, actor, days))) }
}
