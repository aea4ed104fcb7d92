// Tests that the sentence about a problem contains its limit, whatever kind of value the limit is.
import { expect, test } from 'vitest'
import { field } from '../../../contract/kit/field.ts'
import { boundText } from './use-problem-text.ts'

test.each([
  ['an amount', field.money(0), 50_000, '5,00\u00a0€'],
  ['a share', field.percent(), 250, '2,50\u00a0%'],
  ['a number', field.int(0, 9), 5_000, '5.000'],
  ['a day', field.day(), '2026-11-03', '03.11.2026'],
  ['a country', field.search(), 'DE', 'Deutschland'],
  ['a text', field.search(), '12.34.56', '12.34.56'],
  ['nothing', undefined, undefined, ''],
] as const)('the limit in a problem’s sentence is written as text: %s', (_, schema, limit, said) => {
  expect(boundText(schema, limit, 'de')).toBe(said)
})
