// Queries about the browser that is a device: a code for ten minutes, then the browser itself.
import type { Query } from '../../kit/db.ts'
import type { SignedIn } from '../../kit/sessions.ts'

export const setPairingCode = (q: Query, tenant_id: number, device_id: string, code: Buffer, until: Date) =>
  q.query('update devices set pairing_code = $3, pairing_until = $4 where tenant_id = $1 and id = $2', [tenant_id, device_id, code, until])

/** Whether somebody was given this code and may still use it: two devices never wait with the same one. */
export const codeWaits = async (q: Query, tenant_id: number, code: Buffer, now: Date) =>
  (await q.query('select from devices where tenant_id = $1 and pairing_code = $2 and pairing_until > $3', [tenant_id, code, now])).length > 0

/** Where links to this tenant's pages begin: its first host. */
export const hostOf = async (q: Query, tenant_id: number) =>
  (await q.query<{ host: string }>('select host from hosts where tenant_id = $1 order by host limit 1', [tenant_id]))[0]?.host ?? ''

/** The device with this code, standing at the actor's own organisation, locked. */
export const deviceToPair = (q: Query, { tenant_id, organisation_id }: SignedIn, code: Buffer, now: Date) =>
  q.query<{ id: string; tag: string }>(
    `select id, tag from devices where tenant_id = $1 and customer_id = $2 and status = 'assigned' and pairing_code = $3 and pairing_until > $4 for no key update`,
    [tenant_id, organisation_id, code, now],
  )

/** The secret of the browser the actor signed in at, as it is kept: the same for everybody who signs in there. */
export const browserOf = async (q: Query, { tenant_id, device_id }: SignedIn) =>
  (await q.query<{ secret_hash: Buffer }>('select secret_hash from devices_known where tenant_id = $1 and id = $2', [tenant_id, device_id]))[0]?.secret_hash

/** A browser is one device: what it was before, it is no more. */
export const unpairBrowser = (q: Query, tenant_id: number, browser_hash: Buffer) =>
  q.query('update devices set browser_hash = null where tenant_id = $1 and browser_hash = $2', [tenant_id, browser_hash])

export const pairBrowser = (q: Query, tenant_id: number, device_id: string, browser_hash: Buffer, now: Date) =>
  q.query('update devices set browser_hash = $3, pairing_code = null, pairing_until = null, last_seen_at = $4 where tenant_id = $1 and id = $2', [
    tenant_id,
    device_id,
    browser_hash,
    now,
  ])
