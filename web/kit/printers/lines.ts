// The parts of a slip as lines for a printer with fixed-width letters. No line is wider than the paper, and no group of a PIN is ever broken.
import type { Paper } from '../base/sheet.ts'
import type { Page, Part } from './parts.ts'

/** `wide` and `tall`: multiples of the usual letter size. */
type Look = { wide: 1 | 2; tall: 1 | 2; bold: boolean; centred: boolean }
export type Line = ({ text: string } & Look) | { dials: string }

/** Letters of the usual size per line. 80 mm printers have 42 or 48 columns, and lines of 42 fit both. */
export const COLUMNS: Record<Paper, number> = { 58: 32, 80: 42 }

export const linesOf = (page: Page, columns: number): Line[] => page.flatMap((part) => linesOfPart(part, columns))

function linesOfPart(part: Part, columns: number): Line[] {
  switch (part.is) {
    case 'text': {
      const times = part.look === 'value' ? 2 : 1
      return set(part.text, columns, { wide: times, tall: times, bold: part.look === 'bold' || part.look === 'value', centred: Boolean(part.centred) })
    }
    case 'ends':
      return ends(part.left, part.right, columns).map((text) => ({ ...usual, text, bold: part.look === 'bold' }))
    case 'pin':
      return [blank, ...set(part.text, columns, { wide: part.text.length * 2 <= columns ? 2 : 1, tall: 2, bold: true, centred: true }), blank]
    case 'mark':
      return ['*'.repeat(columns), part.text, '*'.repeat(columns)].flatMap((text) => set(text, columns, { ...usual, bold: true, centred: true }))
    case 'line':
      return [{ ...usual, text: '-'.repeat(columns) }]
    case 'cut':
      return set(between(part.text, columns), columns, { ...usual, centred: true })
    case 'dial':
      return [{ dials: part.dials }, ...set(part.label, columns, { ...usual, centred: true })]
  }
}

const usual: Look = { wide: 1, tall: 1, bold: false, centred: false }
const blank: Line = { text: '', ...usual }

const set = (text: string, columns: number, look: Look): Line[] =>
  text.split('\n').flatMap((line) => wrapped(line, Math.floor(columns / look.wide)).map((one) => ({ ...look, text: one })))

/** Breaks a text between words; a word longer than a line is broken inside. */
export function wrapped(text: string, columns: number): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(/\s+/).flatMap((one) => pieces(one, columns))) {
    if (line && line.length + 1 + word.length > columns) {
      lines.push(line)
      line = word
    } else line = line ? `${line} ${word}` : word
  }
  return [...lines, line]
}

/** Breaks a word that is too long, at a hyphen if it has one. */
function pieces(word: string, columns: number): string[] {
  if (word.length <= columns) return [word]
  const end = word.lastIndexOf('-', columns - 1) + 1 || columns
  return [word.slice(0, end), ...pieces(word.slice(end), columns)]
}

/** Puts two texts at the left and right end of one line if both fit, otherwise one below the other. */
function ends(left: string, right: string, columns: number): string[] {
  const room = columns - left.length - right.length
  return room >= 1 ? [left + ' '.repeat(room) + right] : [...wrapped(left, columns), ...wrapped(right, columns)]
}

/** Returns a line of dashes with a text in the middle. */
function between(text: string, columns: number): string {
  const dashes = Math.floor((columns - text.length - 2) / 2)
  return dashes < 1 ? text : `${'-'.repeat(dashes)} ${text} ${'-'.repeat(dashes)}`
}
