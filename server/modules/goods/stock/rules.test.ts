// The pure rules of an import: what is wrong with a row, dates, masks, duplicates, wrong lengths.

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { normalisePin } from '../batches/batches.ts'
import { dayNumber, dayOfNumber, parseExpiry } from './expiry.ts'
import { createLengthStudy } from './length-study.ts'
import { maskCells, maskFrom, maskPin } from './mask.ts'
import { createPinSet } from './pin-set.ts'
import { createRowCheck, type Rules } from './row-check.ts'

const rules: Rules = {
  columns: { pin: 1, batch: 3, serial: 0, expiry: 4, value: 2 },
  pin_length: 16,
  pin_letters: false,
  zero_to: 0,
  value: 100_000,
  today: '2026-06-01',
}

const PIN = '7234567890123456'

test.each([
  [['S', PIN, '10.00', 'L1', '31.12.2026'], { pin: PIN, serial: 'S', batch: 'L1', expires_on: '2026-12-31' }],
  [['S', '7234 5678-9012 3456', '10,00 €', 'L1', '2026-06-01'], { pin: PIN, expires_on: '2026-06-01' }],
  [['S', PIN, '10', 'L1', '2026-05-31'], { finding: 'expired', detail: { expires_on: '2026-05-31' } }],
  [['S', PIN, '10', 'L1', '31/02/2027'], { finding: 'expiry_unreadable' }],
  [['S', PIN, '15.00', 'L1', '31/12/2027'], { finding: 'other_value', detail: { expected: '10.00' } }],
  [['S', PIN, 'ten', 'L1', '31/12/2027'], { finding: 'other_value' }],
  [['S', '', '10', 'L1', '31/12/2027'], { finding: 'pin_missing' }],
  [['S', ' - ', '10', 'L1', '31/12/2027'], { finding: 'pin_missing' }],
  [['S', '7,23E+15', '10', 'L1', '31/12/2027'], { finding: 'scientific_notation' }],
  [['S', '7.2345E15', '10', 'L1', '31/12/2027'], { finding: 'scientific_notation' }],
  [['S', '723456789012345O', '10', 'L1', '31/12/2027'], { finding: 'pin_characters' }],
  [['S', '7234567890', '10', 'L1', '31/12/2027'], { finding: 'pin_length', detail: { expected: 16, found: 10 } }],
  [['S', PIN], { finding: 'columns_missing', detail: { expected: 5, found: 2 } }],
])('the row %j is accepted, or refused with the expected finding', (cells, verdict) => {
  expect(createRowCheck(rules)(cells)).toMatchObject(verdict)
})

test('letters are accepted in a PIN only for products that allow them, and then only unaccented ones', () => {
  const columns = { pin: 0, batch: -1, serial: -1, expiry: -1, value: -1 }
  const check = (pin: string, pin_letters: boolean) => createRowCheck({ ...rules, columns, pin_length: 0, pin_letters })([pin])
  expect(check('AB12-CD34', true)).toMatchObject({ pin: 'AB12CD34' })
  expect(check('AB12-CD34', false)).toMatchObject({ finding: 'pin_characters' })
  expect(check('AB12ÇD34', true)).toMatchObject({ finding: 'pin_characters' })
})

test('normalising a PIN keeps every digit and its order, whatever gaps are between the digits', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom('0', '1', '7', '9', ' ', '-', '\u00a0')), (signs) => {
      expect(normalisePin(signs.join(''))).toBe(signs.filter((sign) => /\d/.test(sign)).join(''))
    }),
  )
})

test.each([
  ['31/12/2027', '2027-12-31'],
  ['1.2.2027', '2027-02-01'],
  ['2027-12-31', '2027-12-31'],
  ['20271231', '2027-12-31'],
  ['29.02.2028', '2028-02-29'],
  ['29.02.2027', undefined],
  ['02/2028', '2028-02-29'],
  ['12.2027', '2027-12-31'],
  ['2027-11', '2027-11-30'],
  ['13/2027', undefined],
  ['20271301', undefined],
  ['12/31/2027', undefined],
  ['31.12.27', undefined],
  ['', undefined],
  ['7234567890123456', undefined],
  ['31.12.1999', undefined],
])('the text %s is read as the date %s', (text, day) => {
  expect(parseExpiry(text)).toBe(day)
})

test('a day written in any of the four date formats is read as the same day', () => {
  fc.assert(
    fc.property(fc.date({ min: new Date('2000-01-01'), max: new Date('2099-12-31'), noInvalidDate: true }), (date) => {
      const day = date.toISOString().slice(0, 10)
      const [y, m, d] = day.split('-')
      for (const text of [`${d}/${m}/${y}`, `${d}.${m}.${y}`, day, `${y}${m}${d}`]) expect(parseExpiry(text)).toBe(day)
      expect(dayOfNumber(dayNumber(day))).toBe(day)
    }),
  )
})

test('a masked PIN shows at most four characters, and at most half of its characters', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'0123456789AB'), maxLength: 40 }), (cell) => {
      const shown = maskPin(cell).replaceAll('•', '').length
      expect(shown).toBeLessThanOrEqual(Math.min(4, cell.length / 2))
      expect(maskPin(cell)).toHaveLength(cell.length)
    }),
  )
})

test('a PIN is masked whichever column of the row it is in', () => {
  const digits = fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: 16, maxLength: 16 })
  fc.assert(
    fc.property(
      fc.array(digits, { minLength: 1, maxLength: 5 }),
      fc.integer({ min: -1, max: 5 }),
      fc.integer({ min: -1, max: 5 }),
      fc.boolean(),
      (cells, pin, expiry, letters) => {
        const masked = maskCells(cells, { pin, expiry, from: maskFrom(16), letters })
        for (const [i, cell] of cells.entries()) expect(masked[i]).not.toContain(cell.slice(0, 13))
      },
    ),
  )
  const shown = (cells: string[]) => maskCells(cells, { pin: 0, expiry: 1, from: maskFrom(6), letters: true })
  expect(shown([PIN, '20271231', '123456', 'AB12CD', 'Lot A', '7234 5678'])).toEqual(['••••••••••••3456', '20271231', '•••456', '•••2CD', 'Lot A', '•••••5678'])
})

test('a repeated PIN is found with the row of its first occurrence, even if many PINs share a slot of the hash table', () => {
  const hash = (i: number) => {
    const bytes = Buffer.alloc(16)
    bytes.writeUInt32LE(i % 7, 0)
    bytes.writeUInt32LE(i, 8)
    return bytes
  }
  const seen = createPinSet(500)
  for (let i = 0; i < 500; i++) expect(seen.add(hash(i), i + 10)).toBe(0)
  for (let i = 0; i < 500; i++) expect(seen.add(hash(i), 9_999)).toBe(i + 10)
})

test('a wrong length is explained as a missing zero only if all rows lack one, and as swapped columns only if nearly all wrong rows fit another column', () => {
  const study = () => createLengthStudy(rules)
  const short = study()
  for (let i = 0; i < 4; i++) short.see(['S', '723456789012345'])
  expect(short.verdict(4)).toMatchObject({ finding: 'leading_zero_missing' })
  expect(short.verdict(5)).toBeUndefined()
  const swapped = study()
  for (let i = 0; i < 4; i++) swapped.see([PIN, '123'])
  expect(swapped.verdict(5)).toMatchObject({ finding: 'swapped_columns', detail: { column: 1 } })
  expect(swapped.verdict(9)).toBeUndefined()
})
