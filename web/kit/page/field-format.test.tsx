// A field's format follows from its kind in the contract. A column needs a custom cell only if it shows something else.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { calls } from '../../../contract/index.ts'
import { EURO } from '../../../contract/kit/money.ts'
import { rowKinds, totalKinds } from '../../../contract/kit/row-kinds.ts'
import { type Look, shown } from './field-format.tsx'

const text = (value: unknown, look: Look, told = {}) => renderToStaticMarkup(shown(value, look, told)).replace(/[\u00a0\u202f]/g, ' ')

test.each<[unknown, Look, string]>([
  [-12.5 * EURO, 'money', '<span class="negative">-12,50 €</span>'],
  [12.3456 * EURO, 'exact', '<span>12,3456 €</span>'],
  [650, 'percent', '6,50 %'],
  [12_345, 'count', '12.345'],
  [12_345, 'numeral', '12345'],
  [4.25, 'figure', '4,3'],
  ['2026-11-22T23:05:00.000Z', 'instant', '23.11.2026, 00:05'],
  ['2026-11-22T23:05:00.000Z', 'date', '23.11.2026'],
  ['2026-11-22', 'day', '22.11.2026'],
  ['Kiosque', 'text', 'Kiosque'],
  ['GS-2026-1B278AB4-00002', 'text', '<span class="nowrap">GS-2026-1B278AB4-00002</span>'],
  ['Avoir AV-2026-7 du 7', 'text', 'Avoir <span class="nowrap">AV-2026-7</span> du 7'],
  ['+33 6 12 34 56 78 · Ana', 'text', '<span class="nowrap">+33 6 12 34 56 78</span> · Ana'],
  ['Saint-Denis', 'text', 'Saint-Denis'],
  ['', 'text', '–'],
  [null, 'money', '–'],
  [0, 'count', '0'],
])('a field with the value %j, shown in the format %s, reads %s', (value, look, expected) => {
  expect(text(value, look)).toBe(expected)
})

test('a code is shown as its word, with its colour if it has one', () => {
  expect(text('done', 'code', { words: { done: 'Erledigt' } })).toBe('Erledigt')
  expect(text(true, 'yes_no', { words: { true: 'Ja', false: 'Nein' }, looks: { true: 'badge success' } })).toBe('<span class="badge success">Ja</span>')
  expect(text('constructor', 'text', { words: {} })).toBe('constructor')
})

test('the contract tells the kind of value of each column and total of a report', () => {
  expect(Object.fromEntries(rowKinds(calls.salesList))).toMatchObject({ created_at: 'instant', bought_total: 'money', quantity: 'count', status: 'code' })
  expect(Object.fromEntries(totalKinds(calls.salesList))).toMatchObject({ quantity: 'count', margin_total: 'money' })
  expect(Object.fromEntries(rowKinds(calls.stockList, 'batches'))).toMatchObject({ batch_no: 'numeral', expires_on: 'day', buying_discount: 'percent' })
  expect(rowKinds(calls.registrationsList).get('expires_at')).toBe('instant')
  expect([rowKinds(calls.balance).size, totalKinds(calls.balance).size]).toEqual([0, 0])
})

/** Finds cells in the source of columns that only format a field in the usual way of its kind. */
const ONLY_WRITES =
  /key: '(\w+)'[^\n]*\bcell: \(row\) => \(?(row\.\1|format\.(money|count|percent|dateTime|day)\(row\.\1\)|<Amount value=\{row\.\1\} \/>|row\.\1 \? format\.\w+\(row\.\1\) : '–'\)|row\.\1 (\|\||\?\?) '–')( \}|, (number|sort|extra)\b)/g

test('no column has a custom cell that only shows its field in the usual format', () => {
  const folder = join(import.meta.dirname, '../../modules')
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.tsx'))
  expect(files.length).toBeGreaterThan(100)
  expect(files.flatMap((name) => [...readFileSync(join(folder, name), 'utf8').matchAll(ONLY_WRITES)].map(([line]) => `${name}: ${line}`))).toEqual([])
  const lines = [
    "{ key: 'city', header: t('city'), cell: (row) => row.city || '–' },",
    "{ key: 'sum', header: t('sum'), cell: (row) => format.money(row.sum), number: true },",
  ]
  expect(lines.flatMap((line) => [...line.matchAll(ONLY_WRITES)])).toHaveLength(2)
})
