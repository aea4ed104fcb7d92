// Named parameters become PostgreSQL's numbered ones; everything else with a colon stays as it is.
import { expect, test } from 'vitest'
import { columnsAndValues, positional } from './parameters.ts'

test('a name used twice in a query is one parameter, and the order of the values does not matter', () => {
  expect(positional('select from pins where tenant_id = :tenant_id and (id = :id or :id is null)', { id: 7, tenant_id: 1 })).toEqual({
    text: 'select from pins where tenant_id = $1 and (id = $2 or $2 is null)',
    values: [1, 7],
  })
})

test('colons of casts, named arguments, texts, quoted names, comments and slices of arrays are not taken for parameters', () => {
  const text = `select :day::date, f(at := :day), 'a ":b" isn''t :c', ":d", $$ :e $$, $x$ :f $x$ -- :g '
    /* :h */ where x[1:cardinality(x)] = y[2:3] and x[n:m] = f(x)[a:b] and y = '{}'::int[]`
  const expected = text.replace(':day::date', '$1::date').replace(':= :day', ':= $1')
  expect(positional(text, { day: '2026-11-22' })).toEqual({ text: expected, values: ['2026-11-22'] })
})

test('a parameter’s name is read to its end, so one name may be the beginning of another', () => {
  expect(positional('select :id, :id_2,:id', { id: 1, id_2: 2 })).toEqual({ text: 'select $1, $2,$1', values: [1, 2] })
})

test('a name without a value is refused with an error that names it, even if the same text was translated with a value before', () => {
  expect(() => positional('select :a, :b', { a: 1 })).toThrow(':b')
  expect(positional('select :a, :b', { a: 1, b: null }).values).toEqual([1, null])
  expect(() => positional('select :a, :b', { a: 1 })).toThrow(':b')
})

test('a value that the query’s text does not use is refused with an error that names it', () => {
  expect(() => positional('select :a', { a: 1, tenant_id: 2 })).toThrow(':tenant_id')
  expect(() => positional('select 1', { a: 1 })).toThrow(':a')
})

test('columnsAndValues writes an insert whose values have the names of their columns', () => {
  expect(positional(`insert into messages ${columnsAndValues(['id', 'text'])}`, { id: 1, text: 'x' }).text).toBe(
    'insert into messages (id, text) values ($1, $2)',
  )
})
