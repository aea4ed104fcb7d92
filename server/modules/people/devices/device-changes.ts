// Adds, changes and deletes devices, which only the platform may do.

import type { Calls } from '../../../../contract/index.ts'
import type { InputOf } from '../../../../contract/kit/call.ts'
import type { Context, Handlers } from '../../../http/mount.ts'
import { Refusal, refuseField } from '../../../kit/errors.ts'
import { newId } from '../../../kit/ids.ts'
import type { Query } from '../../../postgres/db.ts'
import { addDevices, deleteDevice, devicesToChange, type Held, knownOf, lastTag, lockAdding, moveDevices, nameDevice } from './devices.sql.ts'
import { holderOf, recordOf, tagAfter, tagsFrom } from './devices.ts'

type DeviceChangeInput = InputOf<Calls['deviceChange']>
type DeviceContext = Context<Calls['deviceChange']>

export const deviceChange: Handlers['deviceChange'] = async (asked, context) => {
  const { actor, db, sessions } = context
  if (asked.action === 'add') return { device_ids: await db.write(actor.tenant_id, (q) => add(q, asked, context)) }
  const device_id = asked.device_id
  if (!device_id) throw refuseField('device_id', 'required')
  const holder = await db.write(actor.tenant_id, async (q) => {
    await lockAdding(q, actor)
    const [device] = await devicesToChange(q, actor, true, [device_id])
    if (!device) throw new Refusal('not_found')
    await (asked.action === 'delete' ? remove(q, device, context) : change(q, device, asked, context))
    return holderOf(device)
  })
  if (holder) sessions.forgetOrganisation(holder)
  return { device_ids: [device_id] }
}

/** Refuses tags and serial numbers that other devices have. Names one such serial number and its device, so that somebody who scans many finds the row. */
async function refuseKnown(q: Query, tenant_id: number, tags: readonly string[], serials: readonly string[], but: string | null = null) {
  const known = await knownOf(q, tenant_id, tags, serials, but)
  const one = known.find(({ serial_number }) => serials.includes(serial_number))
  if (one) throw new Refusal('serial_taken', { detail: one })
  if (known.length > 0) throw refuseField('tag', 'tag_taken')
}

const serialsIn = ({ serial_number, serial_numbers = [] }: DeviceChangeInput) => [...new Set([...(serial_number ? [serial_number] : []), ...serial_numbers])]

async function add(q: Query, asked: DeviceChangeInput, { actor, now, audit }: DeviceContext): Promise<string[]> {
  const [{ tag }, serials] = [asked, serialsIn(asked)]
  if (serials.length === 0) throw refuseField('serial_numbers', 'required')
  await lockAdding(q, actor)
  const tags = tagsFrom(tag ?? tagAfter(await lastTag(q, actor.tenant_id)), serials.length)
  await refuseKnown(q, actor.tenant_id, tags, serials)
  const ids = serials.map(() => newId())
  await addDevices(q, actor.tenant_id, ids, tags, serials, now())
  await audit({ subject: { kind: 'device', id: ids[0] ?? '', name: tags[0] ?? '' }, after: { devices: tags, serial_number: serials.join(', ') } }, q)
  return ids
}

/** Changes a device. A device that is broken or lost is also taken from its holder, so that nobody can sell with it. */
async function change(q: Query, before: Held, asked: DeviceChangeInput, { actor, now, audit }: DeviceContext) {
  const { tenant_id } = actor
  const { tag, status } = asked
  const isHeld = holderOf(before) !== null
  if (status === 'free' && isHeld) throw new Refusal('device_in_use', { detail: { tag: before.tag } })
  const after = { ...before, tag: tag ?? before.tag, serial_number: serialsIn(asked)[0] ?? before.serial_number, status: status ?? before.status }
  await refuseKnown(q, tenant_id, [after.tag], [after.serial_number], before.id)
  if (isHeld && status) await moveDevices(q, tenant_id, [before.id], { status, reseller_id: null, customer_id: null }, now())
  await nameDevice(q, tenant_id, after)
  await audit({ subject: { kind: 'device', id: before.id, name: after.tag }, before: recordOf(before), after: recordOf(after) }, q)
}

async function remove(q: Query, device: Held, { actor, audit }: DeviceContext) {
  if (device.since) throw new Refusal('device_in_use', { detail: { tag: device.tag } })
  await deleteDevice(q, actor.tenant_id, device.id)
  await audit({ subject: { kind: 'device', id: device.id, name: device.tag }, before: recordOf(device), after: {} }, q)
}
