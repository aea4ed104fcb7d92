// Bookings for DATEV, read again by the list of its fields alone.
import { expect, test } from 'vitest'
import { EURO } from '../../../contract/kit/money.ts'
import { rowsOf } from '../../test/arrange.ts'
import { fileWorld } from '../../test/world.ts'
import { type Booking, extf, refused } from './datev.ts'
import { billed, completeParties, givenBack, idsOf, MPV, months, SPV, SPV7, soldAt, TELECOM } from './fixtures/lines.ts'

/** Where Windows-1252 is not Latin-1: Node's decoder takes the two for one. */
const BEYOND: Record<number, string> = { 128: '€', 132: '„', 147: '“' }

/** Fields as DATEV lists them, from 1; texts in quotation marks, amounts with a comma. */
function read(bytes: Buffer) {
  const text = [...bytes].map((byte) => BEYOND[byte] ?? String.fromCharCode(byte)).join('')
  expect(text.endsWith('\r\n')).toBe(true)
  const cells = (line: string) => line.split(/;(?=(?:[^"]*"[^"]*")*[^"]*$)/)
  const [head = [], names = [], ...rows] = text.trimEnd().split('\r\n').map(cells)
  return {
    head,
    names,
    rows: rows.map((row) => ({
      fields: row.length,
      amount: row[0],
      side: row[1],
      account: row[6],
      contra: row[7],
      day: row[9],
      document: row[10],
      text: row[13],
    })),
  }
}

const booking: Booking = {
  amount: 1_234.5 * EURO,
  account: '1400',
  contra: '8400',
  day: '2026-01-31',
  document_no: 'RE-2026-00001',
  text: 'Gülsüm Işık „Büfe“ €',
  due_on: '2026-02-14',
}
const head = { consultant_no: 1001, client_no: 7, account_length: 4, date_from: '2026-01-01', date_to: '2026-01-31', made_at: new Date('2026-02-01T08:00:00Z') }

test('the head has thirty-one fields, a row a hundred and twenty-five; amounts have no sign, their side says it', () => {
  const file = read(extf(head, [booking, { ...booking, amount: -0.05 * EURO, due_on: null }]))
  expect(file.head).toHaveLength(31)
  expect(file.head.slice(0, 5)).toEqual(['"EXTF"', '700', '21', '"Buchungsstapel"', '13'])
  expect(file.head.slice(10, 16)).toEqual(['1001', '7', '20260101', '4', '20260101', '20260131'])
  expect(file.names).toHaveLength(125)
  const same = { fields: 125, account: '1400', contra: '8400', day: '3101', document: '"RE-2026-00001"', text: '"Gülsüm Isik „Büfe“ €"' }
  expect(file.rows).toEqual([
    { ...same, amount: '1234,50', side: '"S"' },
    { ...same, amount: '0,05', side: '"H"' },
  ])
})

test('a text is one line, and no formula for a spreadsheet', () => {
  const texts = ['=HYPERLINK("http://x")', '+49', '@SUM(A1)', 'Kiosk\r\n"Nord"'].map((text) => ({ ...booking, text }))
  expect(read(extf(head, texts)).rows.map(({ text }) => text)).toEqual([`"'=HYPERLINK(""http://x"")"`, '"+49"', `"'@SUM(A1)"`, '"Kiosk ""Nord"""'])
})

test.for<[what: string, wrong: Partial<Booking>, rule: string | undefined]>([
  ['nothing is wrong', {}, undefined],
  ['a debtor’s account has one digit more', { account: '10001' }, undefined],
  ['no amount', { amount: 0 }, 'amount'],
  ['less than a cent', { amount: 1 }, 'amount'],
  ['an account that is too short', { contra: '840' }, 'account'],
  ['a contra account that is too long', { contra: '84000' }, 'account'],
  ['a number with a blank', { document_no: 'RE 1' }, 'document_no'],
  ['a number of 37 signs', { document_no: 'R'.repeat(37) }, 'document_no'],
])('what DATEV would refuse is found: %s', ([_, wrong, rule]) => {
  expect(refused({ ...booking, ...wrong }, 4)).toBe(rule)
})

test('a month’s bookings come to its documents, each on the account of its tax; control: a document that is left out is missed', async () => {
  const w = await fileWorld()
  await completeParties(w)
  const ids = await idsOf(w, ['nord', 'kiosque', 'gare'])
  const nord = await w.signIn('nord')
  const m = months()()
  const chain = [ids.kiosque, ids.nord]
  const [first] = await Promise.all([SPV, SPV7, MPV, TELECOM].map((vat, i) => soldAt(w, { chain, prices: [9 * EURO], vat, at: m.at(i + 2), quantity: i + 1 })))
  await nord.calls.invoiceTermsUpdate({ customer_id: ids.gare, billing: 'commission', self_billing_agreed_on: '2020-01-01' })
  await soldAt(w, { chain: [ids.gare, ids.nord], prices: [9 * EURO], vat: MPV, at: m.at(9), quantity: 10 })
  await billed(w, nord, [ids.kiosque, ids.gare], m.period)
  await givenBack(w, first ?? '', m.at(20))
  await billed(w, nord, [ids.kiosque], m.period, 'reclamationInvoicesGenerate')
  const year = new Date(w.clock.now()).getFullYear()
  const asked = { date_from: `${year}-01-01`, date_to: `${year}-12-31` }
  await expect(nord.calls.datevFile(asked)).rejects.toMatchObject({ code: 'datev_incomplete' })
  await nord.calls.datevSettingsUpdate({ consultant_no: 1001, client_no: 7 })
  await expect(nord.calls.datevFile({ ...asked, date_from: `${year - 1}-12-31` })).rejects.toMatchObject({
    problems: [{ field: 'date_to', code: 'other_year' }],
  })
  const rows = async () => read(Buffer.from((await nord.calls.datevFile(asked)).bytes, 'base64')).rows
  const sum = (all: Awaited<ReturnType<typeof rows>>) =>
    all.reduce((cents, { amount = '', side }) => cents + Number(amount.replace(',', '')) * (side === '"S"' ? 1 : -1), 0)
  const all = await rows()
  // 1 × 9 of 19 %, 2 of 7 %, 3 outside VAT, 4 reverse charge; a commission of 10; one of 19 % taken back.
  expect(all.map(({ contra, side, amount }) => `${contra} ${side} ${amount}`).sort()).toEqual(
    ['1590 "S" 27,00', '4760 "H" 10,00', '8300 "S" 18,00', '8337 "S" 36,00', '8400 "H" 9,00', '8400 "S" 9,00'].sort(),
  )
  const [told] = await rowsOf<{ cents: number }>(
    w,
    `select (sum(case when kind = 'credit_note' then -total else total end) / 100)::int as cents from invoices where tenant_id = 1`,
  )
  expect(sum(all)).toBe(told?.cents)
  expect(sum(all.slice(1))).not.toBe(told?.cents)
})
