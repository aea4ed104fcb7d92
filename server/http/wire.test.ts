// How the server reads requests of clients that were written by the specification alone.
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { calls } from '../../contract/index.ts'
import { call } from '../../contract/kit/call.ts'
import { country } from '../../contract/kit/countries.ts'
import { field, paging } from '../../contract/kit/field.ts'
import { wireOf } from './wire.ts'

const list = call({
  path: '/a_list/',
  summary: '',
  access: 'all',
  input: z.object({
    ...paging(20),
    filters: field.filters({ is_active: z.optional(field.bool()), plan_id: z.optional(field.id()), name: z.optional(z.string()) }),
    search_text: field.search(),
    remarks: z.optional(z.string()),
    mobile: z.optional(field.mobile()),
    customer_id: field.id(),
  }),
  output: z.object({}),
})
const read = wireOf(list)

test('a field called __proto__ is read like any other field, and adds no values to other objects', () => {
  const given = JSON.parse('{"__proto__": {"customer_id": "somebody else’s"}, "remarks": "x"}')
  expect(Object.entries(read(given))).toEqual(Object.entries(given))
  expect(read(given).customer_id).toBeUndefined()
})

test('a blank field counts as absent if the field is optional and an empty text is not a valid value', () => {
  const blanks = { page: '', limit: ' ', mobile: '', search_text: '', remarks: '', customer_id: '' }
  expect(read(blanks)).toEqual({ search_text: '', remarks: '', customer_id: '' })
})

test('empty filters count as no filters, in every form; in other filters, blank values are left out, unless a blank text is a value of the filter', () => {
  for (const filters of ['', '[]', '[ ]']) expect(read({ filters })).toEqual({})
  for (const filters of ['{}', '{"is_active":""}', '{"plan_id":null,"is_active":" "}']) expect(read({ filters })).toEqual({ filters: '{}' })
  expect(read({ filters: '{"name":""}' })).toEqual({ filters: '{"name":""}' })
  for (const filters of ['[1]', 'x', '7']) expect(read({ filters })).toEqual({ filters })
})

test('paging fields may be written among the filters, but the same field beside the filters takes precedence', () => {
  expect(read({ filters: '{"page":2,"limit":50}' })).toEqual({ filters: '{}', page: '2', limit: '50' })
  expect(read({ filters: '{"page":2}', page: '1' })).toEqual({ filters: '{}', page: '1' })
  expect(read({ filters: '{"total_items":"5"}' })).toMatchObject({ limit: '5' })
})

test('every list accepts the page size under either of its two names', () => {
  expect(read({ total_items: '5' })).toMatchObject({ limit: '5' })
  expect(read({ total_items: '5', limit: '6' })).toMatchObject({ limit: '6' })
  expect(wireOf(calls.productsList)({ limit: '5' })).toMatchObject({ total_items: '5' })
})

test('filters that are nested too deep are passed on unchanged', () => {
  const deep = `{"is_active":${'['.repeat(100_000)}${']'.repeat(100_000)}}`
  expect(read({ filters: deep })).toEqual({ filters: deep })
})

test('an unknown filter is refused with an error that names it', () => {
  const refused = z.safeDecode(list.input, { customer_id: '', filters: '{"colour":"red"}' })
  expect(refused.error?.issues.find(({ code }) => code === 'unrecognized_keys')).toMatchObject({ keys: ['colour'], path: ['filters'] })
})

test('numbers and booleans inside a field’s JSON may be written in quotes', () => {
  for (const is_active of ['true', '"1"', '1', '"true"']) expect(z.decode(list.input.shape.filters, `{"is_active":${is_active}}`)).toEqual({ is_active: true })
  expect(z.decode(field.json(z.array(field.money())), '["7.50", 7.5, 7]')).toEqual([75_000, 75_000, 70_000])
})

test('a country may be given by its two letters or by its name in any language of the product', () => {
  for (const name of ['FR', 'fr', 'France', 'Frankreich', ' Fransa ']) expect(z.decode(country(), name)).toBe('FR')
  expect(z.decode(country(), '')).toBe('')
  expect(z.safeDecode(country(), 'Frankenland').success).toBe(false)
})
