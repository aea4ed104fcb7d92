// Where an upload's files are on disk: the file as it was sent, and the accepted rows. Both are encrypted, and deleted when the upload is over.
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'

export type UploadFiles = { raw: string; rows: string }

export const filesOf = (filesDir: string, upload_id: string): UploadFiles => ({
  raw: join(filesDir, 'uploads', `${upload_id}.csv.sealed`),
  rows: join(filesDir, 'uploads', `${upload_id}.rows.sealed`),
})

/** The text that the key of both files is bound to when it is sealed: the key can be unsealed for this upload only. */
export const fileKeyBound = (tenant_id: number, upload_id: string): string => `upload|${tenant_id}|${upload_id}`

export const makeRoom = (filesDir: string) => mkdir(join(filesDir, 'uploads'), { recursive: true, mode: 0o700 })

export async function removeFiles(filesDir: string, upload_id: string): Promise<void> {
  const { raw, rows } = filesOf(filesDir, upload_id)
  await Promise.all([rm(raw, { force: true }), rm(rows, { force: true })])
}
