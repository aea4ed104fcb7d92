// Keeps an uploaded file until the form fields after it have arrived, sealed with a key that only this process has.
import { randomBytes } from 'node:crypto'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { newId } from '../kit/ids.ts'
import { createSealedFile, readSealedFile } from '../kit/sealed-file.ts'

const KEY = 32
/** A file older than this is a leftover, because no upload takes so long. */
const LEFTOVER_MS = 24 * 60 * 60_000

export const spoolOf = (dataDir: string) => join(dataDir, 'spool')

export type Spooled = { bytes: () => AsyncGenerator<Uint8Array>; remove: () => Promise<void> }

/** Stores the whole file. If the upload is interrupted, nothing is left behind. */
export async function spool(dir: string, file: AsyncIterable<Uint8Array>): Promise<Spooled> {
  await mkdir(dir, { recursive: true, mode: 0o700 })
  await removeLeftovers(dir)
  const [path, key] = [join(dir, newId()), randomBytes(KEY)]
  const remove = () => rm(path, { force: true })
  const sealed = await createSealedFile(path, key)
  try {
    for await (const chunk of file) await sealed.write(Buffer.from(chunk))
    await sealed.end()
  } catch (error) {
    await sealed.abandon().catch(() => undefined)
    await remove()
    throw error
  }
  return { remove, bytes: () => bytesOf(path, key) }
}

async function* bytesOf(path: string, key: Buffer): AsyncGenerator<Uint8Array> {
  for await (const { bytes } of readSealedFile(path, key)) yield bytes
}

/** Removes files that killed servers left behind: nobody has their keys, so nobody can read them. */
async function removeLeftovers(dir: string): Promise<void> {
  for (const name of await readdir(dir)) {
    const path = join(dir, name)
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Date.now() }))
    if (Date.now() - mtimeMs > LEFTOVER_MS) await rm(path, { force: true })
  }
}
