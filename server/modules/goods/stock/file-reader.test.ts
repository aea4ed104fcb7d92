// Reading a file: rows and cells, separators and headers, columns, encodings.
import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findHeader, guessDelimiter, guessHeader } from '../../../../contract/goods/file-layout.ts'
import { createRowReader, splitCells } from '../../../../contract/goods/file-rows.ts'
import { createDecoder, createEncodingSniffer, withoutUtf16 } from '../../../kit/encoding.ts'
import { guessColumns } from './columns.ts'

const PIN = '7234567890123456'

test('cells of a row are split as a CSV library splits them', () => {
  const cell = fc.string({ unit: fc.constantFrom('a', '0', '7', '"', ';', ',', ' ', 'é'), maxLength: 8 })
  fc.assert(
    fc.property(fc.array(cell, { minLength: 1, maxLength: 6 }), (cells) => {
      const line = cells.map((text) => (/[";,]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)).join(';')
      const [expected = ['']] = parse(line, { delimiter: ';', skip_empty_lines: false }) as string[][]
      expect(splitCells(line, ';')).toEqual(expected.map((text) => text.trim()))
    }),
  )
})

test.each([
  ['="0123";="4567"', ['0123', '4567']],
  ['"=""0123""";4567', ['0123', '4567']],
  ["'012345;\"'0123\";'tis", ['012345', '0123', "'tis"]],
  ['12" pipe;7', ['12" pipe', '7']],
  ['"open;7', ['"open', '7']],
])('the line %s is read as the cells that a spreadsheet shows', (line, cells) => {
  expect(splitCells(line, ';')).toEqual(cells)
})

test('a file has the same rows, however it is cut into pieces for reading', () => {
  const text = 'H1;x\r\n# note\r\n\r\nSerial;Pin\r\n1;"a;b"\r\n2;c\r\n\r\n3;d\r\nEOF;3'
  const read = (pieces: string[]) => {
    const reader = createRowReader({ delimiter: ';', has_header: true })
    const rows = [...pieces.flatMap((piece) => reader.push(piece)), ...reader.end()]
    return { rows, header: reader.header(), holds: reader.trailerHolds() }
  }
  const whole = read([text])
  expect(whole).toEqual({
    rows: [
      { row: 5, cells: ['1', 'a;b'] },
      { row: 6, cells: ['2', 'c'] },
      { row: 8, cells: ['3', 'd'] },
    ],
    header: ['Serial', 'Pin'],
    holds: true,
  })
  fc.assert(
    fc.property(fc.array(fc.nat(text.length)), (cuts) => {
      const edges = [0, ...[...cuts].sort((a, b) => a - b), text.length]
      expect(read(edges.slice(1).map((edge, i) => text.slice(edges[i], edge)))).toEqual(whole)
    }),
  )
})

test.each([
  ['EOF;2', true],
  ['T;2', true],
  ['EOF;3', true],
  ['EOF;7', false],
  ['EOF;2\n3;c', false],
])('the check whether the trailer %j has the right number of rows gives %s', (tail, holds) => {
  const reader = createRowReader({ delimiter: ';', has_header: false })
  reader.push(`1;a\n2;b\n${tail}\n`)
  reader.end()
  expect(reader.trailerHolds()).toBe(holds)
})

test.each([
  [['a;b;1,5', 'c;d;2,5'], ';'],
  [['a,b', 'c,d'], ','],
  [['D|A|10,00|x', 'D|B|20,00|y'], '|'],
  [['a\tb c', 'd\te f'], 'tab'],
  [['7234567890123456'], ';'],
])('the separator guessed for lines like %j is %s', (lines, delimiter) => {
  expect(guessDelimiter(lines)).toBe(delimiter)
})

test.each([
  [['Serial', 'PIN'], ['12345', PIN], true],
  [['12345', PIN], ['12346', PIN], false],
  [['D', 'x'], ['D', '12345'], false],
  [['Serial', 'PIN'], undefined, true],
])('the guess whether %j above %j is a header gives %s', (first, second, header) => {
  expect(guessHeader(second ? [first, second] : [first])).toBe(header)
})

const product = { pin_length: 16, pin_letters: false, value: 100_000 }

const sample = (pinAt: number) =>
  Array.from({ length: 6 }, (_, i) =>
    pinAt === 0 ? [`7${String(i * 7_919_333).padStart(15, '0')}`, String(5000 + i)] : [String(5000 + i), `7${String(i * 7_919_333).padStart(15, '0')}`],
  )

test.each([
  [['Serial number', 'PIN code'], 1],
  [['Code secret', 'N° de série'], 0],
  [['Seriennummer', 'Aufladecode'], 1],
  [['Şifre', 'Seri no'], 0],
  [['Serienummer', 'Beltegoedcode'], 1],
  [[], 1],
  [[], 0],
])('under the header %j the PIN is found in column %i', (header, pin) => {
  expect(guessColumns(header, sample(pin), product).pin).toBe(pin)
})

test('a column of numbers that count up is never taken for the PIN column', () => {
  const rows = Array.from({ length: 6 }, (_, i) => [String(7_000_000_000_000_000 + i), `7${String(i * 7_919_333).padStart(15, '0')}`])
  expect(guessColumns([], rows, product).pin).toBe(1)
})

test('the encoding of a file is recognised and its text decoded correctly, however the bytes are cut into pieces', () => {
  const cases = [
    { text: 'Série;Gültig\n', encoding: 'utf-8', bytes: Buffer.from('Série;Gültig\n') },
    { text: 'Série;Gültig\n', encoding: 'windows-1252', bytes: Buffer.from('Série;Gültig\n', 'latin1') },
    { text: 'Şifre;Geçerli\n', encoding: 'windows-1254', bytes: Buffer.from([0xde, ...Buffer.from('ifre;Ge'), 0xe7, ...Buffer.from('erli\n')]) },
    { text: 'plain;ascii\n', encoding: 'utf-8', bytes: Buffer.from('plain;ascii\n') },
    { text: 'bom;é\n', encoding: 'utf-8', bytes: Buffer.from('\uFEFFbom;é\n') },
    { text: '€;😀é\n', encoding: 'utf-8', bytes: Buffer.from('€;😀é\n') },
  ] as const
  for (const { text, encoding, bytes } of cases)
    for (let size = 1; size <= bytes.length; size++) {
      const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) => bytes.subarray(i * size, (i + 1) * size))
      const sniffer = createEncodingSniffer()
      for (const piece of pieces) sniffer.see(piece)
      expect(sniffer.found()).toBe(encoding)
      expect(pieces.map(createDecoder(encoding)).join('')).toBe(text)
    }
})

test('UTF-16 is converted to UTF-8, with or without a byte order mark, however it is cut into pieces; other bytes are not changed', async () => {
  const text = 'Série;PIN\n1;7234567890123456\n€;😀\n'
  const big = (words: Buffer) => Buffer.from(words).swap16()
  const [small, marked] = [Buffer.from(text, 'utf16le'), Buffer.from(`\uFEFF${text}`, 'utf16le')]
  async function* pieces(bytes: Buffer, size: number) {
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
  }
  async function through(bytes: Buffer, size: number) {
    const found: Buffer[] = []
    for await (const piece of withoutUtf16(pieces(bytes, size))) found.push(piece)
    return Buffer.concat(found).toString()
  }
  for (const bytes of [small, marked, big(small), big(marked)]) for (const size of [9, 16, 1000]) expect(await through(bytes, size)).toBe(text)
  const [binary, plain] = [Buffer.from('PK\u0003\u0004\0\0\u0014\0', 'latin1'), Buffer.from(text)]
  expect(await through(binary, 5)).toBe(binary.toString())
  expect(await through(plain, 7)).toBe(text)
  const sniffer = createEncodingSniffer()
  sniffer.see(binary)
  expect(sniffer.found()).toBeUndefined()
})

test.each([
  [['Export Kiosque;;', 'Order 20261122;;', 'Serial;PIN;Expiry', `1;${PIN};12/2027`, `2;${PIN};12/2027`], 3],
  [['Serial;PIN', `1;${PIN}`, `2;${PIN}`], 1],
  [[`1;${PIN}`, `2;${PIN}`], undefined],
  [['PIN', PIN, PIN], 1],
  [['A title', `1;${PIN}`, `2;${PIN}`], undefined],
  [['Telco SARL', 'Delivery note;4711;;', 'Artikel;Wert;PIN;Seriennummer', `Card;10;${PIN};S1`, 'Summe;370;;'], 3],
  [['Code;Place', 'Customer;Lille', `1;${PIN}`, `2;${PIN}`], undefined],
])('in the lines %j the header is found in line %s', (lines, line) => {
  expect(findHeader(lines.map((text, i) => ({ row: i + 1, cells: text.split(';') })))).toBe(line)
})
