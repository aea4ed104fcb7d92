// The file of bookings for French tax offices. The tests read the file back as the text of the law describes it.
import { expect, test } from 'vitest'
import { EURO } from '../../../../contract/kit/money.ts'
import { berlinDay } from '../../../kit/berlin.ts'
import { newId } from '../../../kit/ids.ts'
import { rowsOf } from '../../../test/arrange.ts'
import { fileWorld } from '../../../test/world.ts'
import { readFec } from './fixtures/fec-read.ts'
import { billed, completeParties, givenBack, idsOf, MPV, months, soldAt, type Treatment } from './fixtures/lines.ts'

const w = await fileWorld()
await completeParties(w)
const ids = await idsOf(w, ['nord', 'kiosque', 'gare'])
const nord = await w.signIn('nord')
const month = months()
const FRENCH: Treatment = ['single_purpose_voucher', 2000, 'FR']
const year = berlinDay(w.clock.now()).slice(0, 4)
const whole = { date_from: `${year}-01-01`, date_to: `${year}-12-31` }
const fetched = async (period: { date_from: string; date_to: string }) => {
  const { file_name, bytes, entries } = await nord.calls.fecFile(period)
  return { file_name, entries, bytes: Buffer.from(bytes, 'base64') }
}

test('no FEC file is made for an issuer without a SIREN, nor for a period that lies in two years', async () => {
  await expect(nord.calls.fecFile(whole)).rejects.toMatchObject({ code: 'datev_incomplete', detail: { rule: 'siren' } })
  await expect(nord.calls.fecFile({ ...whole, date_from: `${Number(year) - 1}-12-31` })).rejects.toMatchObject({
    problems: [{ field: 'date_to', code: 'other_year' }],
  })
  await nord.calls.invoiceSettingsUpdate({ address: 'Rue Neuve 1', postal: '59000', city: 'Lille', country: 'FR', ustidnr: 'FR83404833048' })
  expect(readFec((await fetched(whole)).bytes)).toEqual([])
})

test('documents, corrections, commissions, settlements and payments become balanced entries of the FEC file, numbered without a gap', async () => {
  const m = month()
  await rowsOf(w, `update organisations set name = 'Tabac Œuvre €|Š' where tenant_id = 1 and id = $1`, [ids.kiosque])
  const sale = { chain: [ids.kiosque, ids.nord], prices: [12 * EURO] }
  const first = await soldAt(w, { ...sale, vat: FRENCH, at: m.at(3), quantity: 2 })
  await soldAt(w, { ...sale, vat: MPV, at: m.at(4) })
  await nord.calls.invoiceTermsUpdate({ customer_id: ids.gare, billing: 'commission', commission_rate: 20_00, self_billing_agreed_on: '2020-01-01' })
  await soldAt(w, { chain: [ids.gare, ids.nord], prices: [9 * EURO], vat: MPV, at: m.at(9), quantity: 12 })
  await billed(w, nord, [ids.kiosque, ids.gare], m.period)
  await givenBack(w, first, m.at(20))
  await billed(w, nord, [ids.kiosque], m.period, 'reclamationInvoicesGenerate')
  await nord.calls.invoiceTermsUpdate({ customer_id: ids.kiosque, pays_later: true })
  await soldAt(w, { ...sale, vat: FRENCH, at: m.at(21) })
  const [open] = (await billed(w, nord, [ids.kiosque], m.period))[0]?.documents ?? []
  await nord.calls.invoicePay({ payment_id: newId(), invoice_id: open?.invoice_id ?? '', amount: 5 * EURO, paid_on: berlinDay(w.clock.now()) })

  const { file_name, bytes, entries } = await fetched(whole)
  expect(file_name).toBe(`404833048FEC${year}1231.txt`)
  const rows = readFec(bytes)
  expect(new Set(rows.map(({ number }) => number)).size).toBe(entries)
  const sum = (account: string) => rows.filter((row) => row['CompteNum'] === account).reduce((all, { cents }) => all + cents, 0)
  // The documents, in euro: 24 taxed, of which 12 are refunded; 12 outside VAT; a commission of 12; later 12 more taxed. The balance settled all documents
  // except the last; of the last, 5 are paid.
  expect(Object.fromEntries(['706000', '445710', '467000', '622200', '445660', '512000', '411000'].map((account) => [account, sum(account)]))).toEqual({
    ...{ 706000: -2000, 445710: -400, 467000: -1200, 622200: 1000, 445660: 200, 512000: 500, 411000: 700 },
  })
  const customers = rows.filter((row) => row['CompteNum'] === '411000')
  expect(customers.every((row) => row['CompAuxNum'] !== '')).toBe(true)
  expect(new Set(customers.map((row) => row['CompAuxNum'])).size).toBe(2)
  expect(customers.map((row) => row['CompAuxLib'])).toContain('Tabac Œuvre € Š')
  const [told] = await rowsOf<{ cents: number }>(
    w,
    `select (sum(case when kind = 'credit_note' then -total else total end) / 100)::int as cents from invoices where tenant_id = 1`,
  )
  const documents = rows.filter((row) => row['CompteNum'] === '411000' && ['VE', 'AC'].includes(row['JournalCode'] ?? ''))
  expect(documents.reduce((all, { cents }) => all + cents, 0)).toBe(told?.cents)
  // In a file about a part of the year, the entries have the same numbers as in the file about the whole year.
  const today = berlinDay(w.clock.now())
  expect(readFec((await fetched({ date_from: today, date_to: today })).bytes)).toEqual(rows.filter((row) => row['EcritureDate'] === today.replaceAll('-', '')))
})

test('control: the test’s reader finds an unbalanced entry, a gap in the numbers, fields in another order and a day in another format', async () => {
  const text = (await fetched(whole)).bytes.toString('latin1')
  const wrong = (change: (text: string) => string) => () => readFec(Buffer.from(change(text), 'latin1'))
  expect(wrong((all) => all.replace(/(\t)(\d+),(\d\d)\t0,00/, '$1$29,$3\t0,00'))).toThrow('balance')
  expect(wrong((all) => all.replaceAll('\t1\t', '\t2\t'))).toThrow()
  expect(wrong((all) => all.replace('JournalCode\tJournalLib', 'JournalLib\tJournalCode'))).toThrow('fields')
  expect(wrong((all) => all.replace(/\t20\d{6}\t/, '\t01.01.2026\t'))).toThrow('Date')
})
