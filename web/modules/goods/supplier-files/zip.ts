// Reads a ZIP archive. Each file is unpacked while its bytes are counted, so that a decompression bomb is refused before it fills the memory.
import { Inflate } from 'fflate'
import { Unreadable } from './unreadable.ts'

const END_OF_LIST = 0x06054b50
const LISTED = 0x02014b50
const FILE = 0x04034b50
const SIZES = { end: 22, listed: 46, file: 30, comment: 0xffff }
const STORED = 0
const DEFLATED = 8
/** The most files in an archive: suppliers send fewer, and a workbook has about twenty. */
const FILES_MAX = 1_000
/** The greatest allowed ratio of unpacked to packed size, for files above RATIO_FROM bytes. Sheets usually reach ten, repetitive ones a hundred. */
const RATIO_MAX = 250
const RATIO_FROM = 1_000_000
const PIECE = 16 * 1024

/** How many bytes may still be unpacked. All files that are read together share one budget. */
export type Budget = { left: number }
export type Entry = { name: string; bytes: () => Uint8Array }

export const isZip = (bytes: Uint8Array): boolean => bytes.length >= SIZES.end && viewOf(bytes).getUint32(0, true) === FILE

const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)

/** Returns the files of an archive without its folders. */
export function entriesOf(bytes: Uint8Array, budget: Budget): Entry[] {
  const view = viewOf(bytes)
  const end = endOf(view)
  const count = view.getUint16(end + 10, true)
  if (count > FILES_MAX) throw new Unreadable('too_many_files')
  const entries: Entry[] = []
  let at = view.getUint32(end + 16, true)
  for (let n = 0; n < count; n++) {
    if (at + SIZES.listed > bytes.length || view.getUint32(at, true) !== LISTED) throw new Unreadable('damaged')
    const [name, extra, comment] = [view.getUint16(at + 28, true), view.getUint16(at + 30, true), view.getUint16(at + 32, true)]
    const listed = {
      isLocked: (view.getUint16(at + 8, true) & 1) === 1,
      method: view.getUint16(at + 10, true),
      crc: view.getUint32(at + 16, true),
      packed: view.getUint32(at + 20, true),
      size: view.getUint32(at + 24, true),
      from: view.getUint32(at + 42, true),
    }
    const title = new TextDecoder().decode(bytes.subarray(at + SIZES.listed, at + SIZES.listed + name))
    if (!title.endsWith('/')) entries.push({ name: title, bytes: () => unpacked(bytes, listed, budget) })
    at += SIZES.listed + name + extra + comment
  }
  return entries
}

function endOf(view: DataView): number {
  for (let at = view.byteLength - SIZES.end; at >= Math.max(0, view.byteLength - SIZES.end - SIZES.comment); at--)
    if (view.getUint32(at, true) === END_OF_LIST) return at
  throw new Unreadable('damaged')
}

type Listed = { isLocked: boolean; method: number; crc: number; packed: number; size: number; from: number }

function unpacked(bytes: Uint8Array, { isLocked, method, crc, packed, size, from }: Listed, budget: Budget): Uint8Array {
  if (isLocked) throw new Unreadable('password')
  if (size > RATIO_FROM && size > packed * RATIO_MAX) throw new Unreadable('bomb')
  budget.left -= size
  if (budget.left < 0) throw new Unreadable('unpacked_too_large')
  const view = viewOf(bytes)
  if (from + SIZES.file > bytes.length || view.getUint32(from, true) !== FILE) throw new Unreadable('damaged')
  const start = from + SIZES.file + view.getUint16(from + 26, true) + view.getUint16(from + 28, true)
  if (start + packed > bytes.length) throw new Unreadable('damaged')
  const inside = bytes.subarray(start, start + packed)
  const whole = method === STORED ? inside : method === DEFLATED ? inflated(inside, size) : undefined
  if (whole?.length !== size || checkSum(whole) !== crc) throw new Unreadable('damaged')
  return whole
}

/** Unpacks a file; throws as soon as the file has more bytes than the archive's list declares. */
function inflated(packed: Uint8Array, size: number): Uint8Array {
  const whole = new Uint8Array(size)
  let filled = 0
  const inflate = new Inflate((piece) => {
    if (filled + piece.length > size) throw new Unreadable('bomb')
    whole.set(piece, filled)
    filled += piece.length
  })
  try {
    for (let at = 0; at < packed.length; at += PIECE) inflate.push(packed.subarray(at, at + PIECE), at + PIECE >= packed.length)
  } catch (error) {
    throw error instanceof Unreadable ? error : new Unreadable('damaged')
  }
  return whole.subarray(0, filled)
}

const SUMS = Uint32Array.from({ length: 256 }, (_, byte) => {
  let sum = byte
  for (let bit = 0; bit < 8; bit++) sum = sum & 1 ? (sum >>> 1) ^ 0xedb88320 : sum >>> 1
  return sum
})

/** Returns the checksum CRC-32 of the bytes, which a ZIP archive stores for each file. */
function checkSum(bytes: Uint8Array): number {
  let sum = 0xffffffff
  for (const byte of bytes) sum = (sum >>> 8) ^ (SUMS[(sum ^ byte) & 0xff] as number)
  return (sum ^ 0xffffffff) >>> 0
}
