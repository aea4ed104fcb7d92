// Tests recognising a table: its columns, its goods, and how a mixed file is split into batches. All of these are proposals, so in doubt nothing is proposed.
import fc from 'fast-check'
import { strToU8 } from 'fflate'
import { describe, expect, test } from 'vitest'
import { deliveryNote } from './fixtures/delivery-note.ts'
import { csvOf, PARTS_MAX, type Part, partsOf, rowAt, sentSequences } from './parts.ts'
import { cardsOf } from './pin-cells.ts'
import { readFiles, type Table } from './read.ts'
import { type Denomination, fingerprintOf, goodsOf, guessSequences, type KnownLayout, productOf, sequencesOf } from './recognise.ts'

const card = (product_name: string, euros: number, aliases = ''): Denomination => ({
  ...{ configuration_id: `${product_name} ${euros}`, product_id: product_name, product_name, aliases, value: euros * 10_000, pin_length: 16 },
})
const GOODS = [card('Lycamobile', 10), card('Lycamobile', 20), card('Lebara', 10, 'lbr'), card('Lycamobile Maxi', 20)]
const pin = (n: number) => `7${String(n * 7_919_333).padStart(15, '0')}`

function tableOf(text: string, name = 'cards.csv'): Table {
  const read = readFiles([{ name, bytes: strToU8(text) }])
  if ('problem' in read) throw new Error(read.problem)
  return read.tables[0] as Table
}
const rows = (of: (n: number) => string[], count = 6) => Array.from({ length: count }, (_, n) => of(n).join(';')).join('\n')

test.each([
  ['Produit;Valeur;Code PIN;N° de série;Péremption', { name: 1, value: 2, pin: 3, serial: 4, expiry: 5 }],
  ['Marke;Wert;Geheimcode;Seriennummer;Gültig bis', { name: 1, value: 2, pin: 3, serial: 4, expiry: 5 }],
  ['Ürün;Değer;Şifre;Seri no;Son kullanma', { name: 1, value: 2, pin: 3, serial: 4, expiry: 5 }],
])('the columns of a supplier’s file are recognised by the headings %s', (head, found) => {
  const table = tableOf(`${head}\n${rows((n) => ['Lycamobile', '10,00', pin(n), `S${1000 + n * 3}`, '31.12.2030'])}`)
  expect(guessSequences(table, GOODS)).toEqual({ batch: 0, ...found })
})

test('columns without headings are recognised by their contents; numbers that count up are recognised as serials', () => {
  const table = tableOf(rows((n) => [String(80_000_000 + n), '20', pin(n), 'Lebara France', '2030-12-31', 'L4711']))
  expect(guessSequences(table, GOODS)).toEqual({ serial: 1, value: 2, pin: 3, name: 4, expiry: 5, batch: 6 })
})

test('files with the same headings have the same fingerprint; so have files without headings whose columns look alike', () => {
  const titled = (n: number, head = 'PIN;Serial') => fingerprintOf(tableOf(`${head}\n${rows((i) => [pin(n + i), `S${1000 + n + i}`])}`))
  expect(titled(1)).toBe(titled(700))
  expect(titled(1)).not.toBe(titled(1, 'PIN;Lot'))
  const bare = (n: number, serial: string) => fingerprintOf(tableOf(rows((i) => [pin(n + i), `${serial}${1000 + n + i}`])))
  expect(bare(1, 'S')).toBe(bare(700, 'T'))
  expect(bare(1, 'S')).not.toBe(bare(1, 'LONG'))
  expect(titled(1)).toMatch(/^[0-9a-f]{16}$/)
})

const idOf = (name: string, value: string, titles = '', known?: KnownLayout) => goodsOf({ name, value }, titles, GOODS, known)?.configuration_id

test('a denomination is proposed if it is the only one with this name and value; if several have both, nothing is proposed', () => {
  expect(idOf('LYCAMOBILE', '20.00')).toBe('Lycamobile 20')
  expect(idOf('Lycamobile Maxi', '20.00')).toBe('Lycamobile Maxi 20')
  expect(idOf('lbr pin', '10.00')).toBe('Lebara 10')
  expect(idOf('', '', 'Lebara mars 2027')).toBe('Lebara 10')
  expect(idOf('', '20.00', 'lycamobile livraison')).toBe('Lycamobile 20')
  expect(idOf('', '', 'lycamobile 20 EUR 2026')).toBe('Lycamobile 20')
  for (const [name, value, titles] of [
    ['Lycamobile', '', ''],
    ['Lycamobile', '15.00', ''],
    ['Orange', '10.00', 'Lebara'],
    ['', '10.00', 'cards'],
    ['', '', 'cards'],
    ['', '', 'lebara lycamobile maxi'],
  ] as const)
    expect([name, value, titles, name === '' && titles === 'lebara lycamobile maxi' ? undefined : idOf(name, value, titles)]).toEqual([
      name,
      value,
      titles,
      undefined,
    ])
})

const KNOWN: KnownLayout = {
  ...{ fingerprint: '0'.repeat(16), supplier_id: 's', company: 'Telco', kept_by: 'nord', used_at: '2026-11-22T10:00:00.000Z' },
  ...{ pin_sequence: 2, batch_sequence: 0, serial_sequence: 1, expiry_sequence: 0, value_sequence: 0, name_sequence: 0 },
  goods: [
    { name: 'LYC10', value: '', configuration_id: 'Lycamobile 10' },
    { name: '', value: '', configuration_id: 'Lebara 10' },
    { name: 'GONE', value: '', configuration_id: 'no longer there' },
  ],
}

test('for a file that is like an earlier one, the columns of that file are proposed, and for each name the goods chosen for that file', () => {
  const table = tableOf(`A;B\n${rows((n) => [pin(n), pin(n + 50)])}`)
  expect(sequencesOf(table, GOODS, KNOWN)).toMatchObject({ pin: 2, serial: 1 })
  expect(sequencesOf({ ...table, header: [], rows: [{ row: 1, cells: ['x'] }] }, GOODS, KNOWN).pin).toBe(0)
  expect(idOf('lyc10', '', '', KNOWN)).toBe('Lycamobile 10')
  expect(idOf('GONE', '', '', KNOWN)).toBeUndefined()
  expect(idOf('', '', 'cards', KNOWN)).toBe('Lebara 10')
  // Goods named in the file's name are preferred to the goods chosen for an earlier file.
  expect(idOf('', '', 'lycamobile 20 EUR', KNOWN)).toBe('Lycamobile 20')
})

const MIXED = `Product;Value;PIN;Serial\n${rows((n) => [n % 2 ? 'Lycamobile' : 'LEBARA', n % 3 ? '10,00 €' : '10', pin(n), `S${1000 + n}`], 8)}`
const SEQUENCES = { name: 1, value: 2, pin: 3, serial: 4, batch: 0, expiry: 0 }

test('a mixed file becomes one batch for each name and value, and each row is in exactly one batch, with its line number', () => {
  const table = tableOf(MIXED)
  const parts = partsOf([table], [SEQUENCES]) ?? []
  expect(parts.map(({ name, value, rows: of }) => [name, value, of.length])).toEqual([
    ['LEBARA', '10.00', 4],
    ['Lycamobile', '10.00', 4],
  ])
  const [first] = parts
  if (!first) throw new Error('no part')
  const csv = csvOf(first, SEQUENCES)
  expect(csv.split('\r\n').slice(0, 2)).toEqual(['"Line";"PIN";"Serial";"Lot";"Expiry";"Value"', `"2";"${pin(0)}";"S1000";"";"";"10.00"`])
  expect(sentSequences(SEQUENCES)).toEqual({ pin_sequence: 2, serial_sequence: 3, batch_sequence: 0, expiry_sequence: 0, value_sequence: 6 })
  expect(rowAt(first, 3)).toEqual(table.rows[2])
})

test.each([
  ['value', 30],
  ['name', 100],
] as const)('rows whose %s differs only after its first %i characters are not taken for the same goods', (kind, at) => {
  const text = (n: number) => `${'Lycamobile recharge '.repeat(6).slice(0, at)} ${n} EUR`
  const cells = (n: number) => (kind === 'name' ? [text(n), ''] : ['', text(n)])
  const table = tableOf(`Product;Value;PIN;Serial\n${rows((n) => [...cells(n % 2 ? 10 : 20), pin(n), `S${1000 + n}`], 8)}`)
  expect(partsOf([table], [SEQUENCES])?.map(({ rows: of }) => of.length)).toEqual([4, 4])
})

describe('a sheet of a supplier, with lines above the heading and below the cards', () => {
  const cards = Array.from({ length: 37 }, (_, n) => ({
    ...{ name: n < 20 ? 'Lycamobile' : 'Lebara', value: n < 20 ? 10 : 15, pin: pin(n), serial: `SN${100_000 + n * 7}`, expiry: '31/12/2031' },
  }))
  const read = readFiles([{ name: 'BL-04711.xlsx', bytes: deliveryNote(cards) }])
  const table = 'problem' in read ? undefined : read.tables[0]
  if (!table) throw new Error('not read')

  test('a sheet with lines above its heading is read with that heading, so that the column of serials is recognised', () => {
    expect(table.header).toEqual(['N°', 'Produit', 'Valeur', 'Code PIN', 'N° de série', 'Péremption'])
    expect(guessSequences(table, GOODS)).toEqual({ name: 2, value: 3, pin: 4, serial: 5, expiry: 6, batch: 0 })
  })

  test('a sheet becomes one batch of cards for each value; rows without a PIN are in no batch', () => {
    const of = guessSequences(table, GOODS)
    const parts = partsOf([table], [of]) ?? []
    expect(parts.map(({ name, value, rows: of }) => [name, value, of.length])).toEqual([
      ['Lycamobile', '10.00', 20],
      ['Lebara', '15.00', 17],
    ])
    expect(csvOf(parts[0] as Part, of).split('\r\n')[1]).toBe(`"7";"${pin(0)}";"SN100000";"";"31/12/2031";"10.00"`)
    expect(cardsOf(table, of).others.map(({ cells }) => cells[0])).toEqual(['Total', 'Bon pour accord'])
  })

  test('if a sheet has a value that a known product lacks, that product is proposed for the new value', () => {
    const [, lebara] = partsOf([table], [guessSequences(table, GOODS)]) ?? []
    if (!lebara) throw new Error('no second part')
    expect(goodsOf(lebara, '', GOODS, undefined)).toBeUndefined()
    expect(productOf(lebara.name, '', GOODS)).toMatchObject({ product_id: 'Lebara' })
    expect(productOf('', 'livraison lebara mars', GOODS)).toMatchObject({ product_id: 'Lebara' })
    expect(productOf('Lebara Mini', '', GOODS), 'a longer name is another product').toBeUndefined()
  })
})

test.each([
  ['1.23457E+15', true],
  ['71234', true],
  ['', false],
  ['37', false],
  ['370,00', false],
  ['Signature', false],
  ['ABCDEFGHIJKLMNOP', true],
])('whether a row with "%s" counts as a card, if most PINs have sixteen characters: %s', (text, is) => {
  const all = [pin(1), pin(2), pin(3), text].map((cell, n) => ({ row: n + 1, cells: [cell] }))
  expect(cardsOf({ rows: all }, { ...SEQUENCES, pin: 1 }).cards).toHaveLength(is ? 4 : 3)
})

test('among files dropped together, a row whose PIN is in an earlier batch and a row with an overlong cell are left out and reported', () => {
  const one = tableOf(`PIN;Serial\n${pin(1)};a\n${pin(2)};b`)
  const other = tableOf(`PIN;Serial\n${pin(2).replace(/(.{4})/, '$1 ')};c\n${pin(3)};${'x'.repeat(301)}\n${pin(4)};d\n${pin(4)};e`)
  const of = { ...SEQUENCES, name: 0, value: 0, pin: 1, serial: 2 }
  const [first, second] = partsOf([one, other], [of, of]) ?? []
  expect(first?.left).toEqual([])
  expect(second?.left.map(({ row, reason }) => [row.row, reason])).toEqual([
    [2, 'twice'],
    [3, 'too_long'],
  ])
  // A PIN that appears twice in one batch stays in both rows, because the server's check reports it.
  expect(second?.rows.map(({ row }) => row)).toEqual([4, 5])
})

test('if a column of PINs is taken for names, the rows would make too many batches, and this is reported', () => {
  const table = tableOf(`Product;PIN\n${rows((n) => [pin(n), pin(n + 100)], PARTS_MAX + 1)}`)
  expect(partsOf([table], [{ ...SEQUENCES, value: 0, serial: 0, name: 1, pin: 2 }])).toBeUndefined()
})

test('the server reads the same rows from the sent file as the browser read from the original', () => {
  const cell = fc.string({ unit: fc.constantFrom('a', 'é', ';', '"', '#', 'T', 'H', '1', ' '), maxLength: 6 }).map((text) => text.trim())
  fc.assert(
    fc.property(fc.array(cell, { minLength: 1, maxLength: 8 }), (serials) => {
      const all = serials.map((serial, n) => ({ row: n + 2, cells: [pin(n), serial] }))
      const of = { ...SEQUENCES, name: 0, value: 0, pin: 1, serial: 2 }
      const table = { file: 'a.csv', sheet: '', header: ['PIN', 'Serial'], rows: all, rounded: 0 }
      const [part] = partsOf([table], [of]) ?? []
      const sent = part ? tableOf(csvOf(part, of)) : undefined
      expect(sent?.rows.map(({ cells }) => [cells[1], cells[2]])).toEqual(all.map(({ cells }) => cells))
    }),
  )
})
