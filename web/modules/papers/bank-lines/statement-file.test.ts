// Tests reading bank statements: every format gives the same transfers, and a file that cannot be read gives the reason.
import { strToU8, zipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { asCamt, asCsv, asMt940, camt, details, entry, OWN, PAYER, transfers } from './fixtures/statements.ts'
import type { Statement } from './statement.ts'
import { type ReadFile, readStatement } from './statement-file.ts'

const read = (content: string | Uint8Array, most?: number) => readStatement('umsatz', content, most)
const bytesOf = (text: string, encoding: 'utf-8' | 'latin1' = 'utf-8') => new Uint8Array(Buffer.from(text, encoding))
const statementsOf = (found: ReadFile): readonly Statement[] => ('statements' in found ? found.statements : [])
const linesOf = (found: ReadFile) => statementsOf(found).flatMap(({ lines }) => lines)
const problemOf = (found: ReadFile) => ('problem' in found ? found.problem : undefined)
const none = { outgoing: 0, reversed: 0, pending: 0, other_currency: 0, too_large: 0 }

const formats = [
  ['camt.053', asCamt],
  ['MT940', asMt940],
  ['CSV', asCsv],
] as const

describe.each(formats)('a bank statement in the format %s', (_, text) => {
  const whole = [{ account: OWN, lines: transfers, returns: [], left_out: { ...none, outgoing: 1 } }]

  test('a bank statement gives the same transfers as in all other formats, in UTF-8 and in Windows-1252', () => {
    expect(read(text)).toEqual({ file: 'umsatz', statements: whole })
    expect(read(bytesOf(text))).toEqual({ file: 'umsatz', statements: whole })
    expect(read(bytesOf(text.replace('encoding="UTF-8"', 'encoding="ISO-8859-1"'), 'latin1'))).toEqual({ file: 'umsatz', statements: whole })
  })

  test('a bank statement that was cut off at any place never gives a transfer that the whole file does not contain', () => {
    for (let end = 0; end < text.length; end += 7) {
      const lines = linesOf(read(text.slice(0, end)))
      // In a cut table missing rows cannot be noticed, but each row before the cut is read unchanged.
      for (const line of lines.slice(0, -1)) expect(transfers).toContainEqual(line)
    }
  })

  test('a bank statement with more transfers than allowed is refused', () => {
    expect(read(text, 3)).toEqual({ file: 'umsatz', problem: 'too_many' })
  })
})

describe('reading camt statements (XML)', () => {
  const one = entry('2026-11-12', '50.00', details('Kiosk', PAYER, 'Guthaben'))

  test.each(['02', '04', '08', '13'])('a camt statement of version %s is read, with and without a namespace prefix', (version) => {
    const found = linesOf(read(camt(one, version)))
    expect(found).toEqual([{ booked_on: '2026-11-12', amount: 500_000, name: 'Kiosk', iban: PAYER, reference: 'Guthaben', nth: 0 }])
    expect(linesOf(read(camt(one, version).replace(/<(\/?)(?=[A-Z])/g, '<$1ns2:')))).toEqual(found)
  })

  test('account reports and advices in camt are read like statements in camt', () => {
    for (const [message, part] of [
      ['BkToCstmrAcctRpt', 'Rpt'],
      ['BkToCstmrDbtCdtNtfctn', 'Ntfctn'],
    ])
      expect(linesOf(read(camt(one).replaceAll('BkToCstmrStmt', `${message}`).replaceAll('Stmt>', `${part}>`)))).toHaveLength(1)
  })

  test('in camt, the payer in newer versions, a structured reference and a CDATA section are read', () => {
    const inside = `<TxDtls><Refs><EndToEndId>NOTPROVIDED</EndToEndId></Refs><RltdPties><Dbtr><Pty><Nm>A &amp; B</Nm></Pty></Dbtr></RltdPties>
      <RmtInf><Ustrd><![CDATA[first]]></Ustrd><Ustrd>second</Ustrd><Strd><CdtrRefInf><Ref>RF18 5390</Ref></CdtrRefInf></Strd></RmtInf></TxDtls>`
    expect(linesOf(read(camt(entry('2026-11-12', '1.00', inside), '08')))).toMatchObject([{ name: 'A & B', iban: '', reference: 'first second RF18 5390' }])
  })

  test('in camt, outgoing, reversed, pending and foreign-currency entries are left out, and the result says how many', () => {
    const all = [
      entry('2026-11-12', '1.00', '', { mark: 'DBIT' }),
      entry('2026-11-12', '1.00', '', { extra: '<RvslInd>true</RvslInd>' }),
      entry('2026-11-12', '1.00', '', { mark: 'DBIT', extra: '<RvslInd>true</RvslInd>' }),
      entry('2026-11-12', '1.00', '', { state: 'PDNG' }),
      entry('2026-11-12', '1.00', '', { state: '<Cd>PDNG</Cd>' }),
      entry('2026-11-12', '1.00', '', { currency: 'CHF' }),
      entry('2026-11-12', '99999999.00', ''),
      one,
    ]
    expect(statementsOf(read(camt(all.join(''))))).toMatchObject([
      { lines: [{ name: 'Kiosk' }], left_out: { outgoing: 1, reversed: 2, pending: 2, other_currency: 1, too_large: 1 } },
    ])
  })

  test('an entry whose transactions do not add up to its amount is read as one transfer without a payer', () => {
    const part = details('Kiosk', PAYER, 'Guthaben')
    expect(linesOf(read(camt(entry('2026-11-12', '100.00', part + part))))).toEqual([
      { booked_on: '2026-11-12', amount: 1_000_000, name: '', iban: '', reference: 'Guthaben Guthaben', nth: 0 },
    ])
  })

  test('statements of two accounts in one file stay separate, and equal transfers are numbered within each account', () => {
    const other = 'DE02300209000106531065'
    const both = `${camt(one).replace('</BkToCstmrStmt></Document>', '')}${camt(one, '02', other).replace(/^.*<\/GrpHdr>/s, '')}`
    expect(statementsOf(read(both)).map(({ account, lines }) => [account, lines.map(({ nth }) => nth)])).toEqual([
      [OWN, [0]],
      [other, [0]],
    ])
  })

  test('a camt statement with a document type, unclosed or crossed elements, or deep nesting is refused', () => {
    const bomb = '<!DOCTYPE x [<!ENTITY a "b"><!ENTITY c "&a;&a;">]>'
    const wrong = [
      camt(one).replace('?>', `?>${bomb}`),
      camt(one).slice(0, -20),
      camt(one.replace('</RmtInf></TxDtls>', '</TxDtls></RmtInf>')),
      camt('<a>'.repeat(100_000) + '</a>'.repeat(100_000)),
      camt(one.replace('Guthaben', '&c;')),
      camt(one.replace('Guthaben', '&#x110000;')),
    ]
    expect(wrong.map((text) => problemOf(read(text)))).toEqual(wrong.map(() => 'damaged'))
  })

  test('in camt, an unreadable day or amount is reported with the number of its entry', () => {
    expect(read(camt(one + entry('2026-02-31', '1.00', '')))).toMatchObject({ problem: 'day_unclear', row: 2 })
    expect(read(camt(one + entry('2026-02-01', '1,00 €', '')))).toMatchObject({ problem: 'amount_unclear', row: 2 })
    expect(read(camt(entry('2026-02-01', '1.005', '')))).toMatchObject({ problem: 'amount_unclear', row: 1 })
  })
})

describe('reading MT940 statements', () => {
  const message = (entries: readonly string[], balance = 'C261111EUR0,00') =>
    [':20:1', ':25:DE02120300000000202051EUR', `:60F:${balance}`, ...entries, ':62F:C261111EUR0,00', '-'].join('\n')

  test('in MT940, plain details, details over two lines and Dutch codes are read', () => {
    const plain = message([':61:261112C5,00NTRF4711//1', ':86:Facture 12', 'suite'])
    expect(statementsOf(read(plain))).toMatchObject([{ account: OWN, lines: [{ amount: 50_000, name: '', reference: 'Facture 12 suite' }] }])
    const dutch = message([
      ':61:261112C5,00NTRFNONREF',
      ':86:/TRTP/SEPA OVERBOEKING/IBAN/NL91ABNA0417164300/BIC/ABNANL2A/NAME/Kiosk',
      ' Utrecht/REMI/Factuur 12/EREF/NOTPROVIDED',
    ])
    expect(linesOf(read(dutch))).toMatchObject([{ name: 'Kiosk Utrecht', iban: 'NL91ABNA0417164300', reference: 'Factuur 12' }])
    const ing = message([':61:261112C5,00NTRFNONREF', ':86:/EREF/E1//CNTP/NL32INGB0000012345/INGBNL2A/Kiosk Utrecht///REMI/USTD//Factuur 12/'])
    expect(linesOf(read(ing))).toMatchObject([{ name: 'Kiosk Utrecht', iban: 'NL32INGB0000012345', reference: 'Factuur 12 E1' }])
  })

  test('a purpose over several parts keeps its words, and an older account number becomes an IBAN', () => {
    const text = message([
      ':61:261112C5,00NTRFNONREF',
      ':86:166?00X?20SVWZ+Sammelrechnung der Mon?21ate Oktober?22und November?3012030000?31202051?32Kiosk?33Dom',
    ])
    expect(linesOf(read(text))).toMatchObject([{ name: 'Kiosk Dom', iban: OWN, reference: 'Sammelrechnung der Monate Oktober und November' }])
  })

  test('a booking day without a year gets the year in which it is nearest to the value day', () => {
    const days = [':61:2612310102C1,00NTRFX', ':61:2701021231C1,00NTRFX', ':61:270102C1,00NTRFX']
    expect(linesOf(read(message(days))).map(({ booked_on }) => booked_on)).toEqual(['2027-01-02', '2026-12-31', '2027-01-02'])
  })

  test('in MT940, outgoing, reversed, expected and foreign-currency entries are left out, and the result says how many', () => {
    const entries = ['D', 'RC', 'RD', 'EC', 'DR', 'C'].map((mark) => `:61:2611121112${mark}1,00NTRFX`)
    expect(statementsOf(read(message(entries)))).toMatchObject([{ lines: [{}], left_out: { outgoing: 2, reversed: 2, pending: 1 } }])
    expect(statementsOf(read(message(entries, 'C261111USD0,00')))).toMatchObject([{ lines: [], left_out: { other_currency: 1 } }])
  })

  test('a message without closing balance is refused as damaged; an unreadable entry is reported with its line', () => {
    expect(problemOf(read(message([':61:261112C5,00NTRFX']).replace(':62F:', ':64:')))).toBe('damaged')
    expect(read(message([':61:261112C5,00NTRFX', ':61:261112Cfive']))).toMatchObject({ problem: 'amount_unclear', row: 5 })
    expect(read(message([':61:261342C5,00NTRFX']))).toMatchObject({ problem: 'day_unclear', row: 4 })
  })
})

describe('reading CSV tables of transfers', () => {
  const table = (...rows: string[]) => rows.join('\n')

  test.each([
    ['German, with a column each for debit and credit', 'Buchung;Auftraggeber;Verwendungszweck;Soll;Haben;Währung', '12.11.2026;Kiosk;Guthaben;;1.234,50;EUR'],
    ['English', 'Date,Payer,Reference,Amount', '2026-11-12,Kiosk,Guthaben,"1,234.50"'],
    ['French', 'Date opération;Nom;Libellé;Débit;Crédit', '12/11/2026;Kiosk;Guthaben;;1 234,50'],
    [
      'Dutch',
      '"Datum","Naam / Omschrijving","Rekening","Tegenrekening","Af Bij","Bedrag (EUR)","Mededelingen"',
      '"20261112","Kiosk","","","Bij","1234,50","Guthaben"',
    ],
    ['Turkish', 'Tarih\tGönderen\tAçıklama\tTutar', '12.11.2026\tKiosk\tGuthaben\t1.234,50'],
    ['a sign after the amount', 'Datum;Name;Zweck;Betrag', '12.11.26;Kiosk;Guthaben;1.234,50 H'],
  ])('a CSV table of transfers in this form is read: %s', (_, header, row) => {
    expect(linesOf(read(table(header, row)))).toEqual([{ booked_on: '2026-11-12', amount: 12_345_000, name: 'Kiosk', iban: '', reference: 'Guthaben', nth: 0 }])
  })

  test('in CSV, outgoing, pending and foreign-currency rows are left out, and the result says how many; sums below the table are ignored', () => {
    const text = table(
      'Buchungstag;Name;Zweck;Betrag;Währung;Info',
      '12.11.2026;A;x;-1,00;EUR;Umsatz gebucht',
      '12.11.2026;A;x;1,00-;EUR;Umsatz gebucht',
      '12.11.2026;A;x;1,00;EUR;Umsatz vorgemerkt',
      '12.11.2026;A;x;1,00;CHF;Umsatz gebucht',
      'Kontostand;;;1.000,00;EUR',
    )
    expect(statementsOf(read(text))).toEqual([{ account: '', lines: [], returns: [], left_out: { ...none, outgoing: 2, pending: 1, other_currency: 1 } }])
  })

  test('1.000 is read as a thousand only if the other amounts show which separator is the decimal one', () => {
    const rows = (...amounts: string[]) => read(table('Datum;Name;Betrag', ...amounts.map((amount) => `12.11.2026;Kiosk;${amount}`)))
    expect(linesOf(rows('1.000', '5,00')).map(({ amount }) => amount)).toEqual([10_000_000, 50_000])
    expect(linesOf(rows('1,000', '5.00')).map(({ amount }) => amount)).toEqual([10_000_000, 50_000])
    expect(rows('5', '1.000')).toMatchObject({ problem: 'amount_unclear', row: 3 })
    expect(rows('1.000', '5,00', '6.00')).toMatchObject({ problem: 'amount_unclear', row: 2 })
  })

  test('missing columns are named, and an unreadable day or amount is reported with its line', () => {
    expect(read('Buchungstag;Name\n12.11.2026;Kiosk')).toMatchObject({ problem: 'columns_missing', columns: ['amount'] })
    expect(read('Währung;IBAN\nEUR;')).toMatchObject({ problem: 'columns_missing', columns: ['day', 'amount', 'reference'] })
    expect(read('Datum;Name;Betrag\n\n12/31/2026;Kiosk;1,00')).toMatchObject({ problem: 'day_unclear', row: 3 })
    expect(read('Datum;Name;Betrag\n12.11.2026;Kiosk;')).toMatchObject({ problem: 'amount_unclear', row: 2 })
    expect(read('Datum;Name;Betrag\n12.11.2026;Kiosk')).toMatchObject({ problem: 'damaged', row: 2 })
  })
})

test('all statements in an archive are read together, and its other files are ignored', () => {
  const other = asCamt.replaceAll('2026-11-12', '2026-11-14').replaceAll('2026-11-13', '2026-11-15')
  const found = read(zipSync({ 'a.xml': strToU8(asCamt), 'day/b.xml': strToU8(other), 'paper.pdf': strToU8('%PDF') }))
  expect(statementsOf(found).map(({ account, lines }) => [account, lines.length])).toEqual([
    [OWN, 4],
    [OWN, 4],
  ])
  // Equal transfers in two files of an archive keep the same numbers, as if the files were dropped one after the other.
  expect(linesOf(read(zipSync({ 'a.xml': strToU8(asCamt), 'b.sta': strToU8(asMt940) })))).toEqual([...transfers, ...transfers])
  expect(problemOf(read(zipSync({ 'a.xml': strToU8(asCamt.slice(0, -30)) })))).toBe('damaged')
  expect(problemOf(read(zipSync({ 'paper.pdf': strToU8('%PDF') })))).toBe('not_a_statement')
})

test('a file that is no bank statement is refused as such; an empty or too large file is refused with that reason', () => {
  const pain = '<?xml version="1.0"?><Document><CstmrCdtTrfInitn/></Document>'
  const none = ['hello', 'a;b\n1;2', pain, '<!doctype html><p>x', '%PDF-1.7', 'x'.repeat(1_000_000), '"'.repeat(1_000_000)]
  expect(none.map((text) => problemOf(read(text)))).toEqual(none.map(() => 'not_a_statement'))
  expect(problemOf(read(new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 0, 1, 0, 0, 9])))).toBe('not_a_statement')
  expect(['', '  \n'].map((text) => problemOf(read(text)))).toEqual(['empty', 'empty'])
  expect(problemOf(read(new Uint8Array(20_000_001)))).toBe('file_too_large')
})
