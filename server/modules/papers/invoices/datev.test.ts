// Bookings for DATEV. The tests read the file back using only DATEV's list of fields.
import { expect, test } from 'vitest'
import { EURO } from '../../../../contract/kit/money.ts'
import { berlinDay } from '../../../kit/berlin.ts'
import { newId } from '../../../kit/ids.ts'
import { rowsOf } from '../../../test/arrange.ts'
import { fileWorld } from '../../../test/world.ts'
import { type Booking, extf, refused } from './datev.ts'
import { readExtf } from './fixtures/extf-read.ts'
import { billed, completeParties, givenBack, idsOf, MPV, months, SPV, SPV7, soldAt, TELECOM, type Treatment } from './fixtures/lines.ts'

const booking: Booking = {
  amount: 1_234.5 * EURO,
  account: '10000',
  contra: '8400',
  contra_of: 'revenue_full',
  day: '2026-01-31',
  document_no: 'RE-2026-00001',
  text: 'Gülsüm Işık „Büfe“ €',
  due_on: '2026-02-14',
  supplied_on: '2026-01-31',
  taxed_on: '2026-01-31',
}
const head = { consultant_no: 1001, client_no: 7, account_length: 4, date_from: '2026-01-01', date_to: '2026-01-31', made_at: new Date('2026-02-01T08:00:00Z') }

test('a DATEV file has a header of thirty-one fields and rows of a hundred and twenty-five, named as DATEV names them; amounts have no sign but a mark for debit or credit', () => {
  const file = readExtf(extf(head, [booking, { ...booking, amount: -0.05 * EURO, due_on: null, key: '9' }]))
  expect(file.head.slice(10, 16)).toEqual(['1001', '7', '20260101', '4', '20260101', '20260131'])
  const same = { account: '10000', contra: '8400', day: '2026-01-31', document: 'RE-2026-00001', text: 'Gülsüm Isik „Büfe“ €', abroad: '', abroad_rate: '' }
  const dated = { ...same, supplied: '2026-01-31', taxed: '2026-01-31' }
  expect(file.rows).toEqual([
    { ...dated, cents: 123_450, key: '', due: '2026-02-14' },
    { ...dated, cents: -5, key: '9', due: '' },
  ])
})

test('control: the test’s reader refuses a file that an import by DATEV would refuse', () => {
  const bytes = extf(head, [booking])
  const wrong = (from: string, to: string) => () => readExtf(Buffer.from(bytes.toString('latin1').replace(from, to), 'latin1'))
  expect(wrong('Leistungsdatum', 'Feld 115')).toThrow('column 115')
  expect(wrong(';3101;', ';0102;')).toThrow('Belegdatum')
  expect(wrong('10000;8400', '1400;8400')).toThrow('accounts')
  expect(wrong('31012026;31012026', ';31012026')).toThrow('without a day of supply')
  expect(wrong('1234,50', '1234.50')).toThrow('Umsatz')
})

test('a booking text is put on one line, and is never a formula for a spreadsheet', () => {
  const texts = ['=HYPERLINK("http://x")', '+49', '@SUM(A1)', 'Kiosk\r\n"Nord"'].map((text) => ({ ...booking, text }))
  expect(readExtf(extf(head, texts)).rows.map(({ text }) => text)).toEqual([`'=HYPERLINK("http://x")`, '+49', `'@SUM(A1)`, 'Kiosk "Nord"'])
})

test.for<[what: string, wrong: Partial<Booking>, rule: string | undefined]>([
  ['nothing is wrong', {}, undefined],
  ['a customer’s account that is none', { account: '1400' }, 'debtor'],
  ['a supplier’s account', { account: '70000' }, 'debtor'],
  ['no account', { contra: '' }, 'account'],
  ['no amount', { amount: 0 }, 'amount'],
  ['less than a cent', { amount: 1 }, 'amount'],
  ['an account that is too short', { contra: '840' }, 'account'],
  ['a contra account that is too long', { contra: '84000' }, 'account'],
  ['a document number with a blank', { document_no: 'RE 1' }, 'document_no'],
  ['a document number of 37 characters', { document_no: 'R'.repeat(37) }, 'document_no'],
])('a booking that DATEV would refuse is found: %s', ([_, wrong, rule]) => {
  expect(refused({ ...booking, ...wrong }, 4)).toBe(rule)
})

const w = await fileWorld()
await completeParties(w)
const ids = await idsOf(w, ['nord', 'kiosque', 'gare'])
const nord = await w.signIn('nord')
const month = months()
const sale = { chain: [ids.kiosque, ids.nord], prices: [9 * EURO] }
const FRENCH: Treatment = ['single_purpose_voucher', 2000, 'FR']
const read = async (asked: { date_from: string; date_to: string; by?: 'supplied' | 'issued' }) =>
  readExtf(Buffer.from((await nord.calls.datevFile(asked)).bytes, 'base64')).rows
const told = (rows: Awaited<ReturnType<typeof read>>) => rows.map(({ account, contra, key, cents }) => `${account} ${contra} ${key} ${cents}`).sort()
const documentOf = async (customer: string, period: { date_from: string; date_to: string }) => (await billed(w, nord, [customer], period))[0]?.documents ?? []

test('no DATEV file is made without the tax adviser’s numbers, nor for a period that lies in two years', async () => {
  const asked = { date_from: '2020-01-01', date_to: '2020-12-31' }
  await expect(nord.calls.datevFile(asked)).rejects.toMatchObject({ code: 'datev_incomplete', detail: { rule: 'numbers' } })
  await nord.calls.datevSettingsUpdate({ consultant_no: 1001, client_no: 7 })
  await expect(nord.calls.datevFile({ ...asked, date_from: '2019-12-31' })).rejects.toMatchObject({ problems: [{ field: 'date_to', code: 'other_year' }] })
})

test('a document made in a later month than its supply is in the file of the month of supply if files go by day of supply, otherwise in the file of the month in which it was made', async () => {
  const m = month()
  await soldAt(w, { ...sale, vat: SPV, at: m.at(3) })
  const [made] = await documentOf(ids.kiosque, m.period)
  const supplied = await read(m.period)
  // The documents were made in another year, so the file books them on the day of the supply.
  expect(supplied).toMatchObject([
    { document: made?.document_no, cents: 900, day: m.period.date_to, supplied: m.period.date_to, taxed: m.period.date_to },
    { document: made?.document_no, cents: -900, contra: '1710', supplied: '', taxed: '' },
  ])
  expect(await read({ ...m.period, by: 'issued' })).toEqual([])
  const today = berlinDay(w.clock.now())
  const dated = (await read({ date_from: today, date_to: today, by: 'issued' })).filter(({ document }) => document === made?.document_no)
  expect(dated).toMatchObject([{ day: today, supplied: m.period.date_to, taxed: m.period.date_to }, { day: today }])
})

test('a month’s bookings add up to its documents, each booking is on the account of its tax, and the bookings of settlements leave nothing open', async () => {
  const m = month()
  const [first] = await Promise.all([SPV, SPV7, MPV, TELECOM].map((vat, i) => soldAt(w, { ...sale, vat, at: m.at(i + 2), quantity: i + 1 })))
  await nord.calls.invoiceTermsUpdate({ customer_id: ids.gare, billing: 'commission', self_billing_agreed_on: '2020-01-01' })
  await soldAt(w, { chain: [ids.gare, ids.nord], prices: [9 * EURO], vat: MPV, at: m.at(9), quantity: 10 })
  await billed(w, nord, [ids.kiosque, ids.gare], m.period)
  await givenBack(w, first ?? '', m.at(20))
  await billed(w, nord, [ids.kiosque], m.period, 'reclamationInvoicesGenerate')
  const rows = await read(m.period)
  const { debtor_in_use: kiosque } = await nord.calls.invoiceTerms({ customer_id: ids.kiosque })
  const { debtor_in_use: gare } = await nord.calls.invoiceTerms({ customer_id: ids.gare })
  expect(kiosque).not.toBe(gare)
  // The customer kiosque bought cards at 9 euro each: 1 at 19 %, 2 at 7 %, 3 outside VAT, 4 with reverse charge; the one at 19 % is refunded. The commission
  // of 10 that the customer gare earns is booked with its tax key. The balance settled each document.
  expect(told(rows.filter(({ contra }) => contra !== '1710'))).toEqual(
    [`${kiosque} 8400  900`, `${kiosque} 8300  1800`, `${kiosque} 1590  2700`, `${kiosque} 8337  3600`, `${kiosque} 8400  -900`, `${gare} 4760 9 -1000`].sort(),
  )
  expect(rows.reduce((sum, { cents }) => sum + cents, 0)).toBe(0)
  const [documents] = await rowsOf<{ cents: number }>(
    w,
    `select (sum(case when kind = 'credit_note' then -total else total end) / 100)::int as cents from invoices where tenant_id = 1 and date_from >= $1 and date_to <= $2`,
    [m.period.date_from, m.period.date_to],
  )
  const sum = (all: typeof rows) => all.filter(({ supplied }) => supplied !== '').reduce((so_far, { cents }) => so_far + cents, 0)
  expect(sum(rows)).toBe(documents?.cents)
  // Control: without one document the sums differ.
  expect(sum(rows.slice(1))).not.toBe(documents?.cents)
  await nord.calls.invoiceTermsUpdate({ customer_id: ids.gare, billing: 'net' })
})

test('a payment is booked on its own day; a reversed payment makes the opposite booking', async () => {
  const m = month()
  await nord.calls.invoiceTermsUpdate({ customer_id: ids.gare, pays_later: true })
  await soldAt(w, { chain: [ids.gare, ids.nord], prices: [9 * EURO], at: m.at(4) })
  const [made] = await documentOf(ids.gare, m.period)
  for (const [amount, day] of [
    [6 * EURO, 20],
    [-2 * EURO, 21],
  ] as const)
    await nord.calls.invoicePay({ payment_id: newId(), invoice_id: made?.invoice_id ?? '', amount, paid_on: `${m.period.date_from.slice(0, 8)}${day}` })
  const { debtor_in_use: gare } = await nord.calls.invoiceTerms({ customer_id: ids.gare })
  expect(told(await read(m.period))).toEqual([`${gare} 8400  900`, `${gare} 1200  -600`, `${gare} 1200  200`].sort())
  const today = berlinDay(w.clock.now())
  const noted = (await read({ date_from: today, date_to: today, by: 'issued' })).filter(({ contra }) => contra === '1200')
  expect(noted.map(({ cents, day }) => [cents, day])).toEqual([
    [-600, today],
    [200, today],
  ])
  await nord.calls.invoiceTermsUpdate({ customer_id: ids.gare, pays_later: false })
})

test('a DATEV file with tax at another country’s rate is refused until an account is set for that rate, and then states country and rate', async () => {
  const m = month()
  await soldAt(w, { ...sale, vat: FRENCH, at: m.at(3) })
  await nord.calls.invoiceSettingsUpdate({ uses_oss: true })
  const [made] = await documentOf(ids.kiosque, m.period)
  await expect(nord.calls.datevFile(m.period)).rejects.toMatchObject({
    code: 'datev_incomplete',
    detail: { document_no: made?.document_no, rule: 'revenue_other' },
  })
  await nord.calls.datevSettingsUpdate({ revenue_other: '8320' })
  const [booked] = (await read(m.period)).filter(({ supplied }) => supplied !== '')
  expect(booked).toMatchObject({ contra: '8320', abroad: 'FR', abroad_rate: '20,00', cents: 900 })
})

test('each customer has its own account number, either entered or assigned in order; another customer’s account number is refused', async () => {
  const of = async (customer_id: string) => (await nord.calls.invoiceTerms({ customer_id })).debtor_in_use
  const before = await of(ids.kiosque)
  await nord.calls.invoiceTermsUpdate({ customer_id: ids.kiosque, debtor_no: '45000' })
  expect(await of(ids.kiosque)).toBe('45000')
  for (const [debtor_no, code] of [
    [await of(ids.gare), 'debtor_taken'],
    ['450000', 'not_a_debtor'],
  ] as const)
    await expect(nord.calls.invoiceTermsUpdate({ customer_id: ids.kiosque, debtor_no })).rejects.toMatchObject({ problems: [{ field: 'debtor_no', code }] })
  await expect(nord.calls.datevSettingsUpdate({ debtors_from: 70_000 })).rejects.toMatchObject({ problems: [{ field: 'debtors_from', code: 'not_a_debtor' }] })
  await nord.calls.invoiceTermsUpdate({ customer_id: ids.kiosque, debtor_no: '' })
  expect(await of(ids.kiosque)).toBe(before)
  // The test writes the account directly into the database, because the settings refuse it. No file is made while two customers have the same account.
  const m = month()
  await soldAt(w, { ...sale, at: m.at(3) })
  await documentOf(ids.kiosque, m.period)
  await rowsOf(w, `update invoice_terms set debtor_no = $1 where tenant_id = 1 and customer_id = $2`, [before, ids.gare])
  await expect(nord.calls.datevFile(m.period)).rejects.toMatchObject({ detail: { rule: 'debtor_twice', account: before } })
  await rowsOf(w, `update invoice_terms set debtor_no = '' where tenant_id = 1 and customer_id = $1`, [ids.gare])
})

test('a missing account number, or one of the wrong length, is reported with the document that needs it', async () => {
  const m = month()
  await soldAt(w, { ...sale, at: m.at(3) })
  const [made] = await documentOf(ids.kiosque, m.period)
  for (const balances of ['', '17100']) {
    await nord.calls.datevSettingsUpdate({ balances })
    await expect(nord.calls.datevFile(m.period)).rejects.toMatchObject({ detail: { document_no: made?.document_no, rule: 'balances' } })
  }
  await nord.calls.datevSettingsUpdate({ balances: '1710' })
  expect(await read(m.period)).toHaveLength(2)
})

test('a DATEV file with a commission at a rate without a tax key is refused', async () => {
  const m = month()
  await nord.calls.invoiceTermsUpdate({ customer_id: ids.gare, billing: 'commission', commission_rate: 20_00 })
  await soldAt(w, { chain: [ids.gare, ids.nord], prices: [9 * EURO], vat: MPV, at: m.at(9) })
  await documentOf(ids.gare, m.period)
  await expect(nord.calls.datevFile(m.period)).rejects.toMatchObject({ detail: { rule: 'commission_rate' } })
})
