// A ZIP archive written as a stream (APPNOTE 6.3.3): each entry's size and checksum follow its data, so nothing is buffered.
import { once } from 'node:events'
import { crc32, createDeflateRaw } from 'node:zlib'

export type Write = (bytes: Buffer) => Promise<void>
type Entry = { name: Buffer; crc: number; packed: number; size: number; offset: number }

/** Deflated; sizes come after the data; names are UTF-8. */
const FLAGS = 0x0808
const DEFLATED = 8
const VERSION = 20
/** 1 January 1980, so that the same rows make the same file. */
const DAY = 0x21

const u16 = (...values: number[]) => Buffer.from(new Uint16Array(values).buffer)
const u32 = (...values: number[]) => Buffer.from(new Uint32Array(values).buffer)
const sizes = ({ crc, packed, size }: Entry) => u32(crc, packed, size)

export function createZip(out: Write) {
  const entries: Entry[] = []
  let position = 0
  const put = async (...parts: Buffer[]) => {
    const bytes = Buffer.concat(parts)
    position += bytes.length
    await out(bytes)
  }

  /** Adds one file from a stream of text. */
  async function add(path: string, texts: AsyncIterable<string> | Iterable<string>) {
    const entry: Entry = { name: Buffer.from(path), crc: 0, packed: 0, size: 0, offset: position }
    await put(u32(0x04034b50), u16(VERSION, FLAGS, DEFLATED, 0, DAY), u32(0, 0, 0), u16(entry.name.length, 0), entry.name)
    const before = position
    const deflate = createDeflateRaw()
    const packed = drain(deflate, put)
    for await (const text of texts) {
      const bytes = Buffer.from(text)
      entry.crc = crc32(bytes, entry.crc)
      entry.size += bytes.length
      if (!deflate.write(bytes)) await Promise.race([once(deflate, 'drain'), packed])
    }
    deflate.end()
    await packed
    entry.packed = position - before
    await put(u32(0x08074b50), sizes(entry))
    entries.push(entry)
  }

  async function end() {
    const start = position
    for (const entry of entries)
      await put(
        u32(0x02014b50),
        u16(VERSION, VERSION, FLAGS, DEFLATED, 0, DAY),
        sizes(entry),
        u16(entry.name.length, 0, 0, 0, 0),
        u32(0, entry.offset),
        entry.name,
      )
    await put(u32(0x06054b50), u16(0, 0, entries.length, entries.length), u32(position - start, start), u16(0))
  }
  return { add, end }
}

async function drain(stream: AsyncIterable<Buffer>, put: Write) {
  for await (const bytes of stream) await put(bytes)
}
