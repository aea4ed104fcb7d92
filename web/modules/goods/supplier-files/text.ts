// Reads a text with rows (.csv, .txt, .tsv) as the server does: encoding, separator, headings, rows.
import { findHeader, guessDelimiter, SAMPLE_ROWS, sampleOf } from '../../../../contract/goods/file-layout.ts'
import { createRowReader, type Row } from '../../../../contract/goods/file-rows.ts'
import { ROWS_MAX } from './limits.ts'
import { Unreadable } from './unreadable.ts'

const HEAD = 64 * 1024
/** The number of bytes examined to recognise UTF-16 without a byte order mark: in digits and Latin letters every other byte is zero. */
const TELLING = 256
/** The bytes of Ğ İ Ş ğ ı ş in Windows-1254. In Windows-1252 the same bytes are rare Icelandic letters. */
const TURKISH = new Set([0xd0, 0xdd, 0xde, 0xf0, 0xfd, 0xfe])

function utf16Of(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  const pairs = Math.floor(Math.min(bytes.length, TELLING) / 2)
  const zeros = (at: 0 | 1) => Array.from({ length: pairs }, (_, i) => bytes[2 * i + at]).filter((byte) => byte === 0).length
  const isMostly = (zero: 0 | 1) => pairs > 1 && zeros(zero) > pairs * 0.8 && zeros(zero === 0 ? 1 : 0) < pairs * 0.2
  if (isMostly(1)) return 'utf-16le'
  return isMostly(0) ? 'utf-16be' : undefined
}

/** Decodes a text in the encoding that its bytes suggest; the byte order mark is left out. */
export function decoded(bytes: Uint8Array): string {
  const utf16 = utf16Of(bytes)
  if (utf16) return new TextDecoder(utf16).decode(bytes)
  if (bytes.includes(0)) throw new Unreadable('no_text')
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder(bytes.some((byte) => TURKISH.has(byte)) ? 'windows-1254' : 'windows-1252').decode(bytes)
  }
}

function hasMoreLines(text: string, most: number): boolean {
  let lines = 0
  for (let at = text.indexOf('\n'); at >= 0 && lines <= most; at = text.indexOf('\n', at + 1)) lines++
  return lines > most
}

export function readText(bytes: Uint8Array): { header: string[]; rows: Row[] } {
  const text = decoded(bytes)
  if (hasMoreLines(text, ROWS_MAX)) throw new Unreadable('too_many_rows')
  const head = text.slice(0, HEAD)
  const delimiter = guessDelimiter(sampleOf(head))
  const first = createRowReader({ delimiter, has_header: false })
  const header_row = findHeader([...first.push(head), ...first.end()].slice(0, SAMPLE_ROWS))
  const reader = createRowReader({ delimiter, has_header: header_row !== undefined, header_row })
  const rows = reader.push(text)
  for (const row of reader.end()) rows.push(row)
  if (!reader.trailerHolds()) throw new Unreadable('incomplete')
  return { header: reader.header(), rows }
}
