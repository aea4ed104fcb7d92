// Queries about pairing a browser with a device: first by a code that is valid for ten minutes, then by a secret in the browser.

import type { SignedIn } from '../../../http/sessions.ts'
import type { Query } from '../../../postgres/db.ts'

export const setPairingCode = (q: Query, tenant_id: number, device_id: string, code: Buffer, until: Date) =>
  q.query(
    `update devices set pairing_code = :code, pairing_until = :until
      where tenant_id = :tenant_id and id = :device_id`,
    { tenant_id, device_id, code, until },
  )

/** Whether a device already waits for its browser with this code. If so, another device must get another code. */
export const codeWaits = async (q: Query, tenant_id: number, code: Buffer, now: Date) =>
  (await q.query('select from devices where tenant_id = :tenant_id and pairing_code = :code and pairing_until > :now', { tenant_id, code, now })).length > 0

/** The first of the tenant's host names, for links to its pages. */
export const hostOf = async (q: Query, tenant_id: number) =>
  (await q.query<{ host: string }>('select host from hosts where tenant_id = :tenant_id order by host limit 1', { tenant_id }))[0]?.host ?? ''

/** The device that waits to be paired by this code, if the actor's own organisation holds the device; its row is locked. */
export const deviceToPair = (q: Query, { tenant_id, organisation_id }: SignedIn, code: Buffer, now: Date) =>
  q.query<{ id: string; tag: string }>(
    `select id, tag from devices
      where tenant_id = :tenant_id and customer_id = :organisation_id and status = 'assigned' and pairing_code = :code
        and pairing_until > :now for no key update`,
    { tenant_id, organisation_id, code, now },
  )

/** The hash of the secret of the actor's browser. A browser has one secret, whichever users sign in there. */
export const browserOf = async (q: Query, { tenant_id, browser_id }: SignedIn) =>
  (
    await q.query<{ secret_hash: Buffer }>(
      `select secret_hash from devices_known
        where tenant_id = :tenant_id and id = :browser_id`,
      { tenant_id, browser_id },
    )
  )[0]?.secret_hash

/** Ends the pairing of a browser. A browser can be paired with one device only, so a new pairing ends the earlier one. */
export const unpairBrowser = (q: Query, tenant_id: number, browser_hash: Buffer) =>
  q.query('update devices set browser_hash = null where tenant_id = :tenant_id and browser_hash = :browser_hash', { tenant_id, browser_hash })

export const pairBrowser = (q: Query, tenant_id: number, device_id: string, browser_hash: Buffer, now: Date) =>
  q.query(
    `update devices set browser_hash = :browser_hash, pairing_code = null, pairing_until = null, last_seen_at = :now
      where tenant_id = :tenant_id and id = :device_id`,
    { tenant_id, device_id, browser_hash, now },
  )
