// Step one: a file is received piece by piece, and each piece is hashed, examined and written to disk encrypted. The file is never whole in memory, and never
// unencrypted on disk.
import { createHash } from 'node:crypto'
import { TRAILER } from '../../../../contract/goods/file-rows.ts'
import { createDecoder, createEncodingSniffer, type Encoding, isWorkbook, withoutUtf16 } from '../../../kit/encoding.ts'
import { Refusal } from '../../../kit/errors.ts'
import { createSealedFile } from '../../../kit/sealed-file.ts'

/** How many bytes from the beginning are kept for guessing the layout. */
const HEAD_BYTES = 64 * 1024
const FRAME_BYTES = 128 * 1024
/** A line longer than this cannot be a row of a PIN file. */
const LINE_BYTES_MAX = 64 * 1024
const LF = 10
const COMMENT = '#'.charCodeAt(0)
/** Only lines with fewer bytes than this are examined for being blank or a trailer; blank lines and trailers are shorter. */
const SHORT = 30

export type Received = {
  file_hash: Buffer
  file_bytes: number
  encoding: Encoding
  /** The first lines of the file; the text ends at the end of a line. */
  head: string
  /** How many lines the file has, without blank lines, comments and trailers. */
  lines: number
}

/** Writes the file to `path`, encrypted. Throws file_empty, file_encoding or file_workbook, and passes on errors of the stream. */
export async function receive(bytes: AsyncIterable<Uint8Array>, path: string, key: Buffer): Promise<Received> {
  const hash = createHash('sha256')
  const sniffer = createEncodingSniffer()
  const counter = createLineCounter()
  const head: Buffer[] = []
  let file_bytes = 0
  /** Hashes the file as it was sent. */
  async function* hashed(pieces: AsyncIterable<Buffer>) {
    for await (const piece of pieces) {
      hash.update(piece)
      yield piece
    }
  }
  const file = await createSealedFile(path, key)
  try {
    for await (const piece of withoutUtf16(hashed(inFrames(bytes)))) {
      if (file_bytes === 0 && isWorkbook(piece)) throw new Refusal('file_workbook')
      sniffer.see(piece)
      counter.see(piece)
      if (file_bytes < HEAD_BYTES) head.push(piece.subarray(0, HEAD_BYTES - file_bytes))
      file_bytes += piece.length
      await file.write(piece)
    }
    await file.end()
  } catch (error) {
    await file.abandon().catch(() => undefined)
    throw error
  }
  const encoding = sniffer.found()
  const { lines, longest } = counter.end()
  if (!encoding || longest > LINE_BYTES_MAX) throw new Refusal('file_encoding')
  if (lines === 0) throw new Refusal('file_empty')
  return { file_hash: hash.digest(), file_bytes, encoding, head: wholeLines(Buffer.concat(head), file_bytes, encoding), lines }
}

/** Joins pieces of any size into frames of one size. */
async function* inFrames(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let waiting: Uint8Array[] = []
  let size = 0
  for await (const piece of bytes) {
    waiting.push(piece)
    size += piece.length
    if (size < FRAME_BYTES) continue
    yield Buffer.concat(waiting)
    waiting = []
    size = 0
  }
  if (size > 0) yield Buffer.concat(waiting)
}

function wholeLines(head: Buffer, file_bytes: number, encoding: Encoding): string {
  const whole = file_bytes > head.length ? head.subarray(0, head.lastIndexOf(LF) + 1) : head
  return createDecoder(encoding)(whole)
}

const isBlank = (byte = 0) => byte === 0x20 || byte === 0xa0 || (byte >= 0x09 && byte <= 0x0d)

/**
 * Whether there are only blanks between two positions. Lines are not copied, because a file of nothing but line ends has a hundred thousand lines in each
 * piece.
 */
function isBlankLine(bytes: Buffer, from: number, end: number): boolean {
  let at = from
  while (at < end && isBlank(bytes[at])) at++
  return at === end
}

/**
 * Counts lines by looking at their bytes, with only one line in memory. Which lines are rows and which is the header is decided later, when the
 * layout is known.
 */
function createLineCounter() {
  let count = 0
  let longest = 0
  let rest: Buffer = Buffer.alloc(0)
  let last = ''
  function takeAll(bytes: Buffer, until: number): void {
    let short: readonly [number, number] | undefined
    let hasCounted = false
    for (let from = 0, end = 0; from < until; from = end + 1) {
      end = bytes.indexOf(LF, from)
      if (end < 0 || end > until) end = until
      longest = Math.max(longest, end - from)
      if (bytes[from] === COMMENT || (end - from < SHORT && isBlankLine(bytes, from, end))) continue
      count++
      hasCounted = true
      short = end - from < SHORT ? [from, end] : undefined
    }
    if (hasCounted) last = short ? bytes.toString('latin1', ...short).trim() : ''
  }
  return {
    see(chunk: Buffer) {
      const end = chunk.lastIndexOf(LF)
      if (end < 0) {
        if (rest.length <= LINE_BYTES_MAX) rest = Buffer.concat([rest, chunk])
        return
      }
      takeAll(rest.length > 0 ? Buffer.concat([rest, chunk.subarray(0, end)]) : chunk, end + rest.length)
      rest = chunk.subarray(end + 1)
    },
    end() {
      takeAll(rest, rest.length)
      return { lines: count - (TRAILER.test(last) ? 1 : 0), longest }
    },
  }
}
