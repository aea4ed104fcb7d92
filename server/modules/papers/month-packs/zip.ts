// Writes a ZIP archive that always has the same bytes for the same content: files are in the order given, dated with the earliest date that ZIP can hold. The
// archive is streamed while it is made, and its last file lists the others with their hashes.
import { createHash } from 'node:crypto'
import { PassThrough, Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { ZipFile } from 'yazl'
import type { Write } from '../exports/exports.ts'

/** A file of the archive. `isPacked`: whether its content is already compressed. */
export type Entry = { name: string; bytes: AsyncIterable<Buffer> | Iterable<Buffer>; isPacked?: boolean }
export type Listed = { name: string; bytes: number; sha256: string }

const DATED = { mtime: new Date(1980, 0, 1), forceDosTimestamp: true }

/** Writes the archive. `last`: makes the last file, which lists the others. */
export async function writeZip(entries: AsyncIterable<Entry>, last: (files: readonly Listed[]) => { name: string; text: string }, out: Write): Promise<void> {
  const zip = new ZipFile()
  const packed = zip.outputStream.pipe(new PassThrough())
  zip.on('error', (error) => packed.destroy(error as Error))
  const adding = addAll(zip, entries, last).catch((error: Error) => void packed.destroy(error))
  for await (const bytes of packed) await out(bytes)
  await adding
}

async function addAll(zip: ZipFile, entries: AsyncIterable<Entry>, last: Parameters<typeof writeZip>[1]): Promise<void> {
  const files: Listed[] = []
  for await (const entry of entries) files.push(await add(zip, entry))
  const { name, text } = last(files)
  await add(zip, { name, bytes: [Buffer.from(text)] })
  zip.end()
}

/** Adds a file. Resolves when the file is in the archive, so that only one file is in memory at a time. */
async function add(zip: ZipFile, { name, bytes, isPacked = false }: Entry): Promise<Listed> {
  const hash = createHash('sha256')
  let length = 0
  async function* read() {
    for await (const piece of bytes) {
      hash.update(piece)
      length += piece.length
      yield piece
    }
  }
  const stream = Readable.from(read(), { objectMode: false })
  zip.addReadStream(stream, name, { ...DATED, compress: !isPacked })
  await finished(stream)
  return { name, bytes: length, sha256: hash.digest('hex') }
}
