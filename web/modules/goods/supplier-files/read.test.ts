// Tests reading dropped files: texts in every encoding, workbooks and archives; also files with a wrong extension, decompression bombs, and files with a
// password.
import fc from 'fast-check'
import { strToU8, zipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { type Made, workbook, workbookFiles } from './fixtures/workbook.ts'
import { FILES_MAX } from './limits.ts'
import { type Read, readFiles, type Table } from './read.ts'

const read = (name: string, bytes: Uint8Array): Read => readFiles([{ name, bytes }])
function tablesOf(found: Read): Table[] {
  if ('problem' in found) throw new Error(found.problem)
  return found.tables
}
const tablesIn = (name: string, bytes: Uint8Array) => tablesOf(read(name, bytes))
const cellsIn = (name: string, bytes: Uint8Array) => tablesIn(name, bytes)[0]?.rows.map(({ cells }) => cells)
const problemOf = (found: Read) => ('problem' in found ? found.problem : 'none')

const PINS = ['0123456789012345', '7234567890123456', '8234567890123457']
const HEAD = ['PIN', 'Série', 'Valeur']
const ROWS = PINS.map((pin, i) => [pin, `S${1000 + i}`, '10,00'])
const textOf = (separator: string) => [HEAD, ...ROWS].map((row) => row.join(separator)).join('\r\n')

describe('texts in supplier files', () => {
  test.each([';', ',', '|', '\t'])('a text separated by %j is split into its rows', (separator) => {
    const rows = separator === ',' ? ROWS.map(([pin, serial]) => [pin, serial, '10']) : ROWS
    const text = [HEAD, ...rows].map((row) => row.join(separator)).join('\n')
    const [table] = tablesIn('a.txt', strToU8(text))
    expect(table).toMatchObject({ file: 'a.txt', sheet: '', header: HEAD, rounded: 0 })
    expect(table?.rows).toEqual(rows.map((cells, i) => ({ row: i + 2, cells })))
  })

  const utf16 = (text: string, isBig: boolean, mark: boolean) => {
    const bytes = new Uint8Array(Buffer.from(`${mark ? '\uFEFF' : ''}${text}`, 'utf16le'))
    return isBig ? new Uint8Array(Buffer.from(bytes).swap16()) : bytes
  }
  test.each([
    ['UTF-8 with its mark', strToU8(`\uFEFF${textOf(';')}`)],
    ['UTF-16, little end first', utf16(textOf(';'), false, true)],
    ['UTF-16, big end first', utf16(textOf(';'), true, true)],
    ['UTF-16 without a mark', utf16(textOf(';'), false, false)],
    ['Windows-1252', new Uint8Array(Buffer.from(textOf(';'), 'latin1'))],
  ])('a supplier’s file in the encoding %s is read', (_, bytes) => {
    expect(tablesIn('a.csv', bytes)[0]?.header).toEqual(HEAD)
    expect(cellsIn('a.csv', bytes)).toEqual(ROWS)
  })

  test('a cell is read without the apostrophe or formula by which a spreadsheet keeps a leading zero', () => {
    const text = `PIN;Code\n'0123456789;="0042"\n"'0123456789";"=""0042"""\n`
    expect(cellsIn('a.csv', strToU8(text))).toEqual([
      ['0123456789', '0042'],
      ['0123456789', '0042'],
    ])
  })

  test('a text whose last line states more rows than it has is refused as a whole', () => {
    expect(problemOf(read('a.csv', strToU8(`${textOf(';')}\r\nEOF;9`)))).toBe('incomplete')
    expect(problemOf(read('a.csv', strToU8(`${textOf(';')}\r\nEOF;3`)))).toBe('none')
  })

  test('a table that is written as a text and read again is the same, whatever its cells contain', () => {
    const cell = fc.string({ unit: fc.constantFrom('a', 'é', ';', '"', ' ', '0', '7', 'ş'), maxLength: 6 }).map((text) => text.trim())
    const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`
    fc.assert(
      fc.property(fc.array(fc.tuple(cell, cell), { minLength: 1, maxLength: 8 }), (pairs) => {
        const rows = pairs.map(([a, b], i) => [`72345678901234${10 + i}`, a, b])
        const text = [['PIN', 'Aa', 'Bb'], ...rows].map((row) => row.map(quoted).join(';')).join('\n')
        expect(cellsIn('a.csv', strToU8(text))).toEqual(rows)
      }),
    )
  })
})

describe('workbooks of suppliers', () => {
  const sheet: Made[][] = [
    ['PIN', 'Expiry', 'Value', 'Short'],
    ['0123456789012345', { number: '47848', format: 1 }, { number: '10' }, { number: '42', format: 2 }],
    ["'7234567890123456", '31.12.2030', { number: '12.5' }, { number: '123456789012345' }],
  ]
  test('cells of a workbook are read: texts as written, days as days, numbers with the leading zeros of their format', () => {
    const [table] = tablesIn('a.xlsx', workbook({ Cards: sheet }))
    expect(table).toMatchObject({ file: 'a.xlsx', sheet: 'Cards', header: ['PIN', 'Expiry', 'Value', 'Short'], rounded: 0 })
    expect(table?.rows).toEqual([
      { row: 2, cells: ['0123456789012345', '2030-12-31', '10', '0000000000000042'] },
      { row: 3, cells: ['7234567890123456', '31.12.2030', '12.5', '123456789012345'] },
    ])
  })

  test('numbers that a workbook has rounded are read in scientific notation, so that the later check of the rows refuses them', () => {
    const [table] = tablesIn(
      'a.xlsx',
      workbook({ A: [['PIN'], [{ number: '7234567890123450' }], [{ number: '7.23456789012345E+15' }], [{ number: '999999999999999' }]] }),
    )
    expect(table?.rounded).toBe(2)
    expect(table?.rows.map(({ cells }) => cells[0])).toEqual(['7.23456789012345E+15', '7.23456789012345E+15', '999999999999999'])
  })

  test('a workbook gives a table for each sheet with rows, and no table for hidden or empty sheets', () => {
    const files = workbookFiles({ One: sheet, Empty: [], Two: sheet, Hidden: sheet })
    const book = new TextDecoder().decode(files['xl/workbook.xml'] as Uint8Array)
    files['xl/workbook.xml'] = strToU8(book.replace('name="Hidden"', 'name="Hidden" state="hidden"'))
    expect(tablesIn('a.xlsx', zipSync(files)).map((one) => one.sheet)).toEqual(['One', 'Two'])
  })

  test('a formula in a workbook is not calculated; its saved result is read instead', () => {
    const files = workbookFiles({
      A: [
        ['PIN', 'Value'],
        ['0123456789012345', { number: '11' }],
      ],
    })
    const path = 'xl/worksheets/sheet1.xml'
    const xml = new TextDecoder().decode(files[path] as Uint8Array)
    files[path] = strToU8(xml.replace('<x:v>11</x:v>', '<x:f>HYPERLINK("http://evil.example")</x:f><x:v>10</x:v>'))
    expect(cellsIn('a.xlsx', zipSync(files))).toEqual([['0123456789012345', '10']])
  })

  test('a table that is written as a workbook and read again is the same, whatever its cells contain', () => {
    const cell = fc.string({ unit: fc.constantFrom('a', 'é', '<', '&', '"', '>', "x'", '0', '7', 'ş', ']]>'), minLength: 1, maxLength: 6 })
    fc.assert(
      fc.property(fc.array(fc.tuple(cell, cell), { minLength: 1, maxLength: 8 }), (pairs) => {
        const rows = pairs.map(([a, b], i) => [`72345678901234${10 + i}`, a, b])
        expect(cellsIn('a.xlsx', workbook({ A: [['PIN', 'Aa', 'Bb'], ...rows] }))).toEqual(rows)
      }),
      { numRuns: 50 },
    )
  })
})

describe('archives of supplier files', () => {
  const text = strToU8(textOf(';'))
  test('an archive gives the tables of its texts and workbooks, and names the files left out', () => {
    const archive = zipSync({ 'in/cards.csv': text, 'cards.xlsx': workbook({ A: [HEAD, ...ROWS] }), 'read.pdf': strToU8('%PDF'), '__MACOSX/cards.csv': text })
    const found = read('a.zip', archive)
    expect(tablesOf(found).map(({ file, sheet }) => [file, sheet])).toEqual([
      ['cards.csv', ''],
      ['cards.xlsx', 'A'],
    ])
    expect(found).toMatchObject({ skipped: ['read.pdf'] })
  })

  test.each([
    ['within an archive', zipSync({ 'b.zip': zipSync({ 'a.csv': text }) }), 'nested'],
    ['of too many files', zipSync(Object.fromEntries(Array.from({ length: FILES_MAX + 1 }, (_, i) => [`${i}.csv`, text]))), 'too_many_files'],
    ['that unpacks to far more than it is', zipSync({ 'a.csv': new Uint8Array(30_000_000) }), 'bomb'],
    ['cut short', zipSync({ 'a.csv': text }).slice(0, -30), 'damaged'],
    ['with nothing in it', zipSync({ 'read.pdf': text }), 'no_rows'],
  ])('an archive %s is refused as %s', (_, bytes, problem) => {
    expect(problemOf(read('a.zip', bytes))).toBe(problem)
  })

  test('an archive that states a wrong size or checksum of a file, or that it is encrypted, is refused', () => {
    const honest = zipSync({ 'a.csv': text })
    const list = honest.length - 22 - 46 - 'a.csv'.length
    const changed = (at: number, byte: number) => Uint8Array.from(honest, (old, i) => (i === list + at ? byte : old))
    expect(problemOf(read('a.zip', honest))).toBe('none')
    expect(problemOf(read('a.zip', changed(24, 9)))).toBe('bomb')
    expect(problemOf(read('a.zip', changed(25, 9)))).toBe('damaged')
    expect(problemOf(read('a.zip', changed(16, 9)))).toBe('damaged')
    expect(problemOf(read('a.zip', changed(8, 1)))).toBe('password')
  })

  test('an archive of texts that unpack to more than 100 MB in total is refused before it is unpacked', () => {
    const noise = Uint8Array.from({ length: 1_100_000 }, (_, i) => 48 + ((i * 7919 + (i >> 7)) % 10))
    const one = zipSync({ 'a.csv': noise })
    // Each of the four files declares up to 40 MB. Each is within the allowed ratio of compression, but together they declare more than the allowed 100 MB.
    expect(problemOf(read('a.zip', one))).not.toBe('unpacked_too_large')
    const four = zipSync(Object.fromEntries([1, 2, 3, 4].map((n) => [`${n}.csv`, noise])))
    const listed = four.slice()
    const view = new DataView(listed.buffer)
    for (let at = 0; at < listed.length - 46; at++)
      if (view.getUint32(at, true) === 0x02014b50) view.setUint32(at + 24, Math.min(40_000_000, view.getUint32(at + 20, true) * 200), true)
    expect(['unpacked_too_large', 'damaged']).toContain(problemOf(read('a.zip', listed)))
  })
})

describe('files of a wrong kind', () => {
  const container = (inside: string) => Uint8Array.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, ...Buffer.from(inside, 'utf16le')])
  test.each([
    ['a.xlsx', strToU8(textOf(';')), 'not_workbook'],
    ['a.xlsx', zipSync({ 'a.csv': strToU8(textOf(';')) }), 'not_workbook'],
    ['a.xlsx', container('EncryptedPackage'), 'password'],
    ['a.xls', container('Workbook'), 'old_workbook'],
    ['a.zip', strToU8(textOf(';')), 'damaged'],
    ['a.pdf', strToU8('%PDF-1.7'), 'kind'],
    ['a.csv', Uint8Array.from([1, 0, 2, 3, 4, 9, 9, 9, 7]), 'no_text'],
    ['a.csv', strToU8('\n\n'), 'no_rows'],
  ])('a file %s that is damaged, empty or of a kind that is not read is refused with a message of its own', (name, bytes, problem) => {
    expect(read(name, bytes)).toEqual({ problem, file: name })
  })

  test('a workbook named .csv is read as a workbook', () => {
    expect(cellsIn('a.csv', workbook({ A: [HEAD, ...ROWS] }))).toEqual(ROWS)
  })

  test('a workbook whose XML declares entities or ends early is refused as damaged, and no entity is resolved', () => {
    const spoilt = (change: (xml: string) => string) => {
      const files = workbookFiles({ A: [HEAD, ...ROWS] })
      const path = 'xl/worksheets/sheet1.xml'
      files[path] = strToU8(change(new TextDecoder().decode(files[path] as Uint8Array)))
      return problemOf(read('a.xlsx', zipSync(files)))
    }
    expect(spoilt((xml) => xml)).toBe('none')
    expect(spoilt((xml) => xml.replace('?>', '?><!DOCTYPE x [<!ENTITY a "b">]>'))).toBe('damaged')
    expect(spoilt((xml) => xml.replace('<x:v>0</x:v>', '<x:v>&a;</x:v>'))).toBe('damaged')
    expect(spoilt((xml) => xml.slice(0, -20))).toBe('damaged')
    expect(spoilt((xml) => xml.replace('<x:v>0</x:v>', '<x:v>999</x:v>'))).toBe('damaged')
  })

  test('arbitrary bytes are refused with a message and cause no other error', () => {
    const pieces = fc.uint8Array({ maxLength: 300 })
    const base = workbook({ A: [HEAD, ...ROWS] })
    fc.assert(
      fc.property(fc.constantFrom('a.csv', 'a.xlsx', 'a.zip'), pieces, fc.nat(base.length), (name, bytes, at) => {
        const spoilt = base.slice()
        spoilt.set(bytes.subarray(0, Math.max(0, base.length - at)), Math.min(at, base.length))
        for (const one of [bytes, spoilt]) expect(read(name, one)).toSatisfy((found: Read) => 'problem' in found || found.tables.length > 0)
      }),
    )
  })
})
