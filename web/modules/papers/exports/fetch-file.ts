// Fetches an export in pieces and saves it in the browser; a piece that did not arrive is requested again.
import { NoAnswer } from '../../../../contract/kit/client.ts'
import { ask } from '../../../kit/base/api.ts'
import { bytesOf, saveBytes } from '../../../kit/base/save-file.ts'

const TRIES = 3

async function pieceOf(download_id: string, piece: number) {
  for (let tries = 1; ; tries++) {
    try {
      return await ask('exportFetch', { download_id, piece })
    } catch (error) {
      if (!(error instanceof NoAnswer) || tries === TRIES) throw error
    }
  }
}

export async function fetchFile(download_id: string, file_name: string): Promise<void> {
  const first = await pieceOf(download_id, 0)
  const parts = [bytesOf(first.bytes)]
  for (let piece = 1; piece < first.pieces; piece++) parts.push(bytesOf((await pieceOf(download_id, piece)).bytes))
  saveBytes(file_name, parts)
}
