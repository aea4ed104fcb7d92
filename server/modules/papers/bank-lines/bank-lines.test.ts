// Incoming transfers: each is stored once and booked once, whether requests are repeated, answers are lost, or users act at the same time.
import { expect, test } from 'vitest'
import { calls } from '../../../../contract/index.ts'
import { EURO } from '../../../../contract/kit/money.ts'
import { newId } from '../../../kit/ids.ts'
import { ask } from '../../../sweeps/raw-calls.ts'
import { rowsOf } from '../../../test/arrange.ts'
import { until } from '../../../test/wait-for.ts'
import { fileWorld, type Person } from '../../../test/world.ts'

const w = await fileWorld()
const [nord, kiosque, port, rhein] = await Promise.all([
  w.signIn('nord'),
  w.signIn('kiosque'),
  w.signIn('port'),
  w.signIn('rhein', { host: 'rhein.localhost' }),
])

type TransferInput = Partial<{ booked_on: string; amount: number; name: string; iban: string; reference: string; nth: number }>
const told = (line: TransferInput) => ({ booked_on: '2026-03-02', amount: 10 * EURO, name: '', iban: '', reference: '', nth: 0, ...line })
const take = (lines: TransferInput[], who: Person = nord, account = 'DE02120300000000202051') =>
  who.calls.bankLinesTake({ file_name: 'statement.xml', account, transfers: lines.map(told) })

let made = 0
/** Stores one transfer from a payer that no other transfer has; returns its row in the list. */
async function line(given: TransferInput = {}, who: Person = nord) {
  const name = given.name ?? `Payer ${++made}`
  await take([{ ...given, name }], who)
  return found(name, who)
}
async function found(name: string, who: Person = nord) {
  const { content } = await who.calls.bankLinesList({ search_text: name })
  const row = content.find((one) => one.name === name)
  if (!row) throw new Error(`no transfer of ${name}`)
  return row
}
const balance = async (who: Person = kiosque) => (await who.calls.balance({})).balance
const bookingsOf = (wallet: string) => rowsOf(w, `select 1 from transfers where tenant_id = 1 and wallet_id = $1 and kind = 'top_up'`, [wallet])

/** A customer of the same reseller other than kiosque. */
async function otherShop(): Promise<string> {
  const [shop] = await rowsOf<{ id: string }>(w, 'select id from organisations where tenant_id = 1 and parent_id = $1 and id <> $2 order by id limit 1', [
    nord.customer_id,
    kiosque.customer_id,
  ])
  return shop?.id ?? ''
}

test('a transfer is stored once, whichever files contain it and however it is written; two equal transfers of one file are stored as two', async () => {
  const lines = [
    { name: 'Café Müller', reference: 'RE-2026-1 kiosque' },
    { name: 'Café Müller', reference: 'RE-2026-1 kiosque', nth: 1 },
  ]
  expect(await take(lines)).toEqual({ taken: 2, known: 0 })
  expect(await take(lines)).toEqual({ taken: 0, known: 2 })
  expect(await take([{ name: 'CAFÉ MÜLLER', reference: 'RE 2026 1 KIOSQUE' }], nord, 'DE02 1203 0000 0000 2020 51')).toEqual({ taken: 0, known: 1 })
  // A file that does not name its account may be of this account, so its transfers count as known.
  expect(await take(lines, nord, '')).toEqual({ taken: 0, known: 2 })
  // Control: a transfer to another account, or of another amount, counts as a different one.
  expect(await take(lines, nord, 'FR1420041010050500013M02606')).toEqual({ taken: 2, known: 0 })
  expect(await take([{ ...lines[0], amount: 11 * EURO }])).toEqual({ taken: 1, known: 0 })
})

test('a top-up from a transfer is booked once, however many requests ask for it, simultaneously or one after the other', async () => {
  const { line_id } = await line({ reference: 'balance kiosque' })
  const [before, bookings] = [await balance(), (await bookingsOf(kiosque.customer_id)).length]
  const asked = { line_id, customer_id: kiosque.customer_id }
  const results = await Promise.allSettled(Array.from({ length: 4 }, () => nord.calls.bankLineBook(asked)))
  expect(results.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThan(0)
  expect(await nord.calls.bankLineBook(asked)).toEqual({ state: 'booked' })
  expect(await balance()).toBe(before + 10 * EURO)
  expect((await bookingsOf(kiosque.customer_id)).length).toBe(bookings + 1)
  // Control: another transfer of the same payer is booked too.
  const other = await line({ reference: 'balance kiosque', booked_on: '2026-03-03' })
  await nord.calls.bankLineBook({ line_id: other.line_id, customer_id: kiosque.customer_id })
  expect(await balance()).toBe(before + 20 * EURO)
})

test('if two requests name different customers for a transfer at the same moment, only one customer is topped up', async () => {
  const other = await otherShop()
  for (let round = 0; round < 5; round++) {
    const { line_id } = await line({ reference: 'no name' })
    const count = async () => (await bookingsOf(kiosque.customer_id)).length + (await bookingsOf(other)).length
    const before = await count()
    await Promise.allSettled([kiosque.customer_id, other].map((customer_id) => nord.calls.bankLineBook({ line_id, customer_id })))
    expect(await count()).toBe(before + 1)
    const { content } = await nord.calls.bankLinesList({ filters: { state: 'booked' } })
    expect(content.filter((row) => row.line_id === line_id)).toHaveLength(1)
  }
  // Control: with two transfers both customers are topped up.
  const [first, second] = [await line(), await line()]
  const before = [(await bookingsOf(kiosque.customer_id)).length, (await bookingsOf(other)).length] as const
  await nord.calls.bankLineBook({ line_id: first.line_id, customer_id: kiosque.customer_id })
  await nord.calls.bankLineBook({ line_id: second.line_id, customer_id: other })
  expect([(await bookingsOf(kiosque.customer_id)).length, (await bookingsOf(other)).length]).toEqual([before[0] + 1, before[1] + 1])
})

test('if the answer to a booking is lost, the repeated request has the same key, books nothing, and returns the first booking', async () => {
  const { line_id } = await line()
  const before = await balance()
  await nord.calls.bankLineBook({ line_id, customer_id: kiosque.customer_id })
  // Makes the row as it would be if the server had died right after the booking.
  await rowsOf(w, `update bank_lines set state = 'booking' where tenant_id = 1 and id = $1`, [line_id])
  expect((await nord.calls.bankLinesList({ filters: { state: 'booked' } })).content.some((row) => row.line_id === line_id)).toBe(true)
  expect(await nord.calls.bankLineBook({ line_id, customer_id: kiosque.customer_id })).toEqual({ state: 'booked' })
  expect(await balance()).toBe(before + 10 * EURO)
  await expect(nord.calls.bankLineAside({ line_id, reason: 'too late' })).rejects.toMatchObject({ code: 'request_over' })
})

test('a top-up above what one person may book alone waits for a second person; after a refusal the transfer can be booked again', async () => {
  await rowsOf(w, `update organisations set credit_approval_above = $1 where tenant_id = 1 and id = $2`, [5 * EURO, nord.customer_id])
  const { line_id } = await line()
  const before = await balance()
  const asked = { line_id, customer_id: kiosque.customer_id }
  const waits = await nord.calls.bankLineBook(asked)
  expect(waits).toEqual({ state: 'waiting' })
  expect(await nord.calls.bankLineBook(asked)).toEqual({ state: 'waiting' })
  const { content, counts } = await nord.calls.bankLinesList({ filters: { state: 'waiting' } })
  expect(content.map((row) => row.line_id)).toContain(line_id)
  expect(counts.waiting).toBeGreaterThan(0)
  await expect(nord.calls.bankLineAside({ line_id, reason: 'no' })).rejects.toMatchObject({ code: 'request_over' })
  const refused = `update credit_requests set state = 'refused', decided_at = now(), decided_by = 'Somebody'
    where tenant_id = 1 and id = (select booking_key from bank_lines where tenant_id = 1 and id = $1)`
  await rowsOf(w, refused, [line_id])
  expect((await nord.calls.bankLinesList({ filters: { state: 'open' } })).content.map((row) => row.line_id)).toContain(line_id)
  await rowsOf(w, `update organisations set credit_approval_above = null where tenant_id = 1 and id = $1`, [nord.customer_id])
  expect(await nord.calls.bankLineBook(asked)).toEqual({ state: 'booked' })
  expect(await balance()).toBe(before + 10 * EURO)
})

test('if two bookings name different customers for an amount that needs a second person, only one request for approval is made', async () => {
  await rowsOf(w, `update organisations set credit_approval_above = 1 where tenant_id = 1 and id = $1`, [nord.customer_id])
  const requests = async () => (await rowsOf(w, 'select 1 from credit_requests where tenant_id = 1')).length
  const other = await otherShop()
  for (let round = 0; round < 8; round++) {
    const { line_id } = await line()
    const before = await requests()
    await Promise.allSettled([kiosque.customer_id, other].map((customer_id) => nord.calls.bankLineBook({ line_id, customer_id })))
    expect(await requests()).toBe(before + 1)
    expect((await nord.calls.bankLinesList({ filters: { state: 'waiting' } })).content.map((row) => row.line_id)).toContain(line_id)
  }
  // Control: with two transfers two requests are made.
  const [first, second, before] = [await line(), await line(), await requests()]
  await nord.calls.bankLineBook({ line_id: first.line_id, customer_id: kiosque.customer_id })
  await nord.calls.bankLineBook({ line_id: second.line_id, customer_id: other })
  expect(await requests()).toBe(before + 2)
  await rowsOf(w, `update organisations set credit_approval_above = null where tenant_id = 1 and id = $1`, [nord.customer_id])
})

test('a user who chooses another customer while a request for the transfer is being made is refused, and the transfer keeps the first choice', async () => {
  const { line_id } = await line()
  const [key, other] = [newId(), await otherShop()]
  await rowsOf(w, `update bank_lines set state = 'booking', customer_id = $2, booking_key = $3 where tenant_id = 1 and id = $1`, [
    ...[line_id, kiosque.customer_id, key],
  ])
  const choosing = await w.owner.connect()
  await choosing.query(`begin; set local app.tenant = '1'`)
  await choosing.query('select from bank_lines where tenant_id = 1 and id = $1 for update', [line_id])
  const waits = nord.calls.bankLineBook({ line_id, customer_id: other }).catch((error: unknown) => error)
  await until('the second choice waits for the row', async () => (await w.owner.query('select 1 from pg_locks where not granted')).rowCount)
  await choosing.query(
    `insert into credit_requests (tenant_id, id, organisation_id, wallet_id, type, amount, payment_mode, asked_by, asked_name, asked_at)
     values (1, $1, $2, $3, 'top_up', ${10 * EURO}, 'bank_transfer', gen_random_uuid(), 'Somebody', now())`,
    [key, nord.customer_id, kiosque.customer_id],
  )
  await choosing.query('commit')
  choosing.release()
  expect(await waits).toMatchObject({ code: 'request_over' })
  expect(await rowsOf(w, 'select booking_key from bank_lines where tenant_id = 1 and id = $1', [line_id])).toEqual([{ booking_key: key }])
})

test('one call stores at most 500 transfers, and an organisation at most 20,000 within 24 hours', async () => {
  const transfers = Array.from({ length: 501 }, (_, nth) => ({ ...told({ name: 'Flood', nth }), amount: '1.00' }))
  const asker = { host: 'localhost', headers: nord.headers }
  const send = (some: readonly object[]) => ask(w, calls.bankLinesTake, asker, { file_name: 'a.xml', account: '', transfers: JSON.stringify(some) })
  expect(await send(transfers)).toMatchObject({ status: 400, text: expect.stringContaining('too_big') })
  expect(await send(transfers.slice(0, 500))).toMatchObject({ status: 200 })
  await rowsOf(
    w,
    `insert into bank_lines (tenant_id, id, organisation_id, content, account, booked_on, amount, name, iban, reference, file_name, taken_by, taken_at)
     select 1, overlay(l.id::text placing lpad(to_hex(n), 12, '0') from 25)::uuid, organisation_id, decode(lpad(to_hex(n), 8, '0'), 'hex'), '', booked_on, amount,
            name, iban, reference, file_name, taken_by, taken_at
       from (select * from bank_lines where tenant_id = 1 and name = 'Flood' limit 1) l, generate_series(1, 20000) n`,
  )
  expect(await send([{ ...transfers[0], name: 'One more' }])).toMatchObject({ status: 429, text: expect.stringContaining('too_many_requests') })
  await rowsOf(w, `delete from bank_lines where tenant_id = 1 and name = 'Flood'`)
  // Control: once these transfers are deleted, one more is stored.
  expect(await send([{ ...transfers[0], name: 'One more' }])).toMatchObject({ status: 200 })
})

test('a transfer that was set aside with a reason cannot be booked until it is put back', async () => {
  const { line_id } = await line()
  expect(await nord.calls.bankLineAside({ line_id, reason: 'a private payment' })).toEqual({ state: 'aside' })
  await expect(nord.calls.bankLineBook({ line_id, customer_id: kiosque.customer_id })).rejects.toMatchObject({ code: 'request_over' })
  expect(await nord.calls.bankLineAside({ line_id })).toEqual({ state: 'open' })
  expect(await nord.calls.bankLineBook({ line_id, customer_id: kiosque.customer_id })).toEqual({ state: 'booked' })
})

test('other organisations cannot see, book or set aside a reseller’s transfers, and a reseller cannot top up a customer that is not its own', async () => {
  const { line_id } = await line()
  expect((await rhein.calls.bankLinesList({})).content).toEqual([])
  await expect(rhein.calls.bankLineBook({ line_id, customer_id: kiosque.customer_id })).rejects.toMatchObject({ code: 'not_found' })
  await expect(rhein.calls.bankLineAside({ line_id, reason: 'mine' })).rejects.toMatchObject({ code: 'not_found' })
  for (const call of [kiosque, port]) await expect(call.calls.bankLinesList({})).rejects.toMatchObject({ code: 'forbidden' })
  for (const customer_id of [port.customer_id, nord.customer_id, newId()])
    await expect(nord.calls.bankLineBook({ line_id, customer_id })).rejects.toMatchObject({ code: 'not_found' })
  await expect(nord.calls.bankLineBook({ line_id, invoice_id: newId() })).rejects.toMatchObject({ code: 'not_found' })
  await expect(nord.calls.bankLineBook({ line_id })).rejects.toMatchObject({ code: 'invalid_input' })
  // Control: the transfer can be booked for the reseller's own customer.
  expect(await nord.calls.bankLineBook({ line_id, customer_id: kiosque.customer_id })).toEqual({ state: 'booked' })
})

test('a transfer whose amount, day or text is invalid is refused at its field, and nothing of the file is stored', async () => {
  const good = { ...told({ name: `Payer ${++made}` }), amount: '10.00' }
  for (const [field, bad] of [
    ['amount', { amount: '0.00' }],
    ['booked_on', { booked_on: '2026-02-31' }],
    ['reference', { reference: 'x'.repeat(561) }],
    ['booked_on', { booked_on: '0000-01-01' }],
  ] as const) {
    const transfers = JSON.stringify([good, { ...good, ...bad }])
    const asker = { host: 'localhost', headers: nord.headers }
    const { status, text } = await ask(w, calls.bankLinesTake, asker, { file_name: 'statement.xml', account: '', transfers })
    expect([status, text]).toEqual([400, expect.stringContaining(`transfers.1.${field}`)])
  }
  expect((await nord.calls.bankLinesList({ search_text: good.name })).content).toEqual([])
})
