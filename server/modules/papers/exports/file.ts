// The file of an export: sealed on disk in pieces that are fetched one by one.
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { PIECE_BYTES } from '../../../../contract/papers/exports.ts'
import { createSealedFile } from '../../../kit/sealed-file.ts'

export const keyBound = (tenant_id: number, id: string) => `export|${tenant_id}|${id}`
const folderOf = (filesDir: string) => join(filesDir, 'exports')
export const fileOf = (filesDir: string, id: string) => join(folderOf(filesDir), id)
export const removeFile = (filesDir: string, id: string) => rm(fileOf(filesDir, id), { force: true })

/** Resolves when more bytes can be taken. */
export type Write = (bytes: Buffer) => Promise<void>
type ExportFile = { write: Write; bytes: () => number; end: () => Promise<void>; abandon: () => Promise<void> }

/** Creates the sealed file of an export; piece n of it is sealed with the label n. */
export async function createFile(filesDir: string, id: string, key: Buffer): Promise<ExportFile> {
  await mkdir(folderOf(filesDir), { recursive: true, mode: 0o700 })
  // The file is always a new one, even if a server that was thought to be gone still writes the old one.
  await removeFile(filesDir, id)
  const file = await createSealedFile(fileOf(filesDir, id), key)
  let [waiting, held, piece, bytes]: [Buffer[], number, number, number] = [[], 0, 0, 0]
  /** Writes are joined once a piece is complete, because joining at every write would copy each byte over and over. */
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
