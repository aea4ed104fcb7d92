// A problem with one tax treatment prevents only the documents of that treatment, not the customer's other documents. Before a document is made, the
// server checks whether it has everything that the law requires.
import { expect, test } from 'vitest'
import { EURO } from '../../../../contract/kit/money.ts'
import { rowsOf } from '../../../test/arrange.ts'
import { fileWorld } from '../../../test/world.ts'
import { billed, completeParties, idsOf, MPV, months, SPV, soldAt, TELECOM, type Treatment } from './fixtures/lines.ts'

const w = await fileWorld()
await completeParties(w)
const ids = await idsOf(w, ['nord', 'kiosque'])
const nord = await w.signIn('nord')
const month = months()
const sale = { chain: [ids.kiosque, ids.nord], prices: [9 * EURO] }
const FRENCH: Treatment = ['single_purpose_voucher', 2000, 'FR']
const terms = (more: object) => nord.calls.invoiceTermsUpdate({ customer_id: ids.kiosque, ...more })
const bill = async (period: { date_from: string; date_to: string }) => (await billed(w, nord, [ids.kiosque], period))[0]
const toBill = async (period: { date_from: string; date_to: string }) => (await nord.calls.customersForInvoice(period)).content[0]
const paperOf = async (invoice_id: string | undefined) =>
  (await rowsOf<{ snapshot: { seller: { ustidnr: string }; lines: unknown[] } }>(w, 'select snapshot from documents where id = $1', [invoice_id]))[0]?.snapshot

test('a customer without a VAT id is invoiced the lines that need none; the run reports the others with the reason, and gives them no number', async () => {
  const m = month()
  for (const [i, vat] of [SPV, MPV, TELECOM].entries()) await soldAt(w, { ...sale, vat, at: m.at(i + 3), quantity: i + 1 })
  await rowsOf(w, `update organisations set ustidnr = '' where tenant_id = 1 and id = $1`, [ids.kiosque])
  const result = await bill(m.period)
  expect(result).toMatchObject({
    problem: null,
    documents: [{ total: 9 * EURO }, { total: 18 * EURO }],
    left: [{ category: 'AE', problem: 'customer_vat_id_missing', lines: 1, amount: 27 * EURO }],
  })
  expect(await toBill(m.period)).toMatchObject({ lines: 1, amount: 27 * EURO })
  // All lines of the period have the treatment that cannot be billed, so the run makes no document and reports only the problem.
  expect(await bill(m.period)).toMatchObject({ problem: 'customer_vat_id_missing', documents: [], left: [{ category: 'AE' }] })
  await rowsOf(w, `update organisations set ustidnr = 'DE129273398' where tenant_id = 1 and id = $1`, [ids.kiosque])
  const last = await bill(m.period)
  expect(last).toMatchObject({ problem: null, documents: [{ total: 27 * EURO }], left: [] })
  const numbers = [...(result?.documents ?? []), ...(last?.documents ?? [])].map(({ document_no }) => Number(document_no.slice(-5)))
  expect(numbers).toEqual([1, 2, 3])
})

test('telephone credit sold without tax is invoiced only if the customer’s resale certificate is valid on the last day of the invoice', async () => {
  const m = month()
  await soldAt(w, { ...sale, vat: TELECOM, at: m.at(3) })
  for (const resale_certificate_until of [null, `${m.period.date_from.slice(0, 8)}27`]) {
    await terms({ resale_certificate_until })
    expect(await bill(m.period)).toMatchObject({ documents: [], left: [{ category: 'AE', problem: 'certificate_missing' }] })
  }
  await terms({ resale_certificate_until: m.period.date_to })
  expect(await bill(m.period)).toMatchObject({ documents: [{ total: 9 * EURO }], left: [] })
})

test('sales at another country’s rate are invoiced only if the issuer has a VAT id there (which the document states) or uses the one stop shop', async () => {
  const m = month()
  await soldAt(w, { ...sale, vat: FRENCH, at: m.at(3) })
  expect(await bill(m.period)).toMatchObject({ documents: [], left: [{ category: 'S', problem: 'registration_missing' }] })
  await expect(nord.calls.invoiceSettingsUpdate({ foreign_vat_ids: 'FR00404833048 ATU1' })).rejects.toMatchObject({
    problems: [{ field: 'foreign_vat_ids', code: 'not_a_vat_id' }],
  })
  await nord.calls.invoiceSettingsUpdate({ foreign_vat_ids: 'fr83404833048, ATU13585627' })
  const made = await bill(m.period)
  expect((await paperOf(made?.documents[0]?.invoice_id))?.seller.ustidnr).toBe('FR83404833048')
  await nord.calls.invoiceSettingsUpdate({ foreign_vat_ids: '', uses_oss: true })
  await soldAt(w, { ...sale, vat: FRENCH, at: m.at(5) })
  const second = await bill(m.period)
  expect((await paperOf(second?.documents[0]?.invoice_id))?.seller.ustidnr).toBe('DE136695976')
})
