// Devices (payment terminals): the platform owns them and gives them to resellers, which give them to the customers below them.
import * as z from 'zod/mini'
import { call, unlessChanged } from '../kit/call.ts'
import { field, instant, paging } from '../kit/field.ts'
import { kept, listOf } from '../kit/rows.ts'
import { atLeast, atMost, broken } from '../kit/rules.ts'

export const deviceStatuses = ['free', 'assigned', 'broken', 'lost'] as const

/** The number of digits of a pairing code. */
export const PAIRING_DIGITS = 8

export const Device = z.object({
  device_id: z.string(),
  tag: z.string(),
  serial_number: z.string(),
  status: z.enum(deviceStatuses),
  /** The reseller that holds the device, and the customer that uses it. */
  reseller_id: z.nullable(z.string()),
  reseller_name: z.string(),
  customer_id: z.nullable(z.string()),
  customer_name: z.string(),
  /** The time since which the present holder has had the device. */
  since: z.nullable(instant),
  last_seen_at: z.nullable(instant),
  /** Whether a browser is paired with the device. */
  is_paired: z.boolean(),
  created_at: instant,
})

const asked = {
  ...paging(20),
  search_text: field.search(),
  sort: z._default(field.oneOf(['tag', '-tag', 'last_seen_at', '-last_seen_at']), 'tag'),
}
const filters = {
  status: z.optional(z.enum(deviceStatuses)),
  customer_id: z.optional(field.id()),
  device_id: z.optional(field.id()),
  paired: z.optional(field.bool()),
  /** Lists only devices that the caller has not given to anybody: for the platform the free devices, for a reseller those it still holds. */
  here: z.optional(field.bool()),
}

/** The devices that a call is about: one as `device_id`, or several as `device_ids`. */
const named = { device_id: z.optional(field.id()), device_ids: z.optional(field.json(z.array(field.id()).check(atMost(200, 'too_big')))) }
type Named = { device_id?: string | undefined; device_ids?: readonly string[] | undefined }
export const idsOf = ({ device_id, device_ids }: Named): string[] => [...new Set([...(device_ids ?? []), ...(device_id ? [device_id] : [])])]
const someNamed = ({ value, issues }: z.core.ParsePayload<Named & { bind?: boolean | undefined }>) => {
  if (!value.device_id && !value.device_ids && value.bind === undefined) issues.push(broken('required', undefined, ['device_ids']))
}

/** A device that changed hands. */
const heldDevice = z.object({ device_id: z.string(), tag: z.string() })

export const devicesList = call({
  path: '/view_devices/',
  summary: 'All devices of the tenant, with where each is, and the next free tag',
  access: { roles: ['superadmin'] },
  input: z.object({ ...asked, filters: field.filters(filters) }),
  output: listOf(Device, {
    next_tag: z.string(),
    /** Devices by status, regardless of the filters. */
    counts: z.object({ free: z.int(), assigned: z.int(), broken: z.int(), lost: z.int() }),
  }),
})

export const deviceChange = call({
  path: '/add_update_delete_devices/',
  summary: 'Adds devices (several serial numbers in a row get tags in a row), changes one, or deletes one that was never assigned',
  access: { roles: ['superadmin'] },
  input: z.object({
    action: field.oneOf(['add', 'update', 'delete']),
    device_id: z.optional(field.id()),
    tag: z.optional(field.text(40)),
    /** The serial numbers of the devices to add: one, or several. */
    serial_number: z.optional(field.text(60)),
    serial_numbers: z.optional(field.json(z.array(field.text(60)).check(atLeast(1), atMost(200, 'too_big')))),
    status: z.optional(field.oneOf(['free', 'broken', 'lost'])),
  }),
  output: z.object({ device_ids: z.array(z.string()) }),
  errors: ['not_found', 'serial_taken', 'device_in_use'],
  changes: true,
})

export const devicesAssignedList = call({
  path: '/view_assigned_devices/',
  summary: 'The devices the caller’s organisation has, or those of one customer',
  access: { roles: ['superadmin', 'reseller'], flags: ['has_device'] },
  input: z.object({ ...asked, filters: field.filters(filters) }),
  output: listOf(Device),
})

export const devicesAssign = call({
  path: '/add_update_delete_assigned_devices/',
  summary: 'Gives devices to a reseller or a customer; `bind` says whether it sells on these only, and may be said alone',
  access: { roles: ['superadmin', 'reseller'], flags: ['has_device'] },
  input: z.object({ ...named, customer_id: field.id(), bind: z.optional(field.bool()) }).check(someNamed),
  /** `given`: the devices that the receiver did not have before. `bound`: whether `bind` changed on which devices the customer may sell. */
  output: z.object({ changed: z.int(), given: z.array(heldDevice), bound: z.boolean() }),
  errors: ['not_found', 'device_in_use', 'terminal_limit'],
  changes: true,
  undone: ({ changed, bound }) => (bound ? undefined : unlessChanged({ changed })),
})

export const devicesUnassign = call({
  path: '/delete_assigned_devices/',
  summary: 'Takes devices back; a browser paired with one sells no more with it',
  access: { roles: ['superadmin', 'reseller'], flags: ['has_device'] },
  input: z
    .object({
      ...named,
      /** Undoes an assignment: takes back only devices that this customer still has. */
      still_customer_id: z.optional(field.id()),
    })
    .check(someNamed),
  /** `taken`: the devices that the caller can give back to whoever had them. The platform cannot give a device to a reseller's customer. */
  output: z.object({ changed: z.int(), taken: z.array(z.object({ ...heldDevice.shape, customer_id: z.string() })), kept }),
  errors: ['not_found'],
  changes: true,
  undone: unlessChanged,
})

export const devicePairing = call({
  path: '/begin_device_pairing/',
  summary: 'A code and a QR text with which the browser of this device makes itself known, for ten minutes (a call of our own)',
  access: { roles: ['superadmin', 'reseller'], flags: ['has_device'] },
  input: z.object({ device_id: field.id() }),
  output: z.object({ code: z.string(), link: z.string(), expires_at: instant }),
  errors: ['not_found'],
  changes: true,
})

export const devicePair = call({
  path: '/pair_device/',
  summary: 'This browser is that device from now on; only a user of the customer it is assigned to may say so (a call of our own)',
  access: 'all',
  input: z.object({ code: field.code() }),
  output: z.object({ tag: z.string() }),
  errors: ['pairing_wrong', 'too_many_requests'],
  changes: true,
})
