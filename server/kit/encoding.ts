// Detects the text encoding of a supplier's file while it streams past, and decodes it.
import { isAscii, isUtf8 } from 'node:buffer'

export type Encoding = 'utf-8' | 'windows-1252' | 'windows-1254'

/** Bytes of Ğ İ Ş ğ ı ş in Windows-1254, which are rare Icelandic letters in Windows-1252. */
const TURKISH = new Set([0xd0, 0xdd, 0xde, 0xf0, 0xfd, 0xfe])

/** The position after the last complete UTF-8 character in a chunk; at most three bytes of the next character may follow. */
function wholeEnd(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back] as number
    if (byte >= 0xc0) return bytes.length - back
    if (byte < 0x80) break
  }
  return bytes.length
}

/** Detects a file's encoding from its chunks; `found` returns the encoding, or undefined if the file is not text. */
export function createEncodingSniffer() {
  let utf8 = true
  let turkish = false
  let binary = false
  let tail: Buffer = Buffer.alloc(0)
  return {
    see(chunk: Buffer): void {
      binary ||= chunk.includes(0)
      if (tail.length === 0 && isAscii(chunk)) return
      turkish ||= chunk.some((byte) => TURKISH.has(byte))
      if (!utf8) return
      const bytes = tail.length > 0 ? Buffer.concat([tail, chunk]) : chunk
      const end = wholeEnd(bytes)
      const whole = isUtf8(bytes.subarray(end)) ? bytes.length : end
      utf8 = isUtf8(bytes.subarray(0, whole))
      tail = Buffer.from(bytes.subarray(whole))
    },
    found(): Encoding | undefined {
      if (binary) return undefined
      if (utf8 && tail.length === 0) return 'utf-8'
      return turkish ? 'windows-1254' : 'windows-1252'
    },
  }
}

/**
 * How many of the first bytes are examined to recognise UTF-16 without a byte order mark. It is recognised because every other byte of ASCII text is zero in
 * UTF-16.
 */
const TELLING = 256

function utf16Of(start: Buffer): 'utf-16le' | 'utf-16be' | undefined {
  if (start[0] === 0xff && start[1] === 0xfe) return 'utf-16le'
  if (start[0] === 0xfe && start[1] === 0xff) return 'utf-16be'
  const pairs = Math.floor(Math.min(start.length, TELLING) / 2)
  const zeros = (at: 0 | 1) => Array.from({ length: pairs }, (_, i) => start[2 * i + at]).filter((byte) => byte === 0).length
  const isMostly = (zero: 0 | 1) => pairs > 1 && zeros(zero) > pairs * 0.8 && zeros(zero === 0 ? 1 : 0) < pairs * 0.2
  if (isMostly(1)) return 'utf-16le'
  return isMostly(0) ? 'utf-16be' : undefined
}

/** Converts UTF-16 (a spreadsheet's "Unicode text") to UTF-8, so that later steps need not handle UTF-16. All other input passes unchanged. */
export async function* withoutUtf16(pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let decoder: InstanceType<typeof TextDecoder> | null | undefined
  for await (const piece of pieces) {
    if (decoder === undefined) {
      const found = utf16Of(piece)
      decoder = found ? new TextDecoder(found) : null
    }
    yield decoder ? Buffer.from(decoder.decode(piece, { stream: true })) : piece
  }
  const rest = decoder?.decode()
  if (rest) yield Buffer.from(rest)
}

/** Whether a file is a workbook by its first bytes, whatever its name says: a ZIP archive (.xlsx, .ods), or the container of the older .xls. */
export const isWorkbook = (start: Buffer): boolean => start.subarray(0, 4).equals(ZIP) || start.subarray(0, 8).equals(OLE)
const ZIP = Buffer.from([0x50, 0x4b, 0x03, 0x04])
const OLE = Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1])

/** Decodes chunks of bytes into text without a byte order mark. Plain ASCII, which nearly every PIN file is, has a fast path. */
export function createDecoder(encoding: Encoding): (chunk: Buffer) => string {
  const decoder = new TextDecoder(encoding)
  let whole = true
  return (chunk) => {
    if (whole && isAscii(chunk)) return chunk.toString('latin1')
    const text = decoder.decode(chunk, { stream: true })
    whole = encoding !== 'utf-8' || wholeEnd(chunk) === chunk.length || isUtf8(chunk.subarray(wholeEnd(chunk)))
    return text
  }
}
