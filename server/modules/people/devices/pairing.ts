// Pairs a browser with a device. A user of an organisation above shows a code, and a user of the customer that has the device types or scans the code in that
// browser.
import { randomInt } from 'node:crypto'
import { PAIRING_DIGITS } from '../../../../contract/people/devices.ts'
import type { Handlers } from '../../../http/mount.ts'
import { Refusal } from '../../../kit/errors.ts'
import { countAttempt, subjectOf } from '../../../postgres/attempts.ts'
import { devicesToChange } from './devices.sql.ts'
import { browserOf, codeWaits, deviceToPair, hostOf, pairBrowser, setPairingCode, unpairBrowser } from './pairing.sql.ts'

const PAIRING_MS = 10 * 60_000
/** How many codes an organisation may try in a quarter of an hour; there are a hundred million codes. */
const TRIES = 10

const newPairingCode = () => String(randomInt(10 ** PAIRING_DIGITS)).padStart(PAIRING_DIGITS, '0')

export const devicePairing: Handlers['devicePairing'] = async ({ device_id }, { actor, db, now, keys, audit, post }) => {
  const { tenant_id } = actor
  const expires_at = new Date(now().getTime() + PAIRING_MS)
  const { code, host } = await db.write(tenant_id, async (q) => {
    const [device] = await devicesToChange(q, actor, false, [device_id])
    if (!device?.customer_id || device.customer_id === actor.organisation_id) throw new Refusal('not_found')
    let code = newPairingCode()
    while (await codeWaits(q, tenant_id, keys.sign('pairing code', code), now())) code = newPairingCode()
    await setPairingCode(q, tenant_id, device_id, keys.sign('pairing code', code), expires_at)
    const subject = { kind: 'device', id: device_id, name: device.tag, organisation_id: device.customer_id }
    await audit({ subject, after: { expires_at: expires_at.toISOString() } }, q)
    return { code, host: await hostOf(q, tenant_id) }
  })
  return { code, link: `${post.linkOrigin.replace('{host}', host)}/device/pair?code=${code}`, expires_at: expires_at.toISOString() }
}

export const devicePair: Handlers['devicePair'] = async ({ code }, { actor, db, now, keys, audit, sessions, request }) => {
  const { tenant_id, organisation_id } = actor
  await countAttempt(db, tenant_id, now(), [{ subject: subjectOf('pairing', organisation_id), most: TRIES }])
  const tag = await db.write(tenant_id, async (q) => {
    const [device] = await deviceToPair(q, actor, keys.sign('pairing code', code), now())
    const browser = await browserOf(q, actor)
    if (!device || !browser) throw new Refusal('pairing_wrong')
    await unpairBrowser(q, tenant_id, browser)
    await pairBrowser(q, tenant_id, device.id, browser, now())
    const subject = { kind: 'device', id: device.id, name: device.tag, organisation_id }
    await audit({ subject, after: { device: request.device } }, q)
    return device.tag
  })
  sessions.forgetOrganisation(organisation_id)
  return { tag }
}
