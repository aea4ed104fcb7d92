// Reads the text on each page of a PDF that Chromium made. Chromium stores text as glyph numbers, and for each font a table from these numbers to letters.
import { inflateSync } from 'node:zlib'

type Parts = { text: string; stream: string }

/** Returns the text of every page, without spaces, in the order in which it was drawn. */
export function pageTexts(pdf: Buffer): string[] {
  const objects = objectsOf(pdf.toString('latin1'))
  const at = (number: string | undefined): Parts => objects.get(number ?? '') ?? { text: '', stream: '' }
  const pages = [...objects.values()].filter(({ text }) => /\/Type \/Page\b(?!s)/.test(text))
  return pages.map((page) => {
    const fonts = new Map([...page.text.matchAll(/\/(F\d+) (\d+) 0 R/g)].map(([, name, number]) => [name, lettersOf(unpacked(at(toUnicode(at(number).text))))]))
    return drawn(unpacked(at(/\/Contents (\d+) 0 R/.exec(page.text)?.[1])), fonts).replace(/\s/g, '')
  })
}

const toUnicode = (font: string) => /\/ToUnicode (\d+) 0 R/.exec(font)?.[1]

function objectsOf(pdf: string): Map<string, Parts> {
  const objects = new Map<string, Parts>()
  for (const {
    index,
    0: { length },
    1: number = '',
  } of pdf.matchAll(/(?<=^|\n)(\d+) 0 obj\n/g)) {
    const [text = ''] = pdf.slice(index + length, pdf.indexOf('endobj', index)).split('stream\n', 1)
    objects.set(number, { text, stream: pdf.slice(index + length + text.length + 'stream\n'.length) })
  }
  return objects
}

/** Returns the stream of an object as text, unpacked if it is compressed. `text`: the object's own text, which gives the stream's length. */
function unpacked({ text, stream }: Parts): string {
  const bytes = Buffer.from(stream.slice(0, Number(/\/Length (\d+)/.exec(text)?.[1] ?? 0)), 'latin1')
  return text.includes('/FlateDecode') ? inflateSync(bytes).toString('latin1') : bytes.toString('latin1')
}

const HEX = 16

/** Reads the glyph table of a font: `<0003> <0020>` for one glyph, `<0010> <0015> <0041>` for several consecutive glyphs. */
function lettersOf(table: string): Map<number, string> {
  const letters = new Map<number, string>()
  const letter = (hex: string, more = 0) => String.fromCodePoint(Number.parseInt(hex.slice(0, 4), HEX) + more)
  for (const [, block = ''] of table.matchAll(/beginbfchar([\s\S]*?)endbfchar/g))
    for (const [, glyph = '', to = ''] of block.matchAll(/<(\w+)>\s*<(\w+)>/g)) letters.set(Number.parseInt(glyph, HEX), letter(to))
  for (const [, block = ''] of table.matchAll(/beginbfrange([\s\S]*?)endbfrange/g))
    for (const [, first = '', last = '', to = ''] of block.matchAll(/<(\w+)>\s*<(\w+)>\s*<(\w+)>/g))
      for (let glyph = Number.parseInt(first, HEX), more = 0; glyph <= Number.parseInt(last, HEX); glyph++, more++) letters.set(glyph, letter(to, more))
  return letters
}

function drawn(content: string, fonts: ReadonlyMap<string | undefined, Map<number, string>>): string {
  let letters = new Map<number, string>()
  let text = ''
  for (const [, font, glyphs = ''] of content.matchAll(/\/(F\d+) [\d.]+ Tf|<([0-9A-Fa-f]+)>/g))
    if (font) letters = fonts.get(font) ?? letters
    else for (const [glyph] of glyphs.matchAll(/.{4}/g)) text += letters.get(Number.parseInt(glyph, HEX)) ?? ''
  return text
}
