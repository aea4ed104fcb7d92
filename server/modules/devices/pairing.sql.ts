// Queries about pairing a browser with a device: a code valid for ten minutes, then the browser's secret.
import type { Query } from '../../kit/db.ts'
import type { SignedIn } from '../../kit/sessions.ts'

export const setPairingCode = (q: Query, tenant_id: number, device_id: string, code: Buffer, until: Date) =>
  q.query('update devices set pairing_code = $3, pairing_until = $4 where tenant_id = $1 and id = $2', [tenant_id, device_id, code, until])

/** Whether this code was given out and is still valid: two devices never have the same one. */
export const codeWaits = async (q: Query, tenant_id: number, code: Buffer, now: Date) =>
  (await q.query('select from devices where tenant_id = $1 and pairing_code = $2 and pairing_until > $3', [tenant_id, code, now])).length > 0

/** The tenant's first host, for links to its pages. */
export const hostOf = async (q: Query, tenant_id: number) =>
  (await q.query<{ host: string }>('select host from hosts where tenant_id = $1 order by host limit 1', [tenant_id]))[0]?.host ?? ''

/** The device with this code, standing at the actor's own organisation, locked. */
export const deviceToPair = (q: Query, { tenant_id, organisation_id }: SignedIn, code: Buffer, now: Date) =>
  q.query<{ id: string; tag: string }>(
    `select id, tag from devices where tenant_id = $1 and customer_id = $2 and status = 'assigned' and pairing_code = $3 and pairing_until > $4 for no key update`,
    [tenant_id, organisation_id, code, now],
  )

/** The hash of the secret of the actor's browser, the same for everybody who signs in there. */
export const browserOf = async (q: Query, { tenant_id, device_id }: SignedIn) =>
  (await q.query<{ secret_hash: Buffer }>('select secret_hash from devices_known where tenant_id = $1 and id = $2', [tenant_id, device_id]))[0]?.secret_hash

/** A browser is one device at most, so an earlier pairing ends. */
export const unpairBrowser = (q: Query, tenant_id: number, browser_hash: Buffer) =>
  q.query('update devices set browser_hash = null where tenant_id = $1 and browser_hash = $2', [tenant_id, browser_hash])

export const pairBrowser = (q: Query, tenant_id: number, device_id: string, browser_hash: Buffer, now: Date) =>
  q.query('update devices set browser_hash = $3, pairing_code = null, pairing_until = null, last_seen_at = $4 where tenant_id = $1 and id = $2', [
    tenant_id,
    device_id,
    browser_hash,
    now,
  ])
