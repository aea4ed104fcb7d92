// Converts a slip to bytes in the command language of slip printers (ESC/POS).
import Encoder from '@point-of-sale/receipt-printer-encoder'
import type { Paper } from '../base/sheet.ts'
import { mappings, printable } from './letters.ts'
import { COLUMNS, type Line, linesOf } from './lines.ts'
import type { Page, Part } from './parts.ts'
import type { PrinterSettings } from './settings.ts'

export type How = Pick<PrinterSettings, 'letters' | 'cuts'> & { paper: Paper; opens_drawer: boolean }

/** The number of blank lines that move the end of a slip from the print head to the cutter or tear bar. */
const FEED = 4
/** The pulse that opens the drawer (the first of the two that a printer can open): 100 ms on, then 500 ms off. */
const PULSE = [0, 100, 500] as const
const QR = { model: 2, size: 6, errorlevel: 'm' } as const

/** Each page ends with a cut, or on printers without a cutter with blank paper to tear at. The drawer opens first, so that it is open while the slip prints. */
export function encoded(pages: readonly Page[], { letters, cuts, paper, opens_drawer }: How): Uint8Array {
  const mapping = letters === 'plain' ? {} : mappings[letters]
  const encoder = new Encoder({ ...mapping, language: 'esc-pos', columns: COLUMNS[paper], feedBeforeCut: FEED, newline: '\n' })
  encoder.initialize().codepage(letters === 'plain' ? 'cp437' : 'auto')
  if (opens_drawer) encoder.pulse(...PULSE)
  for (const page of pages) {
    const lines = linesOf(
      page.map((part) => withLetters(part, (text) => printable(text, letters))),
      COLUMNS[paper],
    )
    for (const line of lines) write(encoder, line)
    if (cuts) encoder.cut('partial')
    else encoder.newline(FEED)
  }
  return encoder.encode()
}

function write(encoder: Encoder, line: Line) {
  if ('dials' in line) encoder.align('center').qrcode(line.dials, QR).align('left')
  else
    encoder
      .align(line.centred ? 'center' : 'left')
      .bold(line.bold)
      .size(line.wide, line.tall)
      .text(line.text)
      .newline()
      .size(1, 1)
      .bold(false)
      .align('left')
}

/** Replaces letters of a part by letters that the printer has. This happens before lines are broken, because a replacement such as "ss" may be longer. */
function withLetters(part: Part, fit: (text: string) => string): Part {
  switch (part.is) {
    case 'line':
      return part
    case 'ends':
      return { ...part, left: fit(part.left), right: fit(part.right) }
    case 'dial':
      return { ...part, label: fit(part.label) }
    default:
      return { ...part, text: fit(part.text) }
  }
}
