// Document settings: what they change, and who may change them. The accountant of these tests has only the right to invoice.
import { expect, test } from 'vitest'
import { EURO } from '../../../../contract/kit/money.ts'
import { rowsOf } from '../../../test/arrange.ts'
import { addAccount } from '../../../test/door.ts'
import { fileWorld } from '../../../test/world.ts'
import { billed, completeParties, idsOf, MPV, months, SPV, soldAt } from './fixtures/lines.ts'
import { goOn, waitingRuns } from './runs.ts'

const w = await fileWorld()
await completeParties(w)
const ids = await idsOf(w, ['nord', 'kiosque', 'gare', 'sud'])
const nord = await w.signIn('nord')
const month = months()
const kiosque = { chain: [ids.kiosque, ids.nord], prices: [9 * EURO] }

test('an organisation’s details and prefix are on documents made after they were set; documents made before keep the earlier ones', async () => {
  const m = month()
  await soldAt(w, { ...kiosque, at: m.at(3), vat: SPV })
  await nord.calls.invoiceSettingsUpdate({
    ...{ legal_name: 'Comptoir Nord SARL', address: 'Rue Neuve 1', postal: '59000', city: 'Lille', country: 'FR', footer: 'Merci !', uses_oss: true },
    ...{ iban: 'DE02 1203 0000 0000 2020 51', invoice_prefix: 'F' },
  })
  const [made] = (await billed(w, nord, [ids.kiosque], m.period))[0]?.documents ?? []
  expect(made?.document_no).toMatch(/^F-\d{4}-00001$/)
  const { drawing } = await nord.calls.invoiceReport({ invoice_id: made?.invoice_id ?? '' })
  expect(drawing.sender).toBe('Comptoir Nord SARL · Rue Neuve 1 · 59000 Lille')
  expect(drawing.notes).toEqual(['Merci !'])
  expect(drawing.foot.join()).toContain('DE02120300000000202051')
  await nord.calls.invoiceSettingsUpdate({ footer: 'Another' })
  expect((await nord.calls.invoiceReport({ invoice_id: made?.invoice_id ?? '' })).drawing).toEqual(drawing)
})

test.for([
  [{ iban: 'DE02 1203 0000 0000 2020 52' }, 'iban', 'not_an_iban'],
  [{ ustidnr: 'DE123' }, 'ustidnr', 'not_a_vat_id'],
  [{ correction_prefix: 'GS' }, 'self_billed_prefix', 'prefix_twice'],
] as const)('the setting %j is refused at its field, and no part of the change is stored', async ([given, field, code]) => {
  const before = await nord.calls.invoiceSettings({})
  await expect(nord.calls.invoiceSettingsUpdate({ footer: 'half', ...given })).rejects.toMatchObject({ problems: [expect.objectContaining({ field, code })] })
  expect(await nord.calls.invoiceSettings({})).toEqual(before)
})

test('a prefix is refused if documents of another kind use it or have used it, because document numbers would occur twice', async () => {
  await expect(nord.calls.invoiceSettingsUpdate({ invoice_prefix: 'RE', correction_prefix: 'F' })).rejects.toMatchObject({
    problems: [{ field: 'correction_prefix', code: 'prefix_twice' }],
  })
  await nord.calls.invoiceSettingsUpdate({ invoice_prefix: 'RE' })
  await nord.calls.invoiceSettingsUpdate({ invoice_prefix: 'F' })
})

test('a customer’s billing terms can be set by its parent only', async () => {
  const sud = await w.signIn('sud')
  for (const calls of [sud.calls, (await w.signIn('platform', { host: 'platform.localhost' })).calls])
    await expect(calls.invoiceTermsUpdate({ customer_id: ids.kiosque, billing: 'gross' })).rejects.toMatchObject({ code: 'not_found' })
  await nord.calls.invoiceTermsUpdate({ customer_id: ids.kiosque, billing: 'gross', buyer_reference: '04011000-1234512345-06' })
  expect(await nord.calls.invoiceTerms({ customer_id: ids.kiosque })).toMatchObject({ billing: 'gross', buyer_reference: '04011000-1234512345-06' })
  const m = month()
  await soldAt(w, { ...kiosque, at: m.at(3), vat: SPV })
  const [made] = (await billed(w, nord, [ids.kiosque], m.period))[0]?.documents ?? []
  expect(made?.kind).toBe('gross')
  const { bytes } = await nord.calls.invoiceFile({ invoice_id: made?.invoice_id ?? '', file: 'xrechnung' })
  expect(Buffer.from(bytes, 'base64').toString()).toContain('<ram:BuyerReference>04011000-1234512345-06</ram:BuyerReference>')
})

async function finish() {
  for (const run_id of await waitingRuns(w.services, 1)) await goOn(w.services, 1, run_id)
}

test('a user with ten unfinished invoice runs cannot start another, because the server’s jobs are shared', async () => {
  const m = month()
  const begin = () => nord.calls.invoicesGenerate({ customer_ids: [ids.kiosque], ...m.period })
  for (let i = 0; i < 10; i++) await begin()
  await expect(begin()).rejects.toMatchObject({ code: 'too_many_requests' })
  await finish()
  await begin()
  await finish()
})

test('an accountant with only the right to invoice makes, reads and fetches documents, but cannot see customers or their credit', async () => {
  const m = month()
  await soldAt(w, { chain: [ids.gare, ids.nord], prices: [8 * EURO], at: m.at(3), vat: MPV })
  const { username } = await addAccount(w, 'nord', { flags: ['has_invoice'] })
  const { calls } = await w.signIn(username)
  expect((await calls.customersForInvoice({ ...m.period })).content).toMatchObject([{ customer_id: ids.gare, amount: 8 * EURO }])
  const [result] = await billed(w, { ...nord, calls }, [ids.gare], m.period)
  const invoice_id = result?.documents[0]?.invoice_id ?? ''
  expect(
    Buffer.from((await calls.invoiceFile({ invoice_id })).bytes, 'base64')
      .subarray(0, 5)
      .toString(),
  ).toBe('%PDF-')
  await expect(calls.customersList({})).rejects.toMatchObject({ code: 'forbidden' })
  await expect(calls.walletHistory({})).rejects.toMatchObject({ code: 'forbidden' })
})

test('the platform reads the documents of a tenant, and cannot cancel a reseller’s document', async () => {
  const platform = await w.signIn('platform', { host: 'platform.localhost' })
  await platform.calls.tenantChoose({ tenant_id: 1 })
  const { content } = await platform.calls.invoicesList({})
  expect(content.length).toBeGreaterThan(0)
  const [first] = content
  expect(await platform.calls.invoiceReport({ invoice_id: first?.invoice_id ?? '' })).toMatchObject({ is_issuer: false })
  await expect(platform.calls.invoiceCancel({ invoice_id: first?.invoice_id ?? '', reason: 'x' })).rejects.toMatchObject({ code: 'not_found' })
})

test('the list finds documents by number, customer, kind, state and day', async () => {
  const found = async (asked: Parameters<typeof nord.calls.invoicesList>[0]) => (await nord.calls.invoicesList(asked)).filters.total_count
  const all = await found({})
  expect(await found({ filters: { customer_id: ids.gare } })).toBe(1)
  expect(await found({ filters: { kind: 'net' } })).toBeLessThan(all)
  expect(await found({ filters: { state: 'paid' } })).toBe(all)
  expect(await found({ filters: { date_to: '2020-01-01' } })).toBe(0)
  const { document_no } = (await nord.calls.invoicesList({})).content[0] ?? { document_no: '' }
  expect(await found({ search_text: document_no.toLowerCase() })).toBe(1)
  expect((await nord.calls.invoicesList({})).totals.documents).toBe(all)
})

test('an invoice run pauses after a few seconds and goes on later; a week after its end the run is deleted, and its documents stay', async () => {
  const m = month()
  for (const id of [ids.kiosque, ids.gare]) await soldAt(w, { chain: [id, ids.nord], prices: [8 * EURO], at: m.at(3), vat: MPV })
  const { run_id } = await nord.calls.invoicesGenerate({ customer_ids: [ids.kiosque, ids.gare], ...m.period })
  const slow = () => {
    w.clock.advance(2_000)
    return w.clock.now()
  }
  expect(await goOn({ ...w.services, clock: slow }, 1, run_id)).toBe(false)
  expect((await nord.calls.invoiceRun({ run_id })).results).toHaveLength(1)
  expect(await waitingRuns(w.services, 1)).toEqual([run_id])
  expect(await goOn({ ...w.services, clock: slow }, 1, run_id)).toBe(true)
  const { results } = await nord.calls.invoiceRun({ run_id })
  expect(results.map(({ documents }) => documents.length)).toEqual([1, 1])
  w.clock.advance(8 * 24 * 3_600_000)
  expect(await waitingRuns(w.services, 1)).toEqual([])
  const me = await w.signIn('nord')
  await expect(me.calls.invoiceRun({ run_id })).rejects.toMatchObject({ code: 'not_found' })
  expect((await me.calls.invoicesList({ filters: { date_from: m.period.date_from } })).content).not.toEqual([])
})

test('French documents show SIREN, kind of operation and VAT on debits, in print and in the XML; a missing SIREN is taken from the VAT id', async () => {
  // Signs in again, because the test above moved the clock on by months and so ended the session.
  const nord = await w.signIn('nord')
  const m = month()
  await rowsOf(w, `update organisations set ustidnr = 'FR61552100554', country = 'FR' where tenant_id = 1 and id = $1`, [ids.gare])
  await nord.calls.invoiceSettingsUpdate({ country: 'FR', ustidnr: 'FR83404833048', vat_on_debits: true, operation_kind: 'goods' })
  await nord.calls.invoiceTermsUpdate({ customer_id: ids.gare, pays_later: true, billing: 'net' })
  await soldAt(w, { chain: [ids.gare, ids.nord], prices: [12 * EURO], at: m.at(3), vat: ['single_purpose_voucher', 20_00, 'FR'] })
  const [made] = (await billed(w, nord, [ids.gare], m.period))[0]?.documents ?? []
  const invoice_id = made?.invoice_id ?? ''
  const { drawing } = await nord.calls.invoiceReport({ invoice_id })
  expect(drawing.facts.filter(({ label }) => label.startsWith('SIREN')).map(({ value }) => value)).toEqual(['404833048', '552100554'])
  expect(drawing.facts.map(({ value }) => value)).toContain('livraison de biens')
  expect(drawing.notes).toContain('Option pour le paiement de la taxe d’après les débits.')
  const xml = Buffer.from((await nord.calls.invoiceFile({ invoice_id, file: 'factur_x' })).bytes, 'base64').toString()
  for (const said of [
    '<ram:ID schemeID="0002">404833048</ram:ID>',
    '<ram:ID schemeID="0002">552100554</ram:ID>',
    '<ram:DueDateTypeCode>5<',
    '<ram:ID>B1</ram:ID>',
  ])
    expect(xml).toContain(said)
  const { siren: known } = await nord.calls.invoiceTerms({ customer_id: ids.gare })
  expect(known).toBe('')
  await nord.calls.invoiceTermsUpdate({ customer_id: ids.gare, siren: '732829320' })
  await soldAt(w, { chain: [ids.gare, ids.nord], prices: [12 * EURO], at: m.at(4), vat: MPV })
  const [outside] = (await billed(w, nord, [ids.gare], m.period))[0]?.documents ?? []
  const seen = await nord.calls.invoiceReport({ invoice_id: outside?.invoice_id ?? '' })
  // A document outside VAT states no VAT id and does not mention VAT on debits. The SIREN numbers still identify both parties.
  expect(seen.drawing.facts.filter(({ label }) => label.startsWith('SIREN')).map(({ value }) => value)).toEqual(['404833048', '732829320'])
  expect(seen.drawing.notes.join()).not.toContain('débits')
})
