// Incoming transfers: each is taken once and booked once, whatever is repeated, lost or done at the same time.
import { expect, test } from 'vitest'
import { calls } from '../../../../contract/index.ts'
import { EURO } from '../../../../contract/kit/money.ts'
import { newId } from '../../../kit/ids.ts'
import { ask } from '../../../sweeps/raw-calls.ts'
import { rowsOf } from '../../../test/arrange.ts'
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
/** Takes a transfer of a payer of its own; returns its row in the list. */
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

test('a transfer is taken once, in whichever file and however it is written; two equal ones of one file are two', async () => {
  const lines = [
    { name: 'Café Müller', reference: 'RE-2026-1 kiosque' },
    { name: 'Café Müller', reference: 'RE-2026-1 kiosque', nth: 1 },
  ]
  expect(await take(lines)).toEqual({ taken: 2, known: 0 })
  expect(await take(lines)).toEqual({ taken: 0, known: 2 })
  expect(await take([{ name: 'CAFÉ MÜLLER', reference: 'RE 2026 1 KIOSQUE' }], nord, 'DE02 1203 0000 0000 2020 51')).toEqual({ taken: 0, known: 1 })
  // A file that does not say its account may be of this one.
  expect(await take(lines, nord, '')).toEqual({ taken: 0, known: 2 })
  // Control: another account, or another amount, is another transfer.
  expect(await take(lines, nord, 'FR1420041010050500013M02606')).toEqual({ taken: 2, known: 0 })
  expect(await take([{ ...lines[0], amount: 11 * EURO }])).toEqual({ taken: 1, known: 0 })
})

test('a top-up is booked once, however often it is asked for and by how many at once', async () => {
  const { line_id } = await line({ reference: 'balance kiosque' })
  const [before, bookings] = [await balance(), (await bookingsOf(kiosque.customer_id)).length]
  const asked = { line_id, customer_id: kiosque.customer_id }
  const results = await Promise.allSettled(Array.from({ length: 4 }, () => nord.calls.bankLineBook(asked)))
  expect(results.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThan(0)
  expect(await nord.calls.bankLineBook(asked)).toEqual({ state: 'booked' })
  expect(await balance()).toBe(before + 10 * EURO)
  expect((await bookingsOf(kiosque.customer_id)).length).toBe(bookings + 1)
  // Control: another transfer of the same payer is booked as well.
  const other = await line({ reference: 'balance kiosque', booked_on: '2026-03-03' })
  await nord.calls.bankLineBook({ line_id: other.line_id, customer_id: kiosque.customer_id })
  expect(await balance()).toBe(before + 20 * EURO)
})

test('two people who choose different customers at the same moment top up only one of them', async () => {
  const shops = await rowsOf<{ id: string }>(
    w,
    `select o.id from organisations o join organisations p on p.tenant_id = 1 and p.id = o.parent_id
      where o.tenant_id = 1 and p.id = $1 and o.id <> $2 order by o.id limit 1`,
    [nord.customer_id, kiosque.customer_id],
  )
  const other = shops[0]?.id ?? ''
  for (let round = 0; round < 5; round++) {
    const { line_id } = await line({ reference: 'no name' })
    const count = async () => (await bookingsOf(kiosque.customer_id)).length + (await bookingsOf(other)).length
    const before = await count()
    await Promise.allSettled([kiosque.customer_id, other].map((customer_id) => nord.calls.bankLineBook({ line_id, customer_id })))
    expect(await count()).toBe(before + 1)
    const { content } = await nord.calls.bankLinesList({ filters: { state: 'booked' } })
    expect(content.filter((row) => row.line_id === line_id)).toHaveLength(1)
  }
  // Control: two transfers top up both.
  const [first, second] = [await line(), await line()]
  const before = [(await bookingsOf(kiosque.customer_id)).length, (await bookingsOf(other)).length] as const
  await nord.calls.bankLineBook({ line_id: first.line_id, customer_id: kiosque.customer_id })
  await nord.calls.bankLineBook({ line_id: second.line_id, customer_id: other })
  expect([(await bookingsOf(kiosque.customer_id)).length, (await bookingsOf(other)).length]).toEqual([before[0] + 1, before[1] + 1])
})

test('after a lost answer the transfer is booked under the same key: the books say what became of it', async () => {
  const { line_id } = await line()
  const before = await balance()
  await nord.calls.bankLineBook({ line_id, customer_id: kiosque.customer_id })
  // A server that died after the booking would have left the row like this.
  await rowsOf(w, `update bank_lines set state = 'booking' where tenant_id = 1 and id = $1`, [line_id])
  expect((await nord.calls.bankLinesList({ filters: { state: 'booked' } })).content.some((row) => row.line_id === line_id)).toBe(true)
  expect(await nord.calls.bankLineBook({ line_id, customer_id: kiosque.customer_id })).toEqual({ state: 'booked' })
  expect(await balance()).toBe(before + 10 * EURO)
  await expect(nord.calls.bankLineAside({ line_id, reason: 'too late' })).rejects.toMatchObject({ code: 'request_over' })
})

test('above what one person may book a second person decides; after a refusal the transfer is open for another try', async () => {
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

test('a transfer set aside with a reason is not booked until it is taken back', async () => {
  const { line_id } = await line()
  expect(await nord.calls.bankLineAside({ line_id, reason: 'a private payment' })).toEqual({ state: 'aside' })
  await expect(nord.calls.bankLineBook({ line_id, customer_id: kiosque.customer_id })).rejects.toMatchObject({ code: 'request_over' })
  expect(await nord.calls.bankLineAside({ line_id })).toEqual({ state: 'open' })
  expect(await nord.calls.bankLineBook({ line_id, customer_id: kiosque.customer_id })).toEqual({ state: 'booked' })
})

test('nobody else sees, books or sets aside a reseller’s transfers, and nobody tops up a customer that is not its own', async () => {
  const { line_id } = await line()
  expect((await rhein.calls.bankLinesList({})).content).toEqual([])
  await expect(rhein.calls.bankLineBook({ line_id, customer_id: kiosque.customer_id })).rejects.toMatchObject({ code: 'not_found' })
  await expect(rhein.calls.bankLineAside({ line_id, reason: 'mine' })).rejects.toMatchObject({ code: 'not_found' })
  for (const call of [kiosque, port]) await expect(call.calls.bankLinesList({})).rejects.toMatchObject({ code: 'forbidden' })
  for (const customer_id of [port.customer_id, nord.customer_id, newId()])
    await expect(nord.calls.bankLineBook({ line_id, customer_id })).rejects.toMatchObject({ code: 'not_found' })
  await expect(nord.calls.bankLineBook({ line_id, invoice_id: newId() })).rejects.toMatchObject({ code: 'not_found' })
  await expect(nord.calls.bankLineBook({ line_id })).rejects.toMatchObject({ code: 'invalid_input' })
  // Control: for its own customer it is booked.
  expect(await nord.calls.bankLineBook({ line_id, customer_id: kiosque.customer_id })).toEqual({ state: 'booked' })
})

test('what is no euro amount, no day or too long is refused at its field, and nothing of the file is taken', async () => {
  const good = { ...told({ name: `Payer ${++made}` }), amount: '10.00' }
  for (const [field, bad] of [
    ['amount', { amount: '0.00' }],
    ['booked_on', { booked_on: '2026-02-31' }],
    ['reference', { reference: 'x'.repeat(561) }],
  ] as const) {
    const transfers = JSON.stringify([good, { ...good, ...bad }])
    const asker = { host: 'localhost', headers: nord.headers }
    const { status, text } = await ask(w, calls.bankLinesTake, asker, { file_name: 'statement.xml', account: '', transfers })
    expect([status, text]).toEqual([400, expect.stringContaining(`transfers.1.${field}`)])
  }
  expect((await nord.calls.bankLinesList({ search_text: good.name })).content).toEqual([])
})
