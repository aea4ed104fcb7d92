// Parts add up to their whole: lines to the sums below them, and corrections to the document that they correct. A correction of a self-billed document is
// self-billed too.

import { expect, test } from 'vitest'
import { toCents } from '../../../../contract/kit/cents.ts'
import { EURO } from '../../../../contract/kit/money.ts'
import { rowsOf } from '../../../test/arrange.ts'
import { fileWorld } from '../../../test/world.ts'
import { billed, completeParties, givenBack, idsOf, MPV, months, SPV, soldAt } from './fixtures/lines.ts'
import { papers } from './fixtures/papers.ts'
import { drawingOf } from './layout.ts'
import { words } from './words.ts'

const w = await fileWorld()
await completeParties(w)
const ids = await idsOf(w, ['nord', 'kiosque', 'gare'])
const nord = await w.signIn('nord')
const month = months()
const PRICE = 13.8345 * EURO
const cents = (text: string | undefined) => Number((text ?? '').replace(/[^\d-]/g, ''))

type Amounts = { net: number; tax: number; total: number }
const corrections = async (corrects_id: string | undefined) =>
  rowsOf<Amounts & { document_no: string }>(w, `select document_no, net, tax, total from invoices where tenant_id = 1 and corrects_id = $1 order by id`, [
    corrects_id,
  ])

test.for([
  ['with tax', SPV],
  ['outside VAT', MPV],
] as const)('two refunds of 13.8345, corrected one by one, add up to the 27.67 that were invoiced, %s', async ([_, vat]) => {
  const m = month()
  const sale = await soldAt(w, { chain: [ids.kiosque, ids.nord], prices: [PRICE], value: 15 * EURO, vat, quantity: 2, at: m.at(3) })
  const [made] = (await billed(w, nord, [ids.kiosque], m.period))[0]?.documents ?? []
  expect(made?.total).toBe(27.67 * EURO)
  for (const day of [10, 11]) {
    await givenBack(w, sale, m.at(day))
    await billed(w, nord, [ids.kiosque], m.period, 'reclamationInvoicesGenerate')
  }
  const [whole] = await rowsOf<Amounts>(w, 'select net, tax, total from invoices where id = $1', [made?.invoice_id])
  const all = await corrections(made?.invoice_id)
  expect(all).toHaveLength(2)
  const sum = (of: keyof Amounts) => all.reduce((so_far, one) => so_far + one[of], 0)
  expect([sum('net'), sum('tax'), sum('total')]).toEqual([0 - (whole?.net ?? 0), 0 - (whole?.tax ?? 0), 0 - (whole?.total ?? 0)])
  // Control: if the two parts were rounded separately, they would not add up to the document's total.
  expect(2 * toCents(PRICE)).not.toBe(made?.total)
  // The number of each document begins with the prefix of corrections.
  for (const { document_no } of all) expect(document_no).toMatch(/^KO-/)
})

test('the shown lines of a document add up to its total in cents; control: lines that are rounded separately do not', () => {
  const [, paper] = papers.find(([name]) => name === 'gross, with tax') ?? []
  const [line] = paper?.lines ?? []
  if (!paper || !line) throw new Error('no paper')
  const rows = ['A', 'B'].map((product_name) => ({ ...line, product_name, quantity: 1, price: PRICE, amount_total: PRICE, face_total: 15 * EURO }))
  const two = {
    ...paper,
    lines: rows,
    net: 23.25 * EURO,
    tax: 4.42 * EURO,
    total: 27.67 * EURO,
    taxes: [{ category: 'S' as const, rate: 19_00, net: 23.25 * EURO, tax: 4.42 * EURO }],
  }
  const drawing = drawingOf(two, 'RE-2026-00009')
  const shown = drawing.blocks.flatMap(({ rows: all }) => all.map((row) => cents(row.at(-1))))
  expect(shown.reduce((sum, one) => sum + one, 0)).toBe(cents(drawing.sums.find(({ isTotal }) => isTotal)?.value))
  expect(2 * toCents(PRICE)).not.toBe(two.total)
})

test('corrections of a self-billed document are numbered in the series of that customer, and their title says that they correct a self-billed document', async () => {
  const m = month()
  await nord.calls.invoiceTermsUpdate({ customer_id: ids.gare, billing: 'commission', self_billing_agreed_on: '2020-01-01' })
  const gare = { chain: [ids.gare, ids.nord], prices: [9 * EURO], vat: MPV }
  const [first, second] = [await soldAt(w, { ...gare, at: m.at(3), quantity: 10 }), await soldAt(w, { ...gare, at: m.at(25) })]
  const until = { ...m.period, date_to: `${m.period.date_from.slice(0, 8)}20` }
  const [made] = (await billed(w, nord, [ids.gare], until))[0]?.documents ?? []
  await givenBack(w, first, m.at(12))
  const [corrected] = (await billed(w, nord, [ids.gare], until, 'reclamationInvoicesGenerate'))[0]?.documents ?? []
  const own = made?.document_no.match(/^GS-(\d{4}-[0-9A-F]{8})-/)?.[1]
  expect(corrected?.document_no).toBe(`KO-${own}-00001`)
  const { drawing } = await nord.calls.invoiceReport({ invoice_id: corrected?.invoice_id ?? '' })
  const [{ language }] = (await rowsOf<{ language: 'fr' }>(w, `select default_language as language from organisations where id = $1`, [ids.gare])) as [
    { language: 'fr' },
  ]
  expect(drawing.title).toBe(words[language].selfCorrection)
  expect([words.de.selfCorrection, words.fr.selfCorrection]).toEqual(['Korrektur der Gutschrift', 'Autofacture rectificative'])
  const { bytes } = await nord.calls.invoiceFile({ invoice_id: corrected?.invoice_id ?? '', file: 'factur_x' })
  expect(Buffer.from(bytes, 'base64').toString()).toContain('Gutschrift / self-billed invoice')
  // The cancellation of another document of this customer gets the next number of the customer's series.
  expect(second).toBeTruthy()
  const [later] = (await billed(w, nord, [ids.gare], m.period))[0]?.documents ?? []
  expect((await nord.calls.invoiceCancel({ invoice_id: later?.invoice_id ?? '', reason: 'wrong' })).document_no).toBe(`KO-${own}-00002`)
  await nord.calls.invoiceTermsUpdate({ customer_id: ids.gare, billing: 'net' })
})
