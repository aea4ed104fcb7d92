// Tests what a form sends, what it stores as a draft, and when it asks the user before it is left. The forms use the schemas of real calls.
import { expect, test } from 'vitest'
import { customerUpdate } from '../../../contract/customers/customer-changes.ts'
import { productAdd } from '../../../contract/goods/products.ts'
import { supplierAdd, supplierUpdate } from '../../../contract/goods/suppliers.ts'
import type { Call } from '../../../contract/kit/call.ts'
import { encodeInput } from '../../../contract/kit/client.ts'
import { staffUpdate } from '../../../contract/people/staff.ts'
import { changes, differing, draftOf, filled, isSame, readFields, rebased, rowOf, type Shape, type Values, valuesOfDraft } from './form-values.ts'
import { isLeft } from './Leave.tsx'

const shapeOf = (c: Call) => c.input.shape as Shape
/** Returns what an edit form sends after these values are typed over that row. */
const sent = (c: Call, row: object, typed: Values) => {
  const base = rowOf(shapeOf(c), row)
  const { data, problems } = readFields(c.input, changes(shapeOf(c), base, { ...base, ...typed }))
  return { wire: encodeInput(c, { ...data }), problems: problems.map(({ field, code }) => `${field} ${code}`) }
}
const ID = '01890000-0000-7000-8000-000000000001'
const PLAN = '01890000-0000-7000-8000-000000000002'
const supplier = { supplier_id: ID, company: 'Fournier', city: 'Dijon', email: 'a@b.example', buying_discount: 725, iban: 'FR76', products: 3, status: true }
const customer = { customer_id: ID, version: 7, name: 'Gare', shop_type: 'kiosk', plan_id: PLAN, terminal_limit: 0, flags: ['has_credit'], sub_domain: 'gare' }

test('an edit form sends the row’s id and the fields that differ from the row', () => {
  expect(sent(supplierUpdate, supplier, { city: 'Lille', buying_discount: 500 }).wire).toEqual({ supplier_id: ID, city: 'Lille', buying_discount: '5.00' })
  expect(sent(supplierUpdate, supplier, {}).wire).toEqual({ supplier_id: ID })
  // Control: a form for a new row would send all filled fields.
  const typed = rowOf(shapeOf(supplierUpdate), supplier)
  expect(Object.keys(readFields(supplierUpdate.input, filled(typed)).data)).toHaveLength(7)
})

test('a text that differs from the row only by spaces at its ends is not sent', () => {
  expect(sent(supplierUpdate, supplier, { city: ' Dijon ', email: 'a@b.example' }).wire).toEqual({ supplier_id: ID })
  expect(isSame(shapeOf(supplierUpdate).city, 'Dijon', 'dijon')).toBe(false)
})

test('in an edit form a plan, a kind of shop, a language and a number can be cleared', () => {
  expect(sent(customerUpdate, customer, { plan_id: undefined, shop_type: '' }).wire).toEqual({ customer_id: ID, version: '7', plan_id: '', shop_type: '' })
  expect(sent(customerUpdate, customer, { sub_domain: ' ' }).wire).toEqual({ customer_id: ID, version: '7', sub_domain: '' })
  expect(sent(staffUpdate, { user_id: ID, language: 'fr', mobile: '+33 6 11' }, { language: undefined, mobile: '' }).wire).toEqual({
    ...{ user_id: ID, language: '', mobile: '' },
  })
  expect(sent(supplierUpdate, supplier, { email: '' }).wire).toEqual({ supplier_id: ID, email: '' })
})

test('clearing a required field is reported as a problem and not sent', () => {
  expect(sent(supplierUpdate, supplier, { company: '', buying_discount: undefined }).problems).toEqual(['company required', 'buying_discount required'])
  expect(sent(customerUpdate, customer, { terminal_limit: undefined }).problems).toEqual(['terminal_limit required'])
  // Control: a required field that was blank in the row already is not reported.
  expect(sent(staffUpdate, { user_id: ID, full_name: '' }, { full_name: ' ' }).problems).toEqual([])
})

test('a form for a new row sends its filled fields, in wire form', () => {
  const { data, problems } = readFields(supplierAdd.input, filled({ company: 'Neu', city: '', email: undefined, buying_discount: 650 }))
  expect([data, problems]).toEqual([{ company: 'Neu', buying_discount: 650 }, []])
  expect(readFields(supplierAdd.input, filled({ company: ' ' })).problems).toEqual([{ field: 'company', code: 'required' }])
})

test('if a form sends rows within one field, their values are in wire form, and each wrong cell is reported by itself', () => {
  const row = { value: 50_000, info: '', ean: '', vat_treatment: 'exempt', vat_rate: 0, vat_country: '', is_active: true }
  const product = { product_name: 'Carte', product_type: 'cash_card' }
  const right = readFields(productAdd.input, { ...product, configurations: [row] })
  expect(encodeInput(productAdd, { ...right.data }).configurations).toContain('"value":"5.00"')
  const wrong = { ...row, value: { unread: '1.000', code: 'not_an_amount' } as const, ean: '123' }
  const { problems } = readFields(productAdd.input, { ...product, configurations: [row, wrong, { ...row, value: undefined }] })
  expect(problems.map(({ field, code }) => `${field} ${code}`)).toEqual(
    expect.arrayContaining(['configurations.1.value not_an_amount', 'configurations.2.value required']),
  )
})

test('a value below its limit and a text that is no number are both reported at their field', () => {
  expect(sent(supplierUpdate, supplier, { buying_discount: -100 }).problems).toEqual(['buying_discount discount_negative'])
  expect(sent(supplierUpdate, supplier, { buying_discount: { unread: 'viel', code: 'not_a_percentage' } }).problems).toEqual([
    'buying_discount not_a_percentage',
  ])
})

test('a draft restores typed, emptied and unreadable fields', () => {
  const shape = shapeOf(customerUpdate)
  const base = rowOf(shape, customer)
  const typed = {
    ...{ ...base, name: 'Gare du Nord', shop_type: undefined, email: 'half@', terminal_limit: { unread: '1o', code: 'not_a_whole_number' } },
    ...{ flags: ['has_credit', 'has_reports'], devices_only: true },
  }
  const draft = draftOf(shape, base, typed)
  expect(draft).toEqual({
    ...{ name: 'Gare du Nord', shop_type: '', email: 'half@', terminal_limit: '1o', flags: '["has_credit","has_reports"]', devices_only: '1' },
  })
  const back = { ...base, ...valuesOfDraft(shape, JSON.parse(JSON.stringify(draft))) }
  expect(back).toMatchObject({ name: 'Gare du Nord', shop_type: '', flags: ['has_credit', 'has_reports'], devices_only: true })
  expect([back.terminal_limit, back.email]).toEqual([
    { unread: '1o', code: 'not_a_whole_number' },
    { unread: 'half@', code: 'not_an_email' },
  ])
  // Control: a draft leaves out fields in which nobody typed, so that restoring it does not overwrite a row that has changed since.
  expect(Object.keys(draftOf(shape, base, base))).toEqual([])
})

test('a draft of an older version of the form restores only the fields that the call still has', () => {
  expect(valuesOfDraft(shapeOf(supplierUpdate), { company: 'A', gone: 'x', buying_discount: 'much' })).toEqual({
    ...{ company: 'A', buying_discount: { unread: 'much', code: 'not_a_percentage' } },
  })
})

test('if the row changes on the server, fields in which the user typed stay and all other fields take the new values', () => {
  const shape = shapeOf(supplierUpdate)
  const base = rowOf(shape, supplier)
  const typed = { ...base, city: 'Lille' }
  const now = { ...base, city: 'Nancy', company: 'Fournier et fils' }
  expect(rebased(shape, base, now, typed)).toMatchObject({ city: 'Lille', company: 'Fournier et fils' })
  expect(differing(shape, now, rebased(shape, base, now, base))).toEqual([])
})

test('going to another page or another tab counts as leaving a form; changing a list’s filters does not', () => {
  const at = (pathname: string, search = {}) => ({ pathname, search })
  expect(isLeft(at('/a'), at('/b'))).toBe(true)
  expect(isLeft(at('/a', { tab: 'x' }), at('/a', { tab: 'y' }))).toBe(true)
  expect(isLeft(at('/a', { q: '1' }), at('/a', { q: '2' }))).toBe(false)
})
