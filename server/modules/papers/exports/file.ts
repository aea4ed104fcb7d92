// The file of an export. It is stored on disk in sealed pieces, and a browser fetches it piece by piece.
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { PIECE_BYTES } from '../../../../contract/papers/exports.ts'
import { createSealedFile } from '../../../kit/sealed-file.ts'

export const keyBound = (tenant_id: number, id: string) => `export|${tenant_id}|${id}`
const folderOf = (filesDir: string) => join(filesDir, 'exports')
export const fileOf = (filesDir: string, id: string) => join(folderOf(filesDir), id)
export const removeFile = (filesDir: string, id: string) => rm(fileOf(filesDir, id), { force: true })

/** Writes bytes; resolves when more bytes can be written. */
export type Write = (bytes: Buffer) => Promise<void>
type ExportFile = { write: Write; bytes: () => number; end: () => Promise<void>; abandon: () => Promise<void> }

/** Creates the sealed file of an export. Each piece is sealed together with its own number. */
export async function createFile(filesDir: string, id: string, key: Buffer): Promise<ExportFile> {
  await mkdir(folderOf(filesDir), { recursive: true, mode: 0o700 })
  // The old file is removed first, because a server that was thought to have stopped may still be writing to it.
  await removeFile(filesDir, id)
  const file = await createSealedFile(fileOf(filesDir, id), key)
  let [waiting, held, piece, bytes]: [Buffer[], number, number, number] = [[], 0, 0, 0]
  /** Collects the bytes, and joins them only when a piece is complete, because joining at every write would copy each byte again and again. */
  async function write(more: Buffer) {
    waiting.push(more)
    held += more.length
    bytes += more.length
    if (held < PIECE_BYTES) return
    let all = Buffer.concat(waiting)
    for (; all.length >= PIECE_BYTES; all = all.subarray(PIECE_BYTES)) await file.write(all.subarray(0, PIECE_BYTES), piece++)
    waiting = [Buffer.from(all)]
    held = all.length
  }
  async function end() {
    if (held > 0) await file.write(Buffer.concat(waiting), piece)
    await file.end()
  }
  return { write, bytes: () => bytes, end, abandon: file.abandon }
}
