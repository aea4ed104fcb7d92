// The past work of the demo world's users. Calls the product's own handlers in a user's name at a past moment.
import type pg from 'pg'
import { pino } from 'pino'
import { uuidv7 } from 'uuidv7'
import { calls } from '../../contract/index.ts'
import { handlers } from '../handlers.ts'
import { createHosts } from '../http/hosts.ts'
import { createKeyDoor } from '../http/key-door.ts'
import { createLists } from '../http/lists.ts'
import type { Context } from '../http/mount.ts'
import type { Services } from '../http/services.ts'
import { createSessions, digestOf, newSecret } from '../http/sessions.ts'
import { createApart } from '../kit/apart.ts'
import { createMetrics } from '../kit/metrics.ts'
import { createMoney } from '../money/money.ts'
import { createPinOpener } from '../money/open-pins.ts'
import { createAudit } from '../postgres/audit.ts'
import { createDb } from '../postgres/db.ts'
import { noSuppliers } from '../suppliers/connections.ts'
import { createLiveSales } from '../suppliers/live-sale.ts'
import type { Beginning } from './demo.ts'
import { DEMO_DEVICE, insert, inTenant } from './demo-people.ts'

/** The context of a handler that changes something. */
type Acting = Context<(typeof calls)['reclaimSubmit']>

export type Desk = {
  owner: pg.Pool
  /** The clock of the calls, set to the moment of each action. */
  clock: { now: Date }
  services: Services
  /** The context of one call of a user, by the name of the call's handler. */
  as: (tenant_id: number, username: string, action: keyof typeof calls) => Promise<Acting>
  end: () => Promise<void>
}

export function openDesk({ owner, ownerUrl, keys, clock }: Pick<Beginning, 'owner' | 'ownerUrl' | 'keys' | 'clock'>, linkOrigin: string): Desk {
  const db = createDb({ url: ownerUrl, max: 2 })
  const now = () => clock.now
  const suppliers = noSuppliers({ db, keys })
  const money = createMoney(db, now)
  const log = pino({ level: 'silent' })
  const services: Services = {
    checks: [],
    ...{ suppliers, money, live: createLiveSales({ money, keys, clock: now, log, suppliers }) },
    ...{ db, keys, clock: now, log, metrics: createMetrics(), dataDir: '', filesDir: '', captcha: null, push: null, webhooks: null },
    jobs: { enqueue: async () => undefined },
    post: { linkOrigin, email: null, sms: null },
    apart: createApart(),
    openPins: createPinOpener(keys),
    hosts: createHosts(db),
    sessions: createSessions(db, now),
    keyDoor: createKeyDoor(db, now),
    lists: createLists(calls, handlers),
  }

  /** Opens a separate session for each call, because there are days between the calls. */
  async function signedIn(tenant_id: number, username: string) {
    const token = newSecret()
    await inTenant(owner, tenant_id, async (q) => {
      const { rows } = await q.query<{ id: string; device_id: string | null }>(
        `select u.id, (select k.id from devices_known k where k.tenant_id = $1 and k.user_id = u.id limit 1) as device_id
           from users u where u.tenant_id = $1 and u.username = $2`,
        [tenant_id, username],
      )
      const { id: user_id, device_id = null } = rows[0] ?? {}
      const times = { created_at: now(), last_seen_at: now() }
      await insert(q, 'sessions', { tenant_id, id: uuidv7(), token_hash: digestOf(token), user_id, device_id, device: DEMO_DEVICE, ...times })
    })
    return services.sessions.find(tenant_id, { token, cookie: undefined })
  }

  return {
    owner,
    clock,
    services,
    as: async (tenant_id, username, action) => {
      const actor = await signedIn(tenant_id, username)
      const request = { id: uuidv7(), address: '127.0.0.1', userAgent: '', device: DEMO_DEVICE }
      const { audit } = createAudit(services, tenant_id, { action, actor, address: request.address, device: request.device })
      const host = { name: '', tenant_id, organisation_id: actor.organisation_id }
      return { ...services, actor, tenant_id, host, now, request, cookies: { get: () => undefined, set: () => undefined }, audit }
    },
    end: () => db.close(),
  }
}
