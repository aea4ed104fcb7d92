// A document as PDF/A-3 with its data inside (Factur-X): what the browser draws, painted for the archive. The same document is the same bytes.
import { fileURLToPath } from 'node:url'
import PDFDocument from 'pdfkit'
import type { Drawing } from '../../../contract/invoices.ts'

const FONTS = {
  regular: fileURLToPath(import.meta.resolve('@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf')),
  bold: fileURLToPath(import.meta.resolve('@expo-google-fonts/inter/700Bold/Inter_700Bold.ttf')),
}

const MM = 72 / 25.4
const PAGE = { left: 20 * MM, right: 190 * MM, top: 20 * MM, bottom: 265 * MM, foot: 272 * MM }
/** Where the window of an envelope is. */
const WINDOW = { top: 45 * MM, width: 85 * MM }
const FACTS = { left: 110 * MM, width: 80 * MM }
const BODY_TOP = 98 * MM
const SIZE = { text: 9, small: 7, title: 16 }
const ROW = 14
const FACTUR_X = 'urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#'

/** `data`: the document as EN 16931. */
export async function pdfOf(drawing: Drawing, data: string, made_at: Date): Promise<Buffer> {
  const info = {
    Title: escaped(`${drawing.title} ${drawing.number}`),
    Author: escaped(drawing.sender),
    Producer: 'portal',
    Creator: 'portal',
    CreationDate: made_at,
    ModDate: made_at,
  }
  const page = new PDFDocument({ size: 'A4', margin: 0, pdfVersion: '1.7', subset: 'PDF/A-3b', bufferPages: true, info, font: FONTS.regular })
  const pieces: Buffer[] = []
  const done = new Promise<Buffer>((resolve, reject) => {
    page.on('data', (piece: Buffer) => void pieces.push(piece))
    page.on('end', () => resolve(Buffer.concat(pieces)))
    page.on('error', reject)
  })
  page.file(Buffer.from(data, 'utf8'), {
    ...{ name: 'factur-x.xml', type: 'text/xml', relationship: 'Alternative', description: 'Factur-X' },
    ...{ creationDate: made_at, modifiedDate: made_at },
  })
  page.appendXML(FACTUR_X_METADATA)
  head(page, drawing)
  sums(page, drawing, rows(page, drawing))
  foot(page, drawing)
  page.end()
  return done
}

type Page = InstanceType<typeof PDFDocument>

function head(page: Page, { title, number, sender, recipient, facts }: Drawing): void {
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

/** The first column is the widest; the others share what is left. */
function placesOf(columns: Drawing['columns']) {
  const whole = PAGE.right - PAGE.left
  const first = whole * 0.3
  const other = (whole - first) / Math.max(1, columns.length - 1)
  return columns.map(({ label, isNumber }, i) => ({
    ...{ label, x: i === 0 ? PAGE.left : PAGE.left + first + (i - 1) * other, width: (i === 0 ? first : other) - 4 },
    align: isNumber ? ('right' as const) : ('left' as const),
  }))
}

/** Answers how far down the page they reach. Their head stands on every page. */
function rows(page: Page, { columns, blocks }: Drawing): number {
  const places = placesOf(columns)
  const write = (texts: readonly string[], y: number) => {
    for (const [i, { x, width, align }] of places.entries()) page.text(texts[i] ?? '', x, y, { width, align, height: ROW, ellipsis: true })
  }
  const begin = (y: number) => {
    page.font(FONTS.bold).fontSize(SIZE.text)
    write(
      places.map(({ label }) => label),
      y,
    )
    page
      .moveTo(PAGE.left, y + ROW - 2)
      .lineTo(PAGE.right, y + ROW - 2)
      .lineWidth(0.5)
      .stroke()
    page.font(FONTS.regular)
    return y + ROW + 2
  }
  let y = begin(BODY_TOP)
  const next = () => {
    if (y + ROW <= PAGE.bottom) return
    page.addPage()
    y = begin(PAGE.top)
  }
  for (const { title, rows: all } of blocks) {
    if (blocks.length > 1) {
      next()
      page.font(FONTS.bold).text(title, PAGE.left, y, { lineBreak: false })
      page.font(FONTS.regular)
      y += ROW
    }
    for (const row of all) {
      next()
      write(row, y)
      y += ROW
    }
  }
  return y
}

/** They stay together, and so does what the law wants said. */
function sums(page: Page, { sums: all, notes }: Pick<Drawing, 'sums' | 'notes'>, from: number): void {
  const needed = (all.length + 1) * ROW + notes.length * 2 * ROW
  let y = from + ROW
  if (y + needed > PAGE.bottom) {
    page.addPage()
    y = PAGE.top
  }
  for (const { label, value, isTotal } of all) {
    page.font(isTotal ? FONTS.bold : FONTS.regular).fontSize(SIZE.text)
    page.text(label, FACTS.left, y, { width: FACTS.width / 2, height: ROW, ellipsis: true })
    page.text(value, FACTS.left + FACTS.width / 2, y, { width: FACTS.width / 2, align: 'right', height: ROW })
    y += ROW
  }
  page.font(FONTS.regular)
  for (const note of notes) {
    y += ROW
    page.text(note, PAGE.left, y, { width: PAGE.right - PAGE.left, height: 2 * ROW, ellipsis: true })
  }
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

/** What stands in the file's XML metadata, which is written as it comes. */
const escaped = (text: string) => text.replace(/[&<>\p{Cc}]/gu, ' ')

const property = (name: string, description: string) => `<rdf:li rdf:parseType="Resource"><pdfaProperty:name>${name}</pdfaProperty:name>
  <pdfaProperty:valueType>Text</pdfaProperty:valueType><pdfaProperty:category>external</pdfaProperty:category>
  <pdfaProperty:description>${description}</pdfaProperty:description></rdf:li>`

/** That the file carries an invoice, in the words PDF/A asks for. */
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
