// Suppliers: who owns them, the checks of their IBAN, BIC and VAT id, and what a user can no longer do with a supplier that is switched off.
import { describe, expect, test } from 'vitest'
import { newId } from '../../../kit/ids.ts'
import { batch, goods, rowsOf } from '../../../test/arrange.ts'
import { fileWorld } from '../../../test/world.ts'
import { checked } from '../stock/fixtures/upload.ts'
import { numberProblems, tidied } from './bank.ts'

const w = await fileWorld()
const nord = await w.signIn('nord')

const problemsOf = (numbers: Partial<Record<'iban' | 'bic' | 'ustidnr', string>>) => numberProblems(tidied({ iban: '', bic: '', ustidnr: '', ...numbers }))
const one = async (supplier_id: string) => (await nord.calls.suppliersList({ filters: { supplier_id } })).content[0]

describe('numbers with check digits', () => {
  test.each([
    'DE89 3704 0044 0532 0130 00',
    'FR76 3000 6000 0112 3456 7890 189',
    'fr14 2004 1010 0505 0001 3m02 606',
    'NL91ABNA0417164300',
    'BE68-5390-0754-7034',
    'TR33 0006 1005 1978 6457 8413 26',
    'LU28 0019 4006 4475 0000',
    'CH93 0076 2011 6238 5295 7',
  ])('%s is accepted as an IBAN', (iban) => {
    expect(problemsOf({ iban })).toEqual([])
  })

  test.each([
    ['a country code that does not exist', 'XX89 3704 0044 0532 0130 00', 1],
    ['letters in the check number', 'DEA9 3704 0044 0532 0130 00', 1],
    ['a letter where a digit belongs', 'DE89 3704 O044 0532 0130 00', 3],
    ['a digit where a letter belongs', 'NL91 4BNA 0417 1643 00', 2],
    ['a digit too few', 'DE89 3704 0044 0532 0130 0', 6],
    ['a digit too many', 'DE89 3704 0044 0532 0130 001', 6],
    ['two digits exchanged', 'DE89 3704 0044 0532 0103 00', undefined],
  ])('an IBAN with %s is refused, and the wrong group of four is named where possible', (_, iban, limit) => {
    expect(problemsOf({ iban })).toEqual([limit ? { field: 'iban', code: 'iban_group', limit } : { field: 'iban', code: 'not_an_iban' }])
  })

  test.each([
    ['bic', 'COBADEFFXXX', true],
    ['bic', 'bnpafrpp', true],
    ['bic', 'COBADEF', false],
    ['bic', 'C0BADEFFXXXX', false],
    ['ustidnr', 'DE 136 695 976', true],
    ['ustidnr', 'FR 40 303 265 045', true],
    ['ustidnr', 'NL004495445B01', true],
    ['ustidnr', 'BE 0411.905.847', true],
    ['ustidnr', 'DE136695977', false],
    ['ustidnr', 'RU7805145876', false],
    ['ustidnr', 'hello', false],
  ] as const)('whether field %s accepts %s: %s', (field, text, isRight) => {
    expect(problemsOf({ [field]: text }).length === 0).toBe(isRight)
  })
})

test('a supplier is added with its details; IBAN, BIC and VAT id are stored without spaces; a search finds it by name, city, IBAN and numbers', async () => {
  const given = {
    ...{ company: 'Télécartes Fournier', full_name: 'Zoé Fournier', address: '4 rue des Forges', city: 'Dijon', postalcode: '21000', country: 'FR' },
    ...{ email: 'zoe@fournier.example', mobile: '+33 6 11 22 33 44', telephone: '+33 3 80 00 00 00', ustidnr: 'FR 40 303 265 045', stnr: '12/345/67890' },
    ...{ bank_name: 'Banque du Nord', iban: 'FR76 3000 6000 0112 3456 7890 189', bic: 'bnpa fr pp xxx', hrb: 'RCS Dijon 303265045', director: 'Z. Fournier' },
    ...{ buying_discount: 725, reclaim_days: 20, remarks: 'Livre le mardi' },
  }
  const { supplier_id } = await nord.calls.supplierAdd(given)
  const tidy = { iban: 'FR7630006000011234567890189', bic: 'BNPAFRPPXXX', ustidnr: 'FR40303265045' }
  expect(await one(supplier_id)).toEqual({
    supplier_id,
    ...given,
    ...tidy,
    status: true,
    products: 0,
    products_only: 0,
    last_delivery_at: null,
    last_discount: 725,
  })
  for (const search_text of ['TELECARTES', 'fournier', 'dijon', 'FR7630006000', '303265045'])
    expect((await nord.calls.suppliersList({ search_text })).content.map((row) => row.supplier_id)).toEqual([supplier_id])
  const [row] = await rowsOf<{ after: object; subject_name: string }>(
    w,
    `select after, subject_name from audit where action = 'supplierAdd' order by id desc limit 1`,
  )
  expect(row).toMatchObject({ subject_name: 'Télécartes Fournier', after: { iban: tidy.iban, buying_discount: '7.25' } })
})

test('all wrong numbers (IBAN, BIC, VAT id) of a new supplier are named at their fields in one answer, and nothing is added', async () => {
  const asked = nord.calls.supplierAdd({ company: 'Wrong', iban: 'DE00', bic: 'X', ustidnr: 'FR1', email: 'ok@example.test' })
  await expect(asked).rejects.toMatchObject({ code: 'invalid_input', problems: [{ field: 'iban' }, { field: 'bic' }, { field: 'ustidnr' }] })
  expect((await nord.calls.suppliersList({ search_text: 'Wrong' })).filters.total_count).toBe(0)
})

test('a change of a supplier is logged with the values before and after, of changed fields only', async () => {
  const { supplier_id } = await nord.calls.supplierAdd({ company: 'Before SARL', city: 'Lille' })
  await nord.calls.supplierUpdate({ supplier_id, company: 'After SARL', city: 'Lille', buying_discount: 500 })
  expect(await one(supplier_id)).toMatchObject({ company: 'After SARL', city: 'Lille', buying_discount: 500, email: '' })
  const [row] = await rowsOf(w, `select before, after from audit where action = 'supplierUpdate' order by id desc limit 1`)
  expect(row).toEqual({ before: { company: 'Before SARL', buying_discount: '0.00' }, after: { company: 'After SARL', buying_discount: '5.00' } })
})

test('fields of a supplier that are not sent keep their value, and a field sent blank is cleared', async () => {
  const { supplier_id } = await nord.calls.supplierAdd({ company: 'Blank SARL', city: 'Lille', email: 'a@blank.example', telephone: '+33 3 80 00 00 00' })
  await nord.calls.supplierUpdate({ supplier_id, buying_discount: 300 })
  expect(await one(supplier_id)).toMatchObject({ city: 'Lille', email: 'a@blank.example', telephone: '+33 3 80 00 00 00', buying_discount: 300 })
  await nord.calls.supplierUpdate({ supplier_id, city: '', email: null })
  expect(await one(supplier_id)).toMatchObject({ company: 'Blank SARL', city: '', email: '', telephone: '+33 3 80 00 00 00' })
})

test('a supplier that is switched off keeps its details, and no file is imported from it any more', async () => {
  const { supplier_id } = await nord.calls.supplierAdd({ company: 'Stopped GmbH', city: 'Kehl', email: 'a@stopped.example' })
  const { configuration_id } = await goods(w, { pins: 0 })
  const { upload_id } = await checked(nord, configuration_id, '8100000000000001;A1\n8100000000000002;A2', {}, 'stopped.csv')
  await nord.calls.supplierUpdate({ supplier_id, status: false })
  expect(await one(supplier_id)).toMatchObject({ company: 'Stopped GmbH', city: 'Kehl', email: 'a@stopped.example', status: false })
  await expect(nord.calls.stockUploadFinish({ upload_id, supplier_id, buying_discount: 500 })).rejects.toMatchObject({ code: 'not_found' })
  expect((await nord.calls.suppliersList({ filters: { status: false } })).content.map((row) => row.company)).toEqual(['Stopped GmbH'])
  await nord.calls.supplierUpdate({ supplier_id, status: true })
  await nord.calls.stockUploadFinish({ upload_id, supplier_id, buying_discount: 500 })
})

test('a supplier shows how many products it delivers, how many of these nobody else delivers, and when it delivered last', async () => {
  const [first, second] = (await nord.calls.suppliersList({ sort: 'company' })).content
  const corner = await goods(w, { pins: 2 })
  const [{ supplier_id } = { supplier_id: '' }] = await rowsOf<{ supplier_id: string }>(w, 'select supplier_id from batches where batch_no = $1', [
    corner.batch_no,
  ])
  const before = await one(supplier_id)
  const other = [first, second].find((row) => row?.supplier_id !== supplier_id)?.supplier_id
  const { batch_no } = await batch(w, corner, { pins: 1 })
  await rowsOf(w, 'update batches set supplier_id = $2, buying_discount = 350 where tenant_id = 1 and batch_no = $1', [batch_no, other])
  expect((await one(other ?? ''))?.last_discount).toBe(350)
  const after = await one(supplier_id)
  expect([after?.products, after?.products_only]).toEqual([before?.products, (before?.products_only ?? 0) - 1])
  expect(after?.last_delivery_at).not.toBeNull()
})

test('a reseller’s suppliers are neither listed for other resellers nor changed by them', async () => {
  const [sud, rhein] = [await w.signIn('sud'), await w.signIn('rhein', { host: 'rhein.localhost' })]
  const { supplier_id } = await nord.calls.supplierAdd({ company: 'Mine' })
  for (const stranger of [sud, rhein]) {
    expect((await stranger.calls.suppliersList({ filters: { supplier_id } })).content).toEqual([])
    await expect(stranger.calls.supplierUpdate({ supplier_id, company: 'Theirs' })).rejects.toMatchObject({ code: 'not_found' })
  }
  await expect(nord.calls.supplierUpdate({ supplier_id: newId(), company: 'Nobody' })).rejects.toMatchObject({ code: 'not_found' })
})

test('the platform adds a supplier for the reseller of the tenant it views', async () => {
  const platform = await w.signIn('platform', { host: 'platform.localhost' })
  await platform.calls.tenantChoose({ tenant_id: 1 })
  const { supplier_id } = await platform.calls.supplierAdd({ company: 'By the platform' })
  expect(await one(supplier_id)).toMatchObject({ company: 'By the platform' })
})

test('IBAN and remarks of a supplier are shown to users who manage suppliers, not to those who may only import', async () => {
  const { supplier_id } = await nord.calls.supplierAdd({ company: 'Discret', iban: 'DE89370400440532013000', remarks: 'pays late' })
  const asked = { filters: { supplier_id } }
  const as = async (flags: string) => {
    await rowsOf(w, `update users set flags = $1 where tenant_id = 1 and username = 'nord-stock'`, [flags])
    return (await (await w.signIn('nord-stock')).calls.suppliersList(asked)).content
  }
  expect(await as('{has_inventory}')).toMatchObject([{ company: 'Discret', iban: '', remarks: '' }])
  expect(await as('{has_supplier}')).toMatchObject([{ company: 'Discret', iban: 'DE89370400440532013000', remarks: 'pays late' }])
})
