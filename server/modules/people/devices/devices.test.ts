// Devices: consecutive tags, who gives devices to whom, and a shop that may sell only on its own devices.
import { describe, expect, test } from 'vitest'
import type { Instant } from '../../../../contract/kit/field.ts'
import { goods, organisationId, rowsOf } from '../../../test/arrange.ts'
import { fileWorld, type Person } from '../../../test/world.ts'
import { tagAfter, tagsFrom } from './devices.ts'

const ids = new Map<string, string>()
const id = (name: string) => ids.get(name) as string
const w = await fileWorld()
const platform = await w.signIn('platform', { host: 'platform.localhost' })
const nord = await w.signIn('nord')
const sud = await w.signIn('sud')
for (const name of ['nord', 'kiosque', 'gare', 'sud', 'port']) ids.set(name, await organisationId(w, name))

let serials = 0
const serial = () => `SN-${++serials}-${Date.now()}`
const add = async (count: number) => (await platform.calls.deviceChange({ action: 'add', serial_numbers: Array.from({ length: count }, serial) })).device_ids
const give = (person: Person, device_ids: string[], customer: string, bind?: boolean) =>
  person.calls.devicesAssign({ device_ids, customer_id: id(customer), ...(bind === undefined ? {} : { bind }) })
/** Adds this many devices and gives them to nord; returns their ids. */
const withNord = async (count: number) => {
  const device_ids = await add(count)
  await give(platform, device_ids, 'nord')
  return device_ids
}
const one = async (person: Person, device_id: string) => (await person.calls.devicesAssignedList({ filters: { device_id } })).content[0]
const notFound = { status: 404, code: 'not_found' }

describe('adding devices', () => {
  test('gives consecutive serial numbers consecutive tags, and the list shows the next tag', async () => {
    const before = (await platform.calls.devicesList({})).next_tag
    const device_ids = await add(3)
    const { content, next_tag, counts } = await platform.calls.devicesList({ limit: 100 })
    expect(content.filter((row) => device_ids.includes(row.device_id)).map(({ tag }) => tag)).toEqual(tagsFrom(before, 3))
    expect(next_tag).toBe(tagAfter(tagsFrom(before, 3).at(-1)))
    expect(counts.free).toBeGreaterThanOrEqual(3)
  })

  test('keeps the leading zeros of tags, and numbers tags that have no number of their own', () => {
    expect(tagsFrom('TAG-0099', 3)).toEqual(['TAG-0099', 'TAG-0100', 'TAG-0101'])
    expect(tagsFrom('P9', 2)).toEqual(['P9', 'P10'])
    expect(tagsFrom('Theke', 2)).toEqual(['Theke', 'Theke-2'])
    expect(tagAfter(undefined)).toBe('TAG-0001')
  })

  test('with a known serial number is refused, naming the tag of the device that has it, and no other device of the list is added', async () => {
    const known = serial()
    await platform.calls.deviceChange({ action: 'add', tag: 'KNOWN-1', serial_numbers: [known] })
    const fresh = serial()
    const again = platform.calls.deviceChange({ action: 'add', serial_numbers: [fresh, known] })
    await expect(again).rejects.toMatchObject({ status: 409, code: 'serial_taken', detail: { tag: 'KNOWN-1', serial_number: known } })
    expect((await platform.calls.devicesList({ search_text: fresh })).filters.total_count).toBe(0)
    const tagAgain = platform.calls.deviceChange({ action: 'add', tag: 'KNOWN-1', serial_numbers: [serial()] })
    await expect(tagAgain).rejects.toMatchObject({ code: 'invalid_input', problems: [{ field: 'tag', code: 'tag_taken' }] })
  })

  test('at the same time gives the devices of different users different tags', async () => {
    const rows = await Promise.all(Array.from({ length: 6 }, () => add(2)))
    expect(new Set(rows.flat()).size).toBe(12)
  })

  test('by mistake can be undone: a device that was never assigned can be deleted, any other cannot', async () => {
    const [never = '', once = ''] = await add(2)
    await give(platform, [once], 'nord')
    await platform.calls.devicesUnassign({ device_ids: [once] })
    await platform.calls.deviceChange({ action: 'delete', device_id: never })
    await expect(platform.calls.deviceChange({ action: 'delete', device_id: once })).rejects.toMatchObject({ code: 'device_in_use' })
    await expect(platform.calls.deviceChange({ action: 'delete', device_id: never })).rejects.toMatchObject(notFound)
  })
})

describe('giving devices', () => {
  test('can be done by the platform to resellers and by a reseller to everybody below it; each sees the devices that it was given', async () => {
    const [device_id = ''] = await withNord(1)
    expect(await one(nord, device_id)).toMatchObject({ status: 'assigned', reseller_name: expect.any(String), customer_id: null, customer_name: '' })
    expect(await one(sud, device_id)).toBeUndefined()
    expect(await give(nord, [device_id], 'sud')).toMatchObject({ changed: 1 })
    expect(await one(nord, device_id)).toMatchObject({ customer_id: id('sud') })
    expect(await one(sud, device_id)).toMatchObject({ customer_id: null })
    await give(sud, [device_id], 'port')
    expect(await one(sud, device_id)).toMatchObject({ customer_id: id('port') })
    expect(await sud.calls.devicesUnassign({ device_ids: [device_id] })).toMatchObject({ changed: 1 })
    expect(await one(nord, device_id)).toMatchObject({ customer_id: id('sud') })
    expect(await sud.calls.devicesUnassign({ device_ids: [device_id] })).toMatchObject({ changed: 0 })
  })

  test('is refused for a device that another receiver has; giving a device to the same receiver again changes nothing', async () => {
    const [device_id = ''] = await withNord(1)
    expect(await give(nord, [device_id, device_id], 'kiosque')).toMatchObject({ changed: 1 })
    const written = async () => (await rowsOf(w, `select from audit where tenant_id = 1 and action = 'devicesAssign'`)).length
    const before = await written()
    expect(await give(nord, [device_id], 'kiosque')).toMatchObject({ changed: 0 })
    expect(await written()).toBe(before)
    await expect(give(nord, [device_id], 'gare')).rejects.toMatchObject({ status: 409, code: 'device_in_use' })
    await expect(give(platform, [device_id], 'sud')).rejects.toMatchObject({ code: 'device_in_use' })
  })

  test('is refused as not found for another reseller’s device or customer', async () => {
    const [device_id = ''] = await withNord(1)
    const free = await add(1)
    const rhein = await w.signIn('rhein', { host: 'rhein.localhost' })
    await expect(rhein.calls.devicesUnassign({ device_ids: [device_id] })).rejects.toMatchObject(notFound)
    await expect(give(sud, [device_id], 'port')).rejects.toMatchObject(notFound)
    await expect(give(nord, free, 'kiosque')).rejects.toMatchObject(notFound)
    await expect(give(sud, [], 'kiosque')).rejects.toMatchObject(notFound)
    await expect(give(nord, [device_id], 'nord')).rejects.toMatchObject(notFound)
    await expect(give(platform, free, 'kiosque')).rejects.toMatchObject(notFound)
  })

  test('is refused above a customer’s maximum, even if several users give devices at the same time', async () => {
    const device_ids = await withNord(6)
    await rowsOf(w, 'update organisations set terminal_limit = 2 where tenant_id = 1 and id = $1', [id('gare')])
    const answers = await Promise.allSettled(device_ids.map((device_id) => give(nord, [device_id], 'gare')))
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
    await expect(give(nord, device_ids, 'gare')).rejects.toMatchObject({ code: 'terminal_limit', detail: { limit: 2 } })
    expect((await nord.calls.devicesAssignedList({ filters: { customer_id: id('gare') } })).filters.total_count).toBe(2)
    await rowsOf(w, 'update organisations set terminal_limit = 0 where tenant_id = 1 and id = $1', [id('gare')])
  })

  test('is refused for a lost device, which is also taken from its holder', async () => {
    const [device_id = ''] = await withNord(1)
    await give(nord, [device_id], 'gare')
    await expect(platform.calls.deviceChange({ action: 'update', device_id, status: 'free' })).rejects.toMatchObject({ code: 'device_in_use' })
    await platform.calls.deviceChange({ action: 'update', device_id, status: 'lost' })
    expect(await one(nord, device_id)).toBeUndefined()
    await expect(give(platform, [device_id], 'nord')).rejects.toMatchObject({ code: 'device_in_use' })
  })
})

describe('a shop that may sell only on its own devices', () => {
  const sell = async (till: Person) => {
    const { configuration_id } = await goods(w, { pins: 1, euro: 1 })
    const { transaction_key } = await till.calls.transactionKey({})
    return till.calls.sell({ transaction_key, configuration_id, quantity: 1 })
  }
  const refused = (code: string) => ({ status: 409, code })
  const at = (device_id: string) => rowsOf<{ last_seen_at: Instant | null }>(w, 'select last_seen_at from devices where tenant_id = 1 and id = $1', [device_id])
  let device_id = ''
  let till: Person

  test('cannot sell before a browser is paired, and then sells in that browser, whichever of its users signs in there', async () => {
    ;[device_id = ''] = await withNord(1)
    till = await w.signIn('kiosque')
    await sell(till)
    await give(nord, [device_id], 'kiosque', true)
    await expect(sell(till)).rejects.toMatchObject(refused('device_not_assigned'))
    const { code, link } = await nord.calls.devicePairing({ device_id })
    expect(link).toBe(`http://localhost/device/pair?code=${code}`)
    const foreign = await w.signIn('gare')
    await expect(foreign.calls.devicePair({ code })).rejects.toMatchObject({ code: 'pairing_wrong' })
    const [tag] = [(await one(nord, device_id))?.tag]
    expect(await till.calls.devicePair({ code })).toMatchObject({ tag })
    await sell(till)
    await expect(till.calls.devicePair({ code })).rejects.toMatchObject({ code: 'pairing_wrong' })
    expect(await one(nord, device_id)).toMatchObject({ is_paired: true })
    const colleague = await w.signIn('kiosque-caisse', { headers: { cookie: till.headers.cookie ?? '' } })
    await sell(colleague)
    const elsewhere = await w.signIn('kiosque')
    await expect(sell(elsewhere)).rejects.toMatchObject(refused('device_not_assigned'))
  })

  test('has the time "last seen" of its device updated at most once a minute', async () => {
    const [before] = await at(device_id)
    w.clock.advance(61_000)
    await sell(till)
    const [after] = await at(device_id)
    expect(Date.parse(after?.last_seen_at ?? '')).toBeGreaterThan(Date.parse(before?.last_seen_at ?? ''))
    await till.calls.balance({})
    expect((await at(device_id))[0]).toEqual(after)
  })

  test('recognises its device, and can pair the browser with another device, whichever user signs in there', async () => {
    const colleague = await w.signIn('kiosque-caisse', { headers: { cookie: till.headers.cookie ?? '' } })
    const [before] = await at(device_id)
    w.clock.advance(61_000)
    await sell(colleague)
    expect(Date.parse((await at(device_id))[0]?.last_seen_at ?? '')).toBeGreaterThan(Date.parse(before?.last_seen_at ?? ''))
    const [other = ''] = await withNord(1)
    await give(nord, [other], 'kiosque')
    const { code } = await nord.calls.devicePairing({ device_id: other })
    await colleague.calls.devicePair({ code })
    expect([await one(nord, other), await one(nord, device_id)]).toMatchObject([{ is_paired: true }, { is_paired: false }])
    const back = await nord.calls.devicePairing({ device_id })
    await till.calls.devicePair({ code: back.code })
    expect([await one(nord, other), await one(nord, device_id)]).toMatchObject([{ is_paired: false }, { is_paired: true }])
    await nord.calls.devicesUnassign({ device_ids: [other] })
  })

  test('that has a terminal id sells only while the terminal is activated', async () => {
    const set = (terminal_id: string, state: string) =>
      rowsOf(w, 'update organisations set terminal_id = $2, terminal_state = $3 where tenant_id = 1 and id = $1', [id('kiosque'), terminal_id, state])
    const forget = () => w.services.sessions.forgetOrganisation(id('kiosque'))
    await set('T-4711', 'inactive')
    forget()
    await expect(sell(till)).rejects.toMatchObject(refused('terminal_inactive'))
    await set('T-4711', 'activated')
    forget()
    await sell(till)
    await set('', 'inactive')
  })

  test('cannot sell once its device is taken back, but sells in every browser once it needs no device of its own', async () => {
    await nord.calls.devicesUnassign({ device_ids: [device_id] })
    await expect(sell(till)).rejects.toMatchObject(refused('device_not_assigned'))
    await give(nord, [], 'kiosque', false)
    await sell(till)
  })

  test('gets the answer of the first sale again if it repeats that sale after its device was taken back', async () => {
    const { configuration_id } = await goods(w, { pins: 2, euro: 1 })
    const { transaction_key } = await till.calls.transactionKey({})
    const bought = await till.calls.sell({ transaction_key, configuration_id, quantity: 1 })
    await give(nord, [], 'kiosque', true)
    expect(await till.calls.sell({ transaction_key, configuration_id, quantity: 1 })).toMatchObject({ sale_id: bought.sale_id })
    await give(nord, [], 'kiosque', false)
  })

  test('pairs a device by a code that is valid for ten minutes; after a few wrong codes no more are checked', async () => {
    const [next = ''] = await withNord(1)
    await give(nord, [next], 'gare')
    const gare = await w.signIn('gare')
    const late = await nord.calls.devicePairing({ device_id: next })
    w.clock.advance(16 * 60_000)
    await expect(gare.calls.devicePair({ code: late.code })).rejects.toMatchObject({ code: 'pairing_wrong' })
    const tries = await Promise.allSettled(Array.from({ length: 14 }, (_, i) => gare.calls.devicePair({ code: String(10_000_000 + i) })))
    const codes = tries.map((each) => (each.status === 'rejected' ? each.reason.code : 'paired'))
    expect(codes.filter((code) => code === 'too_many_requests').length).toBeGreaterThanOrEqual(4)
    const fresh = await nord.calls.devicePairing({ device_id: next })
    await expect(gare.calls.devicePair({ code: fresh.code })).rejects.toMatchObject({ code: 'too_many_requests' })
  })
})
