// The accepted rows of a checked file, encrypted until the third step of the upload imports them. They are written in frames of one expiry date each, so that
// they can be read sorted by expiry.

import { readSealedFile, type SealedFile } from '../../../kit/sealed-file.ts'
import { dayNumber, dayOfNumber } from './expiry.ts'

/** How many rows a chunk has: a multiple of the sixteen PINs of a sealed block. */
export const CHUNK = 8192
/** How many rows, of all expiry dates together, may wait until their frame is full; beyond that the fullest frame is written early. */
const WAITING_MAX = 16 * CHUNK
const HASH = 16
/** The label of PINs that never expire: the highest possible, because they are sold last. */
const NEVER = 2 ** 31 - 1

export type Chunk = { pins: string[]; serials: string[]; hashes: Buffer[] }

const emptyChunk = (): Chunk => ({ pins: [], serials: [], hashes: [] })
const labelOf = (expires_on: string | undefined) => (expires_on ? dayNumber(expires_on) : NEVER)

export function createSpool(file: SealedFile) {
  const waiting = new Map<number, Chunk>()
  const stretches = new Map<number, number>()
  let rows = 0

  async function flush(label: number, chunk: Chunk) {
    waiting.delete(label)
    rows -= chunk.pins.length
    await file.write(encodeChunk(chunk), label)
  }

  return {
    /** Adds a row. If it returns a promise, a frame is being written, and the caller must await it. */
    add(pin: string, serial: string, hash: Buffer, expires_on: string | undefined): Promise<void> | undefined {
      const label = labelOf(expires_on)
      const chunk = waiting.get(label) ?? emptyChunk()
      waiting.set(label, chunk)
      chunk.pins.push(pin)
      chunk.serials.push(serial)
      chunk.hashes.push(hash)
      stretches.set(label, (stretches.get(label) ?? 0) + 1)
      rows++
      if (chunk.pins.length === CHUNK) return flush(label, chunk)
      return rows >= WAITING_MAX ? flush(...fullest(waiting)) : undefined
    },
    /** Writes the rows that still wait; returns the stretches of equal expiry in the order in which they will be sold. */
    async end(): Promise<Stretch[]> {
      for (const [label, chunk] of waiting) await flush(label, chunk)
      await file.end()
      return [...stretches].sort(([a], [b]) => a - b).map(([label, n]) => ({ expires_on: label === NEVER ? null : dayOfNumber(label), rows: n }))
    },
  }
}

/** How many rows have one expiry date; `expires_on` is null if their PINs never expire. */
export type Stretch = { expires_on: string | null; rows: number }

const fullest = (waiting: Map<number, Chunk>) => [...waiting].reduce((most, one) => (one[1].pins.length > most[1].pins.length ? one : most))

function encodeChunk({ pins, serials, hashes }: Chunk): Buffer {
  const text = Buffer.from(pins.join('\n'))
  const sizes = Buffer.alloc(8)
  sizes.writeUInt32BE(pins.length, 0)
  sizes.writeUInt32BE(text.length, 4)
  return Buffer.concat([sizes, ...hashes, text, Buffer.from(serials.join('\n'))])
}

function decodeChunk(bytes: Buffer): Chunk {
  const rows = bytes.readUInt32BE(0)
  const pinsAt = 8 + rows * HASH
  const serialsAt = pinsAt + bytes.readUInt32BE(4)
  const hashes = Array.from({ length: rows }, (_, i) => bytes.subarray(8 + i * HASH, 8 + (i + 1) * HASH))
  return { pins: bytes.toString('utf8', pinsAt, serialsAt).split('\n'), serials: bytes.toString('utf8', serialsAt).split('\n'), hashes }
}

/** The rows of a spool in the order of their expiry, in chunks of CHUNK rows; only the last chunk is smaller. */
export async function* readSpool(path: string, key: Buffer): AsyncGenerator<Chunk> {
  let rest = emptyChunk()
  for await (const frame of readSealedFile(path, key)) {
    const chunk = decodeChunk(frame.bytes)
    rest = rest.pins.length === 0 ? chunk : joined(rest, chunk)
    while (rest.pins.length >= CHUNK) {
      yield part(rest, 0, CHUNK)
      rest = part(rest, CHUNK)
    }
  }
  if (rest.pins.length > 0) yield rest
}

const part = ({ pins, serials, hashes }: Chunk, from: number, to?: number): Chunk => ({
  pins: pins.slice(from, to),
  serials: serials.slice(from, to),
  hashes: hashes.slice(from, to),
})
const joined = (a: Chunk, b: Chunk): Chunk => ({ pins: [...a.pins, ...b.pins], serials: [...a.serials, ...b.serials], hashes: [...a.hashes, ...b.hashes] })
