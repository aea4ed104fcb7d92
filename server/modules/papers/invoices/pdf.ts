// Draws a document as PDF/A-3 with its data embedded (Factur-X), in the same layout as the browser. The same document always gives the same bytes.

import { encode } from 'uqr'
import type { Drawing } from '../../../../contract/papers/invoices.ts'
import { bytesOf, drawable, FONTS, MM, openPdf, PAGE, type Page, ROW, SIZE, tableOn } from '../../../kit/pdf.ts'

/** Where the window of an envelope shows the address. */
const WINDOW = { top: 45 * MM, width: 85 * MM }
const FACTS = { left: 110 * MM, width: 80 * MM }
/** Where the logo is drawn: above the document's number, dates and ids. */
const LOGO = { top: 12 * MM, height: 26 * MM }
const BODY_TOP = 98 * MM
/**
 * The payment code is below the rows, at the left of the sums. At a size of 28 mm each square is wider than half a millimetre, which the cameras of phones
 * can read.
 */
const CODE = { size: 28 * MM, label: 40 * MM }
const FACTUR_X = 'urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#'

type Drawn = Omit<Drawing, 'logo'>

/** Replaces the characters that the fonts lack, in all texts of a drawing. */
const inFonts = (drawn: Drawn): Drawn => JSON.parse(JSON.stringify(drawn, (_, value) => (typeof value === 'string' ? drawable(value) : value)))

/** Draws the document and returns the file. `data`: the document's data by EN 16931, as XML. `logo`: a PNG. */
export async function pdfOf(drawn: Drawn, data: string, made_at: Date, logo?: Buffer): Promise<Buffer> {
  const drawing = inFonts(drawn)
  const title = `${drawn.title} ${drawn.number}`
  const page = openPdf({ title, author: drawn.sender, made_at, options: { subset: 'PDF/A-3b', bufferPages: true } })
  const done = bytesOf(page)
  page.file(Buffer.from(data, 'utf8'), {
    ...{ name: 'factur-x.xml', type: 'text/xml', relationship: 'Alternative', description: 'Factur-X' },
    ...{ creationDate: made_at, modifiedDate: made_at },
  })
  page.appendXML(FACTUR_X_METADATA)
  if (logo) page.image(logo, FACTS.left, LOGO.top, { fit: [FACTS.width, LOGO.height], align: 'right' })
  head(page, drawing)
  sums(page, drawing, rows(page, drawing))
  foot(page, drawing)
  page.end()
  return done
}

function head(page: Page, { title, number, sender, recipient, facts }: Drawn): void {
  page.font(FONTS.regular).fontSize(SIZE.small)
  page.text(sender, PAGE.left, WINDOW.top, { width: WINDOW.width, height: ROW, ellipsis: true })
  page.fontSize(SIZE.text + 1)
  for (const [i, line] of recipient.entries()) page.text(line, PAGE.left, WINDOW.top + 6 * MM + i * ROW, { width: WINDOW.width, height: ROW, ellipsis: true })
  page.fontSize(SIZE.text)
  for (const [i, { label, value }] of facts.entries()) {
    const y = WINDOW.top + i * ROW
    page.font(FONTS.regular).text(label, FACTS.left, y, { width: FACTS.width / 2 - 4, height: ROW, ellipsis: true })
    page.font(FONTS.bold).text(value, FACTS.left + FACTS.width / 2, y, { width: FACTS.width / 2, height: ROW, ellipsis: true })
  }
  page
    .font(FONTS.bold)
    .fontSize(SIZE.title)
    .text(`${title} ${number}`, PAGE.left, BODY_TOP - 12 * MM, { lineBreak: false })
}

/** The share of the width that the first column gets. The other columns share the rest equally. */
const FIRST = 0.3
const sharesOf = (columns: Drawing['columns']) =>
  columns.map(({ label, isNumber }, i) => ({ label, isNumber, share: i === 0 ? FIRST : (1 - FIRST) / Math.max(1, columns.length - 1) }))

/** Draws the rows, and returns how far down the page they reach. */
function rows(page: Page, { columns, blocks }: Drawn): number {
  const table = tableOn(page, sharesOf(columns), BODY_TOP)
  for (const { title, rows: all } of blocks) {
    if (blocks.length > 1) table.title(title)
    for (const row of all) table.row(row)
  }
  return table.reaches()
}

/**
 * Draws the sums, the payment code and the legal notes. They are kept together, so if the rest of this page is too short for all of them, they are drawn on a
 * new page.
 */
function sums(page: Page, { sums: all, notes, payment_code }: Pick<Drawing, 'sums' | 'notes' | 'payment_code'>, from: number): void {
  const height = Math.max(all.length * ROW, payment_code ? CODE.size : 0)
  const needed = height + ROW + notes.length * 2 * ROW
  let y = from + ROW
  if (y + needed > PAGE.bottom) {
    page.addPage()
    y = PAGE.top
  }
  if (payment_code) code(page, payment_code, y)
  const below = y + height
  for (const { label, value, isTotal } of all) {
    page.font(isTotal ? FONTS.bold : FONTS.regular).fontSize(SIZE.text)
    page.text(label, FACTS.left, y, { width: FACTS.width / 2, height: ROW, ellipsis: true })
    page.text(value, FACTS.left + FACTS.width / 2, y, { width: FACTS.width / 2, align: 'right', height: ROW })
    y += ROW
  }
  page.font(FONTS.regular)
  y = below
  for (const note of notes) {
    y += ROW
    page.text(note, PAGE.left, y, { width: PAGE.right - PAGE.left, height: 2 * ROW, ellipsis: true })
  }
}

/** Draws the payment code as squares, which stay sharp on every printer, and its label at its right. */
function code(page: Page, { text, label }: NonNullable<Drawing['payment_code']>, y: number): void {
  const { data, size } = encode(text, { ecc: 'M', border: 0 })
  const unit = CODE.size / size
  for (const [row, cells] of data.entries())
    for (const [column, isDark] of cells.entries()) if (isDark) page.rect(PAGE.left + column * unit, y + row * unit, unit, unit)
  page.fill()
  page
    .font(FONTS.regular)
    .fontSize(SIZE.small)
    .text(label, PAGE.left + CODE.size + 3 * MM, y, { width: CODE.label })
}

function foot(page: Page, { foot: lines }: Pick<Drawing, 'foot'>): void {
  const { count } = page.bufferedPageRange()
  for (let i = 0; i < count; i++) {
    page.switchToPage(i)
    page.font(FONTS.regular).fontSize(SIZE.small)
    for (const [at, line] of lines.entries()) page.text(line, PAGE.left, PAGE.foot + at * 9, { width: 150 * MM, height: ROW, ellipsis: true })
    page.text(`${i + 1} / ${count}`, PAGE.right - 20 * MM, PAGE.foot, { width: 20 * MM, align: 'right', height: ROW })
  }
}

const property = (name: string, description: string) => `<rdf:li rdf:parseType="Resource"><pdfaProperty:name>${name}</pdfaProperty:name>
  <pdfaProperty:valueType>Text</pdfaProperty:valueType><pdfaProperty:category>external</pdfaProperty:category>
  <pdfaProperty:description>${description}</pdfaProperty:description></rdf:li>`

/** The metadata with which PDF/A requires a file to declare that it contains an invoice. */
const FACTUR_X_METADATA = `
<rdf:Description rdf:about="" xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/"
  xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#" xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#">
  <pdfaExtension:schemas><rdf:Bag><rdf:li rdf:parseType="Resource">
  <pdfaSchema:schema>Factur-X PDFA Extension Schema</pdfaSchema:schema>
  <pdfaSchema:namespaceURI>${FACTUR_X}</pdfaSchema:namespaceURI><pdfaSchema:prefix>fx</pdfaSchema:prefix>
  <pdfaSchema:property><rdf:Seq>${property('DocumentFileName', 'name of the embedded XML invoice file')}
  ${property('DocumentType', 'INVOICE')}${property('Version', 'version of the XML data')}
  ${property('ConformanceLevel', 'conformance level of the XML data')}</rdf:Seq></pdfaSchema:property>
  </rdf:li></rdf:Bag></pdfaExtension:schemas></rdf:Description>
<rdf:Description rdf:about="" xmlns:fx="${FACTUR_X}">
  <fx:DocumentType>INVOICE</fx:DocumentType><fx:DocumentFileName>factur-x.xml</fx:DocumentFileName>
  <fx:Version>1.0</fx:Version><fx:ConformanceLevel>EN 16931</fx:ConformanceLevel></rdf:Description>`
