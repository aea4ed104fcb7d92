// PDF pages: embedded fonts, positions on A4, tables that repeat their head on every page. The same input gives the same bytes.
import { setImmediate } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import PDFDocument from 'pdfkit'

/** The names inside the font files, under which pdfkit caches a font. */
export const FONTS = { regular: 'Inter-Regular', bold: 'Inter-Bold' } as const
const files: Record<string, string> = {
  [FONTS.regular]: import.meta.resolve('@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf'),
  [FONTS.bold]: import.meta.resolve('@expo-google-fonts/inter/700Bold/Inter_700Bold.ttf'),
}
const known = new Map<string, string>()

/**
 * Reads each font once for all documents, because reading a font takes six times as long as drawing a page. pdfkit accepts a parsed font, though its types do
 * not say so.
 */
function fontOf(name: string): string {
  const font = known.get(name) ?? (new PDFDocument({ font: fileURLToPath(files[name] ?? '') }) as unknown as { _font: { font: string } })._font.font
  known.set(name, font)
  return font
}

type Signs = { hasGlyphForCodePoint: (code: number) => boolean }

/**
 * Replaces characters that the fonts lack by a question mark, and leaves out control characters. Otherwise they would be drawn as boxes, which archive formats
 * refuse.
 */
export function drawable(text: string): string {
  const fonts = Object.values(FONTS).map((name) => fontOf(name) as unknown as Signs)
  const isKnown = (sign: string) => sign === '\n' || fonts.every((font) => font.hasGlyphForCodePoint(sign.codePointAt(0) ?? 0))
  return [...text].map((sign) => (isKnown(sign) ? sign : /\p{Cc}/u.test(sign) ? '' : '?')).join('')
}

export const MM = 72 / 25.4
export const PAGE = { left: 20 * MM, right: 190 * MM, top: 20 * MM, bottom: 265 * MM, foot: 272 * MM }
export const SIZE = { text: 9, small: 7, title: 16 }
export const ROW = 14

export type Page = InstanceType<typeof PDFDocument>
/** `share`: the width relative to the other columns. */
export type PdfColumn = { label: string; isNumber: boolean; share: number }

/** Replaces characters that may not be in the file's XML metadata by blanks, because pdfkit does not escape them. */
const escaped = (text: string) => text.replace(/[&<>\p{Cc}]/gu, ' ')

type Opening = { title: string; author: string; made_at: Date; options?: PDFKit.PDFDocumentOptions }

/** `made_at` is written into the file, so that a document drawn again is identical. */
export function openPdf({ title, author, made_at, options = {} }: Opening): Page {
  const info = { Title: escaped(title), Author: escaped(author), Producer: 'portal', Creator: 'portal', CreationDate: made_at, ModDate: made_at }
  const page = new PDFDocument({ size: 'A4', margin: 0, pdfVersion: '1.7', info, font: fontOf(FONTS.regular), ...options })
  for (const name of Object.values(FONTS)) page.registerFont(name, fontOf(name))
  return page
}

/** The x position and width of each column. */
function placesOf(columns: readonly PdfColumn[]) {
  const whole = columns.reduce((sum, { share }) => sum + share, 0)
  let x = PAGE.left
  return columns.map(({ label, isNumber, share }) => {
    const width = ((PAGE.right - PAGE.left) * share) / whole
    x += width
    return { label, x: x - width, width: width - 4, align: isNumber ? ('right' as const) : ('left' as const) }
  })
}

/** Draws a table that continues over several pages; `begun` is called whenever the table begins a new page. */
export function tableOn(page: Page, columns: readonly PdfColumn[], top: number, begun: () => void = () => {}) {
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
  let y = begin(top)
  const next = () => {
    if (y + ROW <= PAGE.bottom) return
    page.addPage()
    begun()
    y = begin(PAGE.top)
  }
  return {
    row(texts: readonly string[], isBold = false): void {
      next()
      if (isBold) page.font(FONTS.bold)
      write(texts, y)
      if (isBold) page.font(FONTS.regular)
      y += ROW
    },
    title(text: string): void {
      next()
      page.font(FONTS.bold).text(text, PAGE.left, y, { lineBreak: false })
      page.font(FONTS.regular)
      y += ROW
    },
    /** The y position below which nothing is drawn yet. */
    reaches: () => y,
  }
}

/** Collects the bytes of a drawing; resolves once the drawing has been ended. */
export function bytesOf(page: Page): Promise<Buffer> {
  const pieces: Buffer[] = []
  return new Promise((resolve, reject) => {
    page.on('data', (piece: Buffer) => void pieces.push(piece))
    page.on('end', () => resolve(Buffer.concat(pieces)))
    page.on('error', reject)
  })
}

/** Waits until other work of the process has run. Drawing calls this, because drawing keeps the processor busy. */
export const othersTurn = (): Promise<void> => setImmediate()
