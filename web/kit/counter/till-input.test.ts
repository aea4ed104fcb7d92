import { expect, test } from 'vitest'
import { digitOf, readQuantity, readTillInput, stepOf } from './till-input.ts'

const key = (code: string, typed: string, held: Partial<KeyboardEvent> = {}) => ({
  code,
  key: typed,
  shiftKey: false,
  ctrlKey: false,
  altKey: false,
  metaKey: false,
  ...held,
})

test('one to three digits are a tile’s number, eight or more a barcode, anything else a search', () => {
  expect(readTillInput('  ')).toEqual({ kind: 'blank' })
  expect(readTillInput('3')).toEqual({ kind: 'number', number: 3 })
  expect(readTillInput('112')).toEqual({ kind: 'number', number: 112 })
  expect(readTillInput('1500')).toEqual({ kind: 'search' })
  expect(readTillInput('3760123450019')).toEqual({ kind: 'scan', ean: '3760123450019' })
  expect(readTillInput('leb 10')).toEqual({ kind: 'search' })
})

test('a quantity of 31 is refused in the field, 30 is accepted', () => {
  expect(readQuantity('30', 30)).toEqual({ kind: 'quantity', quantity: 30 })
  expect(readQuantity('31', 30)).toEqual({ kind: 'too_many' })
  expect(readQuantity('31', 500)).toEqual({ kind: 'quantity', quantity: 31 })
  for (const text of ['', '0', '-1', '1.5', 'x', '+5', '+33612345678']) expect(readQuantity(text, 30)).toEqual({ kind: 'missing' })
})

test('a barcode scanned into the quantity field chooses the next product', () => {
  expect(readQuantity('37601234', 30)).toEqual({ kind: 'scan', ean: '37601234' })
})

test('digits are read from the physical key, so a scanner works with an AZERTY layout', () => {
  expect(digitOf(key('Digit1', '&'))).toBe('1')
  expect(digitOf(key('Digit2', 'é'))).toBe('2')
  expect(digitOf(key('Numpad7', '7'))).toBe('7')
  expect(digitOf(key('Numpad7', 'Home'))).toBeUndefined()
  expect(digitOf(key('Digit1', '!', { shiftKey: true }))).toBeUndefined()
  expect(digitOf(key('Digit0', '@', { altKey: true, ctrlKey: true }))).toBeUndefined()
  expect(digitOf(key('KeyQ', 'a'))).toBeUndefined()
})

test('the keys + and − change the quantity, but the AZERTY key that carries both − and 6 is read as a six', () => {
  expect(stepOf(key('NumpadAdd', '+'))).toBe(1)
  expect(stepOf(key('Equal', '+', { shiftKey: true }))).toBe(1)
  expect(stepOf(key('Slash', '-'))).toBe(-1)
  expect(stepOf(key('Digit6', '-'))).toBeUndefined()
  expect(digitOf(key('Digit6', '-'))).toBe('6')
})
