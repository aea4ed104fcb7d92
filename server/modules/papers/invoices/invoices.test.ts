// Invoices: each sale to a customer is on one document only, and each tax treatment has its own document. Refunds reduce a document or are corrected by
// another one.
import { describe, expect, test } from 'vitest'
import { EURO, type Money } from '../../../../contract/kit/money.ts'
import { berlinDay, monthBefore } from '../../../kit/berlin.ts'
import { rowsOf } from '../../../test/arrange.ts'
import { ANSWER, claimed, move } from '../../../test/claims.ts'
import { fileWorld } from '../../../test/world.ts'
import { billed, completeParties, EXEMPT, givenBack, idsOf, MPV, months, SPV, SPV7, soldAt, TELECOM } from './fixtures/lines.ts'

const w = await fileWorld()
await completeParties(w)
const ids = await idsOf(w, ['platform', 'nord', 'kiosque', 'gare', 'sud', 'port'])
const nord = await w.signIn('nord')

const month = months()
const kiosque = { chain: [ids.kiosque, ids.nord], prices: [9.5 * EURO] }
const documentOf = async (invoice_id: string) =>
  (
    await rowsOf<{ snapshot: { lines: { quantity: number; net: string }[]; seller: { name: string }; type_code: string }; kind: string; number: number }>(
      w,
      'select snapshot, kind, number from documents where id = $1',
      [invoice_id],
    )
  )[0]
const exact = async (invoice_id: string) =>
  (
    await rowsOf<{ lines_total: Money; net: Money; tax: Money; total: Money }>(w, 'select lines_total, net, tax, total from invoices where id = $1', [
      invoice_id,
    ])
  )[0]

test('a month’s sales become one document for each tax treatment that may not be combined with others, and the documents add up to what was paid', async () => {
  const m = month()
  for (const [i, vat] of [SPV, SPV7, MPV, TELECOM, EXEMPT, SPV].entries()) await soldAt(w, { ...kiosque, vat, at: m.at(i + 2), quantity: i + 1 })
  const { content, totals } = await nord.calls.customersForInvoice(m.period)
  expect(content).toMatchObject([{ customer_id: ids.kiosque, lines: 6, amount: 21 * 9.5 * EURO, document_nos: [], problem: null }])
  expect(totals).toEqual({ lines: 6, amount: 21 * 9.5 * EURO })
  const [result] = await billed(w, nord, [ids.kiosque], m.period)
  expect(result?.problem).toBeNull()
  const made = await Promise.all((result?.documents ?? []).map(async (one) => ({ ...one, ...(await exact(one.invoice_id)) })))
  // The first document, of category S, has (1 + 6) × 9.50 at 19 % and 2 × 9.50 at 7 %. The others are reverse charge, exempt and outside VAT.
  expect(made.map(({ kind, net = 0, tax = 0, total }) => [kind, net / EURO, tax / EURO, total / EURO])).toEqual([
    ['net', 55.88 + 17.76, 10.62 + 1.24, 85.5],
    ['net', 38, 0, 38],
    ['gross', 47.5, 0, 47.5],
    ['gross', 28.5, 0, 28.5],
  ])
  expect((await nord.calls.customersForInvoice(m.period)).content).toEqual([])
  expect((await billed(w, nord, [ids.kiosque], m.period))[0]).toMatchObject({ documents: [], problem: 'nothing' })
})

test('a shop can read its document as it was made, and another shop cannot; renaming the issuer changes no document', async () => {
  const m = month()
  await soldAt(w, { ...kiosque, at: m.at(5) })
  const [result] = await billed(w, nord, [ids.kiosque], m.period)
  const invoice_id = result?.documents[0]?.invoice_id ?? ''
  await rowsOf(w, `update organisations set flags = flags || '{has_invoice}' where tenant_id = 1 and kind = 'seller'`)
  const shop = await w.signIn('kiosque')
  const seen = await shop.calls.invoiceReport({ invoice_id })
  expect(seen).toMatchObject({ is_issuer: false, kind: 'net', state: 'paid', open: 0, payments: [] })
  await rowsOf(w, `update organisations set name = 'Renamed' where id = $1`, [ids.nord])
  expect((await shop.calls.invoiceReport({ invoice_id })).drawing).toEqual(seen.drawing)
  expect((await shop.calls.invoicesList({ filters: { received: true } })).content[0]).toMatchObject({ invoice_id, state: 'paid' })
  expect((await shop.calls.invoicesList({})).content).toEqual([])
  await expect((await w.signIn('gare')).calls.invoiceReport({ invoice_id })).rejects.toMatchObject({ code: 'not_found' })
})

describe('each hop of a sale has separate documents', () => {
  test('a shop below a sub-reseller gets invoices from it, and the sub-reseller from the reseller, at their own prices', async () => {
    const m = month()
    await soldAt(w, { chain: [ids.port, ids.sud, ids.nord], prices: [9 * EURO, 8 * EURO], at: m.at(3), quantity: 10 })
    const sud = await w.signIn('sud')
    const up = (await billed(w, nord, [ids.sud], m.period))[0]?.documents[0]
    const down = (await billed(w, sud, [ids.port], m.period))[0]?.documents[0]
    expect([up?.total, down?.total]).toEqual([80 * EURO, 90 * EURO])
    expect((await billed(w, nord, [ids.port], m.period))[0]?.problem).toBe('not_found')
  })

  test('a reseller is not invoiced goods that it owns itself', async () => {
    const m = month()
    await soldAt(w, { chain: [ids.port, ids.sud], prices: [9 * EURO], at: m.at(3) })
    expect((await billed(w, nord, [ids.sud], m.period))[0]?.problem).toBe('nothing')
  })
})

describe('refunds', () => {
  test('made before invoicing are deducted on the document, in part or whole; a month with nothing left makes no document', async () => {
    const m = month()
    const some = await soldAt(w, { ...kiosque, at: m.at(3), quantity: 5 })
    const gone = await soldAt(w, { ...kiosque, at: m.at(4), product_name: 'Gone' })
    await givenBack(w, some, m.at(20), 2)
    await givenBack(w, gone, m.at(21))
    const all = await soldAt(w, { chain: [ids.gare, ids.nord], prices: [EURO], at: m.at(5) })
    await givenBack(w, all, m.at(22))
    const [first, second] = await billed(w, nord, [ids.kiosque, ids.gare], m.period)
    expect(first?.documents).toMatchObject([{ total: 28.5 * EURO }])
    expect((await documentOf(first?.documents[0]?.invoice_id ?? ''))?.snapshot.lines).toMatchObject([{ quantity: 3 }])
    expect(second).toMatchObject({ documents: [], problem: 'nothing' })
    expect((await billed(w, nord, [ids.kiosque, ids.gare], m.period, 'reclamationInvoicesGenerate')).map(({ problem }) => problem)).toEqual([
      'nothing',
      'nothing',
    ])
  })

  test('made after invoicing become corrections, one for each document, with the number and date of that document', async () => {
    const m = month()
    const [net, outside] = [await soldAt(w, { ...kiosque, at: m.at(3), quantity: 5 }), await soldAt(w, { ...kiosque, at: m.at(3), vat: MPV })]
    const [result] = await billed(w, nord, [ids.kiosque], m.period)
    for (const sale of [net, outside]) await givenBack(w, sale, m.at(20))
    expect((await nord.calls.customersForReclamationInvoice(m.period)).totals).toEqual({ lines: 2, amount: 19 * EURO })
    const [correction] = await billed(w, nord, [ids.kiosque], m.period, 'reclamationInvoicesGenerate')
    expect(correction?.documents.map(({ kind, total }) => [kind, total])).toEqual([
      ['reclamation', -9.5 * EURO],
      ['gross_reclamation', -9.5 * EURO],
    ])
    const { content } = await nord.calls.reclamationInvoicesList({ filters: m.period, search_text: 'KO-' })
    expect(content).toEqual([])
    const listed = (await nord.calls.reclamationInvoicesList({})).content.slice(0, 2).map(({ corrects_no }) => corrects_no)
    expect(listed.sort()).toEqual(result?.documents.map(({ document_no }) => document_no).sort())
    const seen = await nord.calls.invoiceReport({ invoice_id: result?.documents[0]?.invoice_id ?? '' })
    expect(seen.corrections).toMatchObject([{ total: -9.5 * EURO }])
    expect((await documentOf(correction?.documents[0]?.invoice_id ?? ''))?.snapshot).toMatchObject({ type_code: '384', lines: [{ quantity: -1 }] })
    expect((await billed(w, nord, [ids.kiosque], m.period, 'reclamationInvoicesGenerate'))[0]?.problem).toBe('nothing')
  })

  test('are shown with the last characters of the card’s serial, and link to the corrected document', async () => {
    const shop = await w.signIn('kiosque')
    const { ids: claims, rows } = await claimed(w, shop, 2)
    const today = berlinDay(w.clock.now())
    const period = { date_from: today, date_to: today }
    const [first] = (await billed(w, nord, [ids.kiosque], period))[0]?.documents ?? []
    await move(nord, claims, 'ask')
    await move(nord, claims, 'approve', ANSWER)
    expect(await move(nord, claims, 'accept')).toEqual(['done', 'done'])
    const [made] = (await billed(w, nord, [ids.kiosque], period, 'reclamationInvoicesGenerate'))[0]?.documents ?? []
    const { drawing, corrects } = await nord.calls.invoiceReport({ invoice_id: made?.invoice_id ?? '' })
    expect(corrects).toMatchObject([{ document_no: first?.document_no, kind: first?.kind }])
    const named = drawing.blocks.flatMap((block) => block.rows.map(([product]) => product?.split(' ').at(-1)))
    expect(named.sort()).toEqual(rows.map(({ serial }) => `…${serial.slice(-4)}`).sort())
    for (const { serial } of rows) expect(JSON.stringify(await documentOf(made?.invoice_id ?? ''))).not.toContain(serial)
  })

  test('that a correction takes by default are those of the previous month, by Berlin days', () => {
    const inMay = { date_from: '2027-05-01', date_to: '2027-05-31' }
    expect(monthBefore(new Date('2027-06-30T21:59:00Z'))).toEqual(inMay)
    // At this moment July has already begun in Berlin.
    expect(monthBefore(new Date('2027-06-30T22:00:00Z'))).toEqual({ date_from: '2027-06-01', date_to: '2027-06-30' })
    expect(monthBefore(new Date('2028-01-05T12:00:00Z'))).toEqual({ date_from: '2027-12-01', date_to: '2027-12-31' })
    expect(monthBefore(new Date('2028-03-31T12:00:00Z')).date_to).toBe('2028-02-29')
  })

  test('are on the next invoice if the customer wants sales and refunds on one document', async () => {
    const m = month()
    const terms = { customer_id: ids.gare, billing: 'combined' } as const
    await nord.calls.invoiceTermsUpdate(terms)
    const gare = { chain: [ids.gare, ids.nord], prices: [9 * EURO] }
    const before = await soldAt(w, { ...gare, at: m.at(3), quantity: 3 })
    const first = { date_from: m.period.date_from, date_to: `${m.period.date_from.slice(0, 8)}10` }
    await billed(w, nord, [ids.gare], first)
    await soldAt(w, { ...gare, at: m.at(15), quantity: 5 })
    await givenBack(w, before, m.at(16), 2)
    const [result] = await billed(w, nord, [ids.gare], { date_from: `${m.period.date_from.slice(0, 8)}11`, date_to: m.period.date_to })
    expect(result?.documents).toMatchObject([{ kind: 'combined', total: 27 * EURO }])
    // A document that contains only refunds corrects the documents that it names, because an invoice may not be below zero.
    await givenBack(w, before, m.at(20))
    const [back] = await billed(w, nord, [ids.gare], m.period)
    expect(back?.documents).toMatchObject([{ kind: 'combined', total: -9 * EURO }])
    expect((await documentOf(back?.documents[0]?.invoice_id ?? ''))?.snapshot).toMatchObject({ type_code: '384', originals: [{}] })
    await nord.calls.invoiceTermsUpdate({ ...terms, billing: 'net' })
  })
})

describe('a customer who is paid by commission', () => {
  test('gets a self-billed document, numbered in a series of its own, once it has agreed to self-billing', async () => {
    const m = month()
    await nord.calls.invoiceTermsUpdate({ customer_id: ids.gare, billing: 'commission' })
    await soldAt(w, { chain: [ids.gare, ids.nord], prices: [9 * EURO], at: m.at(3), quantity: 10, vat: MPV })
    await soldAt(w, { chain: [ids.gare, ids.nord], prices: [9.5 * EURO], at: m.at(3), quantity: 1 })
    expect((await billed(w, nord, [ids.gare], m.period))[0]?.problem).toBe('not_agreed')
    await nord.calls.invoiceTermsUpdate({ customer_id: ids.gare, self_billing_agreed_on: '2020-01-01' })
    const [made] = (await billed(w, nord, [ids.gare], m.period))[0]?.documents ?? []
    expect(made).toMatchObject({ kind: 'credit_note', total: 10.5 * EURO, document_no: expect.stringMatching(/^GS-\d{4}-[0-9A-F]{8}-00001$/) })
    expect(await exact(made?.invoice_id ?? '')).toMatchObject({ lines_total: 99.5 * EURO, net: 8.82 * EURO, tax: 1.68 * EURO })
    expect(await documentOf(made?.invoice_id ?? '')).toMatchObject({
      kind: 'self_billed',
      number: 1,
      snapshot: { type_code: '389', seller: { name: 'Tabac de la Gare' } },
    })
    await nord.calls.invoiceTermsUpdate({ customer_id: ids.gare, billing: 'net' })
  })
})

describe('an invoice run makes no document and claims no lines', () => {
  test.for([['a customer without an address', `update organisations set city = '' where id = $1`, 'customer_incomplete']] as const)(
    'for %s',
    async ([_, spoil, problem]) => {
      const m = month()
      await soldAt(w, { ...kiosque, at: m.at(3), vat: TELECOM })
      await soldAt(w, { ...kiosque, at: m.at(4) })
      await rowsOf(w, spoil, [ids.kiosque])
      expect((await billed(w, nord, [ids.kiosque], m.period))[0]).toMatchObject({ documents: [], problem })
      await completeParties(w)
      expect((await billed(w, nord, [ids.kiosque], m.period))[0]?.documents).toHaveLength(2)
    },
  )

  test('for a user who lost the right to invoice while the run waited', async () => {
    const m = month()
    await soldAt(w, { ...kiosque, at: m.at(3) })
    const clerk = await w.signIn('nord-stock').catch(() => undefined)
    expect(clerk).toBeDefined()
    await expect(clerk?.calls.invoicesGenerate({ customer_ids: [ids.kiosque], ...m.period })).rejects.toMatchObject({ code: 'forbidden' })
    await rowsOf(w, `update users set flags = flags || '{has_invoice}' where tenant_id = 1 and username = 'nord-stock'`)
    const accountant = await w.signIn('nord-stock')
    const { run_id } = await accountant.calls.invoicesGenerate({ customer_ids: [ids.kiosque], ...m.period })
    await rowsOf(w, `update users set flags = array_remove(flags, 'has_invoice') where tenant_id = 1 and username = 'nord-stock'`)
    const { goOn } = await import('./runs.ts')
    await goOn(w.services, 1, run_id)
    expect((await nord.calls.invoiceRun({ run_id })).results).toMatchObject([{ documents: [], problem: 'forbidden' }])
  })
})
