// E-invoices: an independent validator accepts every kind of document, and each rule that our documents could break is reported by its name.

import { FacturX } from 'factur-x-kit'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { toCents } from '../../../../contract/kit/cents.ts'
import { languages } from '../../../../contract/kit/languages.ts'
import { EURO } from '../../../../contract/kit/money.ts'
import { split } from './amounts.ts'
import { ciiOf } from './cii.ts'
import { broken, type EInvoice, eInvoice } from './en16931.ts'
import { papers } from './fixtures/papers.ts'
import { drawingOf } from './layout.ts'
import { cancellationPaper } from './paper.ts'
import { pdfOf } from './pdf.ts'
import { words } from './words.ts'

/** The library factur-x-kit parses the CII and checks it against the business rules of EN 16931. It does not check the rules that XRechnung adds. */
async function validated(invoice: EInvoice) {
  const { valid, errors } = await FacturX.fromXML(ciiOf(invoice, 'factur_x')).then((read) => read.validate())
  return { valid, errors: (errors ?? []).map(({ message }) => message) }
}
const invoiceOf = (name: string) => {
  const paper = papers.find(([of]) => of === name)?.[1]
  if (!paper) throw new Error(`no paper: ${name}`)
  return eInvoice(paper, 'RE-2026-00002')
}

describe('documents obey EN 16931 (checked by a third-party validator and our own rules) and XRechnung (checked by our own rules)', () => {
  test.for(papers)('document %s', async ([_, paper]) => {
    const invoice = eInvoice(paper, 'RE-2026-00002')
    expect(await validated(invoice)).toEqual({ valid: true, errors: [] })
    expect(broken(invoice, { xrechnung: true }).map(({ code }) => code)).toEqual([])
  })
})

test('cancellations of combined documents (sales and refunds together) obey the rules of EN 16931 and XRechnung too', async () => {
  const [, paper] = papers.find(([name]) => name === 'combined') ?? []
  if (!paper) throw new Error('no paper')
  const back = cancellationPaper({
    original: { paper, invoice_id: 'first', document_no: 'RE-2026-00002' },
    prefix: 'KO',
    paid: 0,
    now: new Date('2026-03-03T10:00:00Z'),
  })
  const invoice = eInvoice({ ...back, originals: back.originals.slice(0, 1) }, 'KO-2026-00001')
  expect(await validated(invoice)).toEqual({ valid: true, errors: [] })
  expect(broken(invoice, { xrechnung: true }).map(({ code }) => code)).toEqual([])
})

describe('control: a document that breaks a rule is refused by our rules, and by the third-party validator where it checks that rule', () => {
  const outside = invoiceOf('gross, outside VAT')
  const taxed = invoiceOf('net, two rates')
  const reverse = invoiceOf('net, reverse charge')
  const correction = invoiceOf('reclamation')
  test.for<[code: string, invoice: EInvoice, isSeen: boolean]>([
    ['BR-O-12', { ...taxed, lines: [...taxed.lines, ...outside.lines] }, true],
    ['BR-O-11', { ...taxed, taxes: [...taxed.taxes, ...outside.taxes] }, true],
    ['BR-O-02', { ...outside, seller: { ...outside.seller, vat_id: 'DE136695976' } }, true],
    ['BR-AE-02', { ...reverse, buyer: { ...reverse.buyer, vat_id: '' } }, true],
    ['BR-AE-02', { ...reverse, seller: { ...reverse.seller, vat_id: '', tax_no: '' } }, true],
    ['BR-CO-15', { ...taxed, total: taxed.total + 100, due: taxed.due + 100 }, true],
    ['BR-CO-10', { ...taxed, lines: taxed.lines.map((line, i) => (i ? line : { ...line, net: line.net + 100 })) }, true],
    ['BR-27', { ...correction, lines: correction.lines.map((line) => ({ ...line, unit: -line.unit, quantity: -line.quantity })) }, true],
    ['BR-DE-26', { ...correction, preceding: [] }, false],
    ['OWN-1', { ...correction, lines: taxed.lines }, true],
    ['OWN-2', { ...correction, type_code: '389' }, false],
    ['BR-DE-7', { ...taxed, seller: { ...taxed.seller, contact_email: '' } }, false],
    ['BR-DE-28', { ...taxed, seller: { ...taxed.seller, contact_email: 'a@b@c' } }, false],
    ['BR-CO-09', { ...taxed, buyer: { ...taxed.buyer, vat_id: '136695976' } }, true],
  ])('rule %s', async ([code, invoice, isSeen]) => {
    expect(broken(invoice, { xrechnung: true }).map((rule) => rule.code)).toContain(code)
    const seen = await validated(invoice).catch(() => ({ valid: false }))
    expect(seen.valid).toBe(!isSeen)
  })
})

describe('amounts of a document', () => {
  const cents = (amount: number) => amount % 100 === 0
  const lines = fc.array(fc.integer({ min: -900 * EURO, max: 9_000 * EURO }), { minLength: 1, maxLength: 60 })
  const rate = fc.constantFrom(0, 550, 700, 1900, 2000)

  test('add up: net plus tax is the amount paid, and the nets of the lines make the net; the tax follows from the rate to the cent', () => {
    fc.assert(
      fc.property(lines, rate, (amounts, at) => {
        const { net, tax, nets } = split(amounts, at)
        expect(net + tax).toBe(toCents(amounts.reduce((sum, amount) => sum + amount, 0)))
        expect(nets.reduce((sum, own) => sum + own, 0)).toBe(net)
        expect([net, tax, ...nets].every(cents)).toBe(true)
        expect(Math.abs(tax - (net * at) / 10_000)).toBeLessThanOrEqual(100)
        for (const [i, amount] of amounts.entries()) expect(Math.abs((nets[i] ?? 0) - (amount * 10_000) / (10_000 + at))).toBeLessThanOrEqual(200)
      }),
    )
  })

  test('control: do not add up to the payment if they are rounded line by line', () => {
    const amounts = Array.from({ length: 58 }, () => 9.3349 * EURO)
    const each = amounts.reduce((sum, amount) => sum + toCents(amount), 0)
    expect(each).not.toBe(toCents(amounts.reduce((sum, amount) => sum + amount, 0)))
  })
})

test('characters that XML forbids are left out of the XML', () => {
  const invoice = invoiceOf('net, two rates')
  const xml = ciiOf({ ...invoice, seller: { ...invoice.seller, name: 'A\u0001B\u000bC\uffffD\u{1f600}<&' } }, 'factur_x')
  expect(xml).toContain('<ram:Name>ABCD\u{1f600}&lt;&amp;</ram:Name>')
})

describe('titles of documents', () => {
  test('differ in every language between a self-billed document, a correction and an invoice', () => {
    for (const language of languages) {
      const { net, credit_note, reclamation } = words[language].titles
      expect(new Set([net, credit_note, reclamation]).size).toBe(3)
    }
    expect(languages.map((language) => words[language].titles.credit_note)).toEqual([
      'Autofacture',
      'Gutschrift',
      'Self-billed invoice',
      'Alıcının düzenlediği fatura',
      'Factuur uitgereikt door afnemer',
    ])
  })
})

describe('a document as PDF', () => {
  const [, paper] = papers[0] ?? []
  if (!paper) throw new Error('no paper')
  const made_at = new Date('2026-03-02T10:00:00Z')
  const pdf = (data: string) => pdfOf(drawingOf(paper, 'RE-2026-00002'), data, made_at)

  test('contains its data as XML, which the third-party validator accepts; the same document gives the same bytes', async () => {
    const data = ciiOf(eInvoice(paper, 'RE-2026-00002'), 'factur_x')
    const bytes = await pdf(data)
    const read = await FacturX.fromPDF(new Uint8Array(bytes))
    expect(read.validate().valid).toBe(true)
    expect(bytes.toString('latin1')).toContain('/AFRelationship /Alternative')
    expect(bytes.toString('latin1')).toMatch(/<pdfaid:part>3</)
    expect((await pdf(data)).equals(bytes)).toBe(true)
  })

  test('has readable metadata, whatever the sender’s name is', async () => {
    const bytes = await pdfOf({ ...drawingOf(paper, 'RE-2026-00002'), sender: 'A\u0001B <&> \u000b C' }, '<x/>', made_at)
    const text = bytes.toString('latin1')
    const metadata = text.slice(text.indexOf('<?xpacket begin'), text.indexOf('<?xpacket end'))
    expect(metadata).toMatch(/A B {7}C/)
    expect(metadata).not.toMatch(/[^\t\n\r\x20-\xff]/)
  })

  test('with sixty lines has several pages, with the table’s heading on each', async () => {
    const long = { ...paper, lines: Array.from({ length: 60 }, (_, i) => ({ ...(paper.lines[0] as (typeof paper.lines)[number]), product_name: `Card ${i}` })) }
    const bytes = await pdfOf(drawingOf(long, 'RE-2026-00003'), '<x/>', made_at)
    expect(bytes.toString('latin1').match(/\/Type \/Page\b(?!s)/g)).toHaveLength(2)
  })
})
