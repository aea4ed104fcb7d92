// The payment code of a document: which documents have one, and that a reader of QR codes finds the transfer in the PDF.
import { inflateSync } from 'node:zlib'
import jsqr from 'jsqr'
import { describe, expect, test } from 'vitest'
import { papers } from './fixtures/papers.ts'
import { drawingOf } from './layout.ts'
import { pdfOf } from './pdf.ts'
import type { Paper } from './shape.ts'

// The package's types describe it as an object with a default export, but Node imports the function itself.
const readQr = jsqr as unknown as typeof jsqr.default
const made_at = new Date('2026-03-02T10:00:00Z')
const NUMBER = 'RE-2026-00002'
const paper = (name: string): Paper => {
  const found = papers.find(([one]) => one === name)?.[1]
  if (!found) throw new Error(`no paper ${name}`)
  return found
}
const bytesOf = (one: Paper) => pdfOf(drawingOf(one, NUMBER), '<x/>', made_at)
const toPay = paper('net, to be paid')

type Square = { x: number; y: number; size: number }

/** The squares that a PDF draws, from its unpacked pages. */
function squaresIn(pdf: Buffer): Square[] {
  const streams = [...pdf.toString('latin1').matchAll(/stream\n([\s\S]*?)\nendstream/g)].flatMap(([, packed = '']) => {
    try {
      return [inflateSync(Buffer.from(packed, 'latin1')).toString('latin1')]
    } catch {
      return []
    }
  })
  return [...streams.join('\n').matchAll(/([\d.]+) ([\d.]+) ([\d.]+) ([\d.]+) re\b/g)].map(([, x, y, width]) => ({
    x: Number(x),
    y: Number(y),
    size: Number(width),
  }))
}

/** What a reader of QR codes reads from the squares, each drawn four pixels wide with a white border around the code. */
function readFrom(squares: readonly Square[]): string | undefined {
  const [left, top] = [Math.min(...squares.map(({ x }) => x)), Math.min(...squares.map(({ y }) => y))]
  const unit = squares[0]?.size ?? 1
  const cells = squares.map(({ x, y }) => [Math.round((x - left) / unit), Math.round((y - top) / unit)] as const)
  const across = Math.max(...cells.flat()) + 1
  const [scale, border] = [4, 4]
  const width = (across + 2 * border) * scale
  const pixels = new Uint8ClampedArray(width * width * 4).fill(255)
  for (const [column, row] of cells)
    for (let dy = 0; dy < scale; dy++)
      for (let dx = 0; dx < scale; dx++)
        pixels.fill(
          0,
          (((row + border) * scale + dy) * width + (column + border) * scale + dx) * 4,
          (((row + border) * scale + dy) * width + (column + border) * scale + dx) * 4 + 3,
        )
  return readQr(pixels, width, width)?.data
}

test('an invoice that is still to be paid has a QR code with its account, amount and number, which can be read from its PDF', async () => {
  const { payment_code } = drawingOf(toPay, NUMBER)
  const lines = payment_code?.text.split('\n') ?? []
  expect(lines.slice(5)).toEqual(['Comptoir & Söhne „Nord“', 'DE02120300000000202051', `EUR${(toPay.due / 10_000).toFixed(2)}`, '', '', NUMBER])
  expect(payment_code?.label).toBe('Zum Bezahlen diesen Code mit der Banking-App scannen.')
  const squares = squaresIn(await bytesOf(toPay))
  const read = readFrom(squares) ?? ''
  expect(Buffer.from(read, 'utf8').toString()).toBe(payment_code?.text)
  // Control: with every third square missing the reader finds nothing.
  expect(readFrom(squares.filter((_, i) => i % 3 > 0)) ?? '').not.toBe(payment_code?.text)
})

describe('there is no payment code', () => {
  test.for(papers.filter(([, { due }]) => due <= 0))('on a document with nothing to pay: %s', async ([, one]) => {
    expect(drawingOf(one, NUMBER).payment_code).toBeUndefined()
    expect(squaresIn(await bytesOf(one))).toEqual([])
  })
  test('once nothing is due, even if the document was made to show a code', () => {
    for (const due of [0, -10_000]) expect(drawingOf({ ...toPay, due }, NUMBER).payment_code).toBeUndefined()
  })
  test('on a document whose issuer has no bank account', () => {
    expect(drawingOf({ ...toPay, seller: { ...toPay.seller, iban: '' } }, NUMBER).payment_code).toBeUndefined()
  })
  test('on an invoice that was made before payment codes were introduced', async () => {
    const { payment_code: _, ...older } = toPay
    expect(drawingOf(older, NUMBER).payment_code).toBeUndefined()
    expect(squaresIn(await bytesOf(older))).toEqual([])
  })
})
