// What a user should know of a customer before telephoning it, and the notes about it: who wrote each note and when, and that no other organisation reads them.
import { expect, test } from 'vitest'
import { NOTE_MAX } from '../../../../contract/customers/customer-changes.ts'
import { organisationId, rowsOf } from '../../../test/arrange.ts'
import { fileWorld } from '../../../test/world.ts'

const w = await fileWorld()
const [nord, sud, kiosque] = [await w.signIn('nord'), await w.signIn('sud'), await w.signIn('kiosque')]
const port = await organisationId(w, 'port')
const customer_id = kiosque.customer_id

test('a shop’s showings of PINs are counted over the last 30 days, repeated ones separately; a reseller has none', async () => {
  const pulse = async (id: string) => (await nord.calls.customerPulse({ customer_id: id })).prints
  const before = await pulse(customer_id)
  const [sale] = await rowsOf<{ id: string; quantity: number }>(
    w,
    'select id, quantity from sales where tenant_id = 1 and seller_id = $1 and copies = 0 order by id desc limit 1',
    [customer_id],
  )
  await rowsOf(w, 'update sales set copies = 2 where tenant_id = 1 and id = $1', [sale?.id])
  expect(await pulse(customer_id)).toEqual({ pins: before?.pins, again: (before?.again ?? 0) + 2 * (sale?.quantity ?? 0) })
  expect(await pulse(await organisationId(w, 'sud'))).toBeNull()
})

test('a note shows its author and time, cannot be changed, and can be read only by the organisation that wrote it', async () => {
  await nord.calls.customerNoteAdd({ customer_id: port, note: 'Wants a second till' })
  w.clock.advance(1_000)
  await nord.calls.customerNoteAdd({ customer_id: port, note: '  Pays on Fridays  ' })
  const { notes } = await nord.calls.customerPulse({ customer_id: port })
  expect(notes.map(({ note, author }) => [note, author])).toEqual([
    ['Pays on Fridays', 'Nadia Norbert'],
    ['Wants a second till', 'Nadia Norbert'],
  ])
  await sud.calls.customerNoteAdd({ customer_id: port, note: 'Rings at noon' })
  expect((await sud.calls.customerPulse({ customer_id: port })).notes.map(({ note }) => note)).toEqual(['Rings at noon'])
  expect((await nord.calls.customerPulse({ customer_id: port })).notes).toHaveLength(2)
  expect((await nord.calls.customerDetails({ customer_id: port })).timeline.filter(({ kind }) => kind === 'note').length).toBeGreaterThan(0)
  await expect(rowsOf(w, `set role portal_app; update customer_notes set note = ''`), 'control: the server itself may not change one').rejects.toBeDefined()
})

test('a note has a maximum length, and another reseller’s customer is not found', async () => {
  const add = (note: string, id = customer_id) => nord.calls.customerNoteAdd({ customer_id: id, note })
  await expect(add('x'.repeat(NOTE_MAX + 1))).rejects.toThrow('too_long')
  await expect(add('   ')).rejects.toThrow('required')
  await add('x'.repeat(NOTE_MAX))
  const rhein = await w.signIn('rhein', { host: 'rhein.localhost' })
  await expect(rhein.calls.customerNoteAdd({ customer_id, note: 'x' })).rejects.toMatchObject({ code: 'not_found' })
  await expect(rhein.calls.customerPulse({ customer_id })).rejects.toMatchObject({ code: 'not_found' })
  await expect(nord.calls.customerPulse({ customer_id: nord.customer_id })).rejects.toMatchObject({ code: 'not_found' })
})
