// Calls about devices: the platform's list, giving devices to resellers and customers, and taking them back.

import { idsOf } from '../../../../contract/people/devices.ts'
import type { Handlers } from '../../../http/mount.ts'
import type { SignedIn } from '../../../kit/actor.ts'
import { Refusal } from '../../../kit/errors.ts'
import { listed } from '../../../postgres/row-pages.ts'
import { deviceChange } from './device-changes.ts'
import {
  deviceCount,
  deviceRows,
  devicesAt,
  devicesToChange,
  type Held,
  lastTag,
  moveDevices,
  organisationToGive,
  setDevicesOnly,
  statusCounts,
  type Target,
} from './devices.sql.ts'
import { holderOf, isAtHand, placeAt, placeBack, tagAfter } from './devices.ts'
import { devicePair, devicePairing } from './pairing.ts'

type Devices = Pick<Handlers, 'deviceChange' | 'devicePair' | 'devicePairing' | 'devicesAssign' | 'devicesAssignedList' | 'devicesList' | 'devicesUnassign'>

const isPlatform = (actor: SignedIn) => actor.kind === 'platform'
const deviceOf = ({ id, tag }: Held) => ({ device_id: id, tag })
const tagsOf = (rows: readonly Held[]) => rows.map(({ tag }) => tag)

/**
 * Returns the devices that have to be moved, leaving out those that the receiver has already. Refuses a device that the actor does not hold itself.
 */
function toGive(actor: SignedIn, target: Target, found: readonly Held[]): Held[] {
  const rest = found.filter((device) => holderOf(device) !== target.id)
  const elsewhere = rest.find((device) => !isAtHand(actor, device))
  if (elsewhere) throw new Refusal('device_in_use', { detail: { tag: elsewhere.tag } })
  return rest
}

export const devices: Devices = {
  devicesList: async (asked, { actor, db }) =>
    db.list(actor, async (q) => {
      const rows = await deviceRows(q, actor, true, asked)
      const counts = { free: 0, assigned: 0, broken: 0, lost: 0 }
      for (const { status, n } of await statusCounts(q, actor.tenant_id)) counts[status] = n
      const { page, limit } = asked
      const total_count = await deviceCount(q, actor, true, asked)
      return { ...listed({ page, limit }, rows, total_count), next_tag: tagAfter(await lastTag(q, actor.tenant_id)), counts }
    }),

  devicesAssignedList: async (asked, { actor, db }) =>
    db.list(actor, async (q) => {
      const showsFree = isPlatform(actor) && asked.filters.here === true
      const { page, limit } = asked
      const rows = await deviceRows(q, actor, showsFree, asked)
      return listed({ page, limit }, rows, await deviceCount(q, actor, showsFree, asked))
    }),

  deviceChange,
  devicePairing,
  devicePair,

  devicesAssign: async ({ customer_id, bind, ...named }, { actor, db, now, audit, sessions }) => {
    const { tenant_id } = actor
    const ids = idsOf(named)
    const said = await db.write(tenant_id, async (q) => {
      const [target] = await organisationToGive(q, actor, customer_id)
      if (!target) throw new Refusal('not_found')
      const found = await devicesToChange(q, actor, isPlatform(actor), ids)
      if (found.length < ids.length) throw new Refusal('not_found')
      const given = toGive(actor, target, found)
      const first = given[0]
      if (first)
        await moveDevices(
          q,
          tenant_id,
          given.map(({ id }) => id),
          placeAt(actor, target, first),
          now(),
        )
      const { terminal_limit } = target
      if (terminal_limit > 0 && first && (await devicesAt(q, tenant_id, target.id)) > terminal_limit)
        throw new Refusal('terminal_limit', { detail: { limit: terminal_limit } })
      if (bind !== undefined) await setDevicesOnly(q, tenant_id, target.id, bind)
      const subject = { kind: 'customer', id: target.id, name: target.name, organisation_id: target.id }
      const [before, after] = [target.devices_only, bind ?? target.devices_only]
      const change = { subject, before: { devices: [], devices_only: before }, after: { devices: tagsOf(given), devices_only: after } }
      await audit(first || after !== before ? change : null, q)
      return { changed: given.length, given: given.map(deviceOf), bound: after !== before }
    })
    sessions.forgetOrganisation(customer_id)
    return said
  },

  devicesUnassign: async ({ still_customer_id: still, ...named }, { actor, db, now, audit, sessions }) => {
    const { tenant_id } = actor
    const ids = idsOf(named)
    const { taken, kept } = await db.write(tenant_id, async (q) => {
      const found = await devicesToChange(q, actor, isPlatform(actor), ids)
      if (found.length < ids.length) throw new Refusal('not_found')
      const away = found.filter((device) => holderOf(device) !== null && holderOf(device) !== actor.organisation_id)
      const given = away.filter((device) => still === undefined || holderOf(device) === still)
      for (const device of given) {
        await moveDevices(q, tenant_id, [device.id], placeBack(actor, device), now())
        const subject = { kind: 'device', id: device.id, name: device.tag, organisation_id: holderOf(device) }
        await audit(
          { subject, before: { customer_id: holderOf(device), state: device.status }, after: { customer_id: null, state: placeBack(actor, device).status } },
          q,
        )
      }
      if (given.length === 0) await audit(null)
      return { taken: given, kept: tagsOf(away.filter((device) => !given.includes(device))) }
    })
    for (const device of taken) sessions.forgetOrganisation(holderOf(device) ?? '')
    const back = taken.filter(({ customer_id }) => !isPlatform(actor) || customer_id === null)
    return { changed: taken.length, taken: back.map((device) => ({ ...deviceOf(device), customer_id: holderOf(device) ?? '' })), kept }
  },
}
