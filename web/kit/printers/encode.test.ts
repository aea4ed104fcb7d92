// Tests slips as bytes: the bytes are decoded as a printer decodes them, on paper of both widths, with the character tables of every make of printer.
import { describe, expect, test } from 'vitest'
import { languages } from '../../../contract/kit/languages.ts'
import { treeOf } from '../../i18n/texts.ts'
import { papers } from '../base/sheet.ts'
import { encoded, type How } from './encode.ts'
import { paperOf, tables } from './fixtures/paper.ts'
import { printable } from './letters.ts'
import { COLUMNS, linesOf, wrapped } from './lines.ts'
import type { Page } from './parts.ts'
import { letterKinds, settingsIn } from './settings.ts'

const how: How = { letters: 'epson', cuts: true, paper: 58, opens_drawer: false }
const digits = (count: number) => Array.from({ length: count }, (_, i) => (i + 1) % 10).join('')
const grouped = (pin: string) => pin.match(/.{1,4}/g)?.join(' ') ?? ''

const slip = (pin: string): Page => [
  { is: 'text', text: 'Kiosque de l’Été Ümit Şahin', look: 'bold', centred: true },
  { is: 'text', text: 'Straße der Völkerfreundschaft 123, 62000 Arras-en-Provence-sur-Mer', look: 'small', centred: true },
  { is: 'mark', text: 'ENTRAÎNEMENT T-000123 : sans valeur' },
  { is: 'line' },
  { is: 'text', text: 'Lycamobile 25', look: 'bold', centred: true },
  { is: 'text', text: '25,00 €', look: 'value', centred: true },
  { is: 'pin', text: grouped(pin) },
  { is: 'dial', dials: `tel:*104*${pin}%23`, label: 'Scannez ceci pour appeler' },
  { is: 'text', text: 'Transaction 0192f0a1-7c3e-7d11-9abc-0123456789ab', look: 'small' },
  { is: 'ends', left: '23.11.2026, 14:05', right: 'Carte 1/30', look: 'small' },
  { is: 'ends', left: 'Ein Produkt mit einem sehr langen Namen', right: '25,00 €', look: 'bold' },
  { is: 'cut', text: '✂ couper ici' },
  { is: 'text', text: 'Composez *104*PIN#\npuis appel.', look: 'small' },
]

describe.each(papers)('a slip on %i mm paper', (paper) => {
  test.each([4, 10, 14, 16, 19, 20, 24])('every line fits the paper, and a PIN of %i digits is in one line', (length) => {
    const pin = digits(length)
    const { lines } = paperOf(encoded([slip(pin)], { ...how, paper }), tables.epson)
    for (const { text, columns } of lines) expect(columns, text).toBeLessThanOrEqual(COLUMNS[paper])
    expect(lines.map(({ text }) => text.trim())).toContain(grouped(pin))
  })

  test('a PIN that is longer than a line is broken only between its groups of digits', () => {
    const pin = digits(64)
    const lines = linesOf([{ is: 'pin', text: grouped(pin) }], COLUMNS[paper]).flatMap((line) => ('text' in line && line.text ? [line.text] : []))
    expect(lines.length).toBeGreaterThan(1)
    for (const line of lines) expect(line).toMatch(/^(\d{4} )*\d{4}$/)
    expect(lines.join(' ')).toBe(grouped(pin))
  })

  test('a PIN of the usual length is printed in double size', () => {
    const found = paperOf(encoded([slip(digits(16))], { ...how, paper }), tables.epson).lines.find(({ text }) => text.trim() === grouped(digits(16)))
    expect(found).toMatchObject({ wide: paper === 80 ? 2 : 1, tall: 2, bold: true })
  })
})

test('a long number on a slip is broken at a hyphen', () => {
  expect(wrapped('Transaction 0192f0a1-7c3e-7d11-9abc-0123456789ab', 32)).toEqual(['Transaction', '0192f0a1-7c3e-7d11-9abc-', '0123456789ab'])
})

test('control: if lines are not broken, one line is wider than the paper', () => {
  const long = slip(digits(16)).flatMap((part) => ('text' in part ? part.text.split('\n') : []))
  expect(Math.max(...long.map((text) => text.length))).toBeGreaterThan(COLUMNS[58])
})

test('each page of a slip is cut, unless the printer has no cutter', () => {
  const pages = [slip(digits(16)), slip(digits(14))]
  expect(paperOf(encoded(pages, how), tables.epson).cuts).toBe(2)
  expect(paperOf(encoded(pages, { ...how, cuts: false }), tables.epson).cuts).toBe(0)
})

test('the drawer opens only if the setting says so, once for all pages and before the slip is printed', () => {
  expect(paperOf(encoded([slip(digits(16))], how), tables.epson).pulses).toBe(0)
  const bytes = encoded([slip(digits(16)), slip(digits(16))], { ...how, opens_drawer: true })
  expect(paperOf(bytes, tables.epson).pulses).toBe(1)
  expect(bytes.findIndex((byte, i) => byte === 0x1b && bytes[i + 1] === 0x70)).toBeLessThan(32)
})

test('a number to dial is sent as a QR code, which the printer draws itself', () => {
  expect(paperOf(encoded([slip('1234567890123456')], how), tables.epson).codes).toEqual(['tel:*104*1234567890123456%23'])
})

const LETTERS = 'é è ê ç ä ö ü ß Ç Ö Ü É'
const TURKISH = 'ş ğ ı İ Ş Ğ'
const makes = letterKinds.filter((kind) => kind !== 'plain')

test.each(makes)('a printer of the kind %s prints the letters of the five languages, and the euro sign', (letters) => {
  const { lines } = paperOf(
    encoded(
      [
        [
          { is: 'text', text: `${LETTERS} €` },
          { is: 'text', text: TURKISH },
        ],
      ],
      { ...how, letters },
    ),
    tables[letters],
  )
  expect(lines[0]?.text).toBe(`${LETTERS} €`)
  expect(lines[1]?.text).toBe(letters === 'western' ? 's g i I S G' : TURKISH)
})

test('a printer without character tables prints plain letters, never a question mark', () => {
  const { lines } = paperOf(encoded([[{ is: 'text', text: `${LETTERS} ${TURKISH} 5 €` }]], { ...how, letters: 'plain', paper: 80 }), {})
  expect(lines.map(({ text }) => text).join(' ')).toContain('e e e c a o u ss C O U E s g i I S G 5')
  expect(lines.map(({ text }) => text).join(' ')).toContain('EUR')
})

test.each(languages)('every word of a slip in %s can be printed by each kind of printer except “western”', (language) => {
  const { slip: words } = treeOf('printers', language)
  for (const word of Object.values(words ?? {}).flatMap((text) => (typeof text === 'string' ? text : [])))
    for (const letters of makes) {
      if (letters === 'western') continue
      const { lines } = paperOf(encoded([[{ is: 'text', text: word }]], { ...how, letters, paper: 80 }), tables[letters])
      const text = lines.flatMap((line) => line.text || []).join(' ')
      expect(text).toBe(wrapped(printable(word, letters), COLUMNS[80]).join(' '))
      expect(text).not.toMatch(/[?<]/)
    }
})

test('thirty cards of a basket take less than 1.2 m of paper', () => {
  const card: Page = [
    { is: 'cut', text: '✂ hier schneiden', tight: true },
    { is: 'ends', left: 'Lycamobile 25', right: '25,00 €', look: 'bold' },
    { is: 'pin', text: grouped(digits(16)), tight: true },
    { is: 'text', text: 'Karte 12/30 · Serien-Nr. 89012345678901 · Los 2026-11 · Gültig bis 31.12.2027', look: 'small' },
  ]
  const lines = linesOf([Array.from({ length: 30 }, () => card).flat(), slip(digits(16))].flat(), COLUMNS[80])
  const height_mm = lines.reduce((sum, line) => sum + ('dials' in line ? 25 : (25.4 / 6) * line.tall), 0)
  expect(height_mm).toBeLessThan(1_200)
})

test('stored printer settings that are damaged or of another version are replaced by the defaults', () => {
  const usual = settingsIn(null)
  expect(usual).toMatchObject({ way: 'browser', asks: false, opens_drawer: false })
  for (const text of ['', '{', '[]', '7', '{"way":"bluetooth","letters":3,"cuts":"yes","printer":{"vendor":"x"}}']) expect(settingsIn(text)).toEqual(usual)
  expect(settingsIn('{"way":"usb","printer":{"vendor":1208,"product":514}}')).toEqual({ ...usual, way: 'usb', printer: { vendor: 1208, product: 514 } })
})
