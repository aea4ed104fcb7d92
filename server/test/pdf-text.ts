// The text of one of our PDFs, in the order it was drawn.
import { inflateSync } from 'node:zlib'

/** A packed stream as our PDFs have it: only one line feed precedes `endstream`, so a carriage return before it is the last byte of the packed data. */
const STREAM = /stream\n([\s\S]*?)\nendstream/g

function streamsOf(bytes: Buffer): string[] {
  return [...bytes.toString('latin1').matchAll(STREAM)].flatMap(([, body = '']) => {
    try {
      return [inflateSync(Buffer.from(body, 'latin1')).toString('latin1')]
    } catch {
      return []
    }
  })
}

/** Returns the letters of one font by glyph. Fonts are numbered in the order of their first use, and the file has their tables in the same order. */
function lettersOf(table: string): string[] {
  const ranges = [...table.matchAll(/<([0-9a-f]+)> <([0-9a-f]+)> \[([^\]]*)\]/g)]
  return ranges.flatMap(([, , , letters = '']) =>
    [...letters.matchAll(/<([0-9a-f ]*)>/g)].map(([, hex = '']) => {
      const units = hex.replaceAll(' ', '').match(/.{4}/g) ?? []
      return String.fromCharCode(...units.map((unit) => Number.parseInt(unit, 16)))
    }),
  )
}

export function pdfTexts(bytes: Buffer): string[] {
  const streams = streamsOf(bytes)
  const fonts = streams.filter((stream) => stream.includes('beginbfrange')).map(lettersOf)
  const texts: string[] = []
  for (const stream of streams.filter((one) => one.includes(' Tf')))
    for (const [, font = '1', drawn = ''] of stream.matchAll(/\/F(\d+) [\d.]+ Tf[\s\S]*?\[([\s\S]*?)\] TJ/g)) {
      const glyphs = [...drawn.matchAll(/<([0-9a-f]+)>/g)].flatMap(([, hex = '']) => hex.match(/.{4}/g) ?? [])
      texts.push(glyphs.map((glyph) => fonts[Number(font) - 1]?.[Number.parseInt(glyph, 16)] ?? '').join(''))
    }
  return texts
}
