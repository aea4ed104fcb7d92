import { expect, test } from 'vitest'
import { cardsOf, emptyRow, pastedRows } from './typed-cards.ts'

test('a pasted column becomes rows of cards, with the serial beside each code', () => {
  expect(pastedRows('1111\tA1\r\n2222\tA2\n\n3333\n')?.map(({ pin, serial }) => [pin, serial])).toEqual([
    ['1111', 'A1'],
    ['2222', 'A2'],
    ['3333', ''],
  ])
  expect(pastedRows('1111;A1')).toBeUndefined()
  expect(pastedRows(Array.from({ length: 300 }, () => '1').join('\n'))).toHaveLength(200)
})

test('blank rows of typed gift cards are not sent, and a card without an expiry day is sent without that field', () => {
  expect(cardsOf([emptyRow({ pin: ' 12 ' }), emptyRow(), emptyRow({ pin: '34', serial: 'S', expires_on: '2030-01-31' })])).toEqual([
    { pin: '12', serial: '' },
    { pin: '34', serial: 'S', expires_on: '2030-01-31' },
  ])
})
