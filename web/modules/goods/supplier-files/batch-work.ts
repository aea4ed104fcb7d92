// The work on one batch: it is sent, checked and added. After a lost answer the outcome is looked up before anything is requested again.
import { CallError } from '../../../../contract/kit/client.ts'
import { ask } from '../../../kit/base/api.ts'
import { upload } from '../../../kit/form/upload.ts'
import { isRunning, type Upload } from '../stock/stock.ts'
import { csvOf, type Part, sentSequences } from './parts.ts'
import type { Sequences } from './recognise.ts'

export type Batch = { part: Part; sequences: Sequences; filename: string; configuration_id: string }

const POLL_MS = 400
const MISSED_MAX = 8

const pause = () => new Promise((done) => setTimeout(done, POLL_MS))

/**
 * Asks for the upload's state until the server has finished its work on it. If an answer is lost, the question is asked again, which is safe because it only
 * reads.
 */
export async function settled(upload_id: string, seen: (upload: Upload) => void): Promise<Upload> {
  for (let missed = 0; ; ) {
    try {
      const found = await ask('stockUploadProgress', { upload_id })
      missed = 0
      seen(found)
      if (!isRunning(found)) return found
    } catch (error) {
      if (error instanceof CallError || ++missed > MISSED_MAX) throw error
    }
    await pause()
  }
}

export async function sent({ part, sequences, filename, configuration_id }: Batch, signal: AbortSignal): Promise<string> {
  const csv_file = new File([csvOf(part, sequences)], filename, { type: 'text/csv' })
  return (await upload('stockUpload', { configuration_id, csv_file }, () => undefined, signal)).upload_id
}

/** Starts the check. If the call got no answer, the check may be running nevertheless, so this is no error: the upload's progress will tell. */
export async function checked(upload_id: string, sequences: Sequences, add_leading_zero: boolean): Promise<void> {
  const columns = { delimiter: ';', has_header: true, header_row: 1, ...sentSequences(sequences) } as const
  await ask('stockUploadCheck', { upload_id, ...columns, add_leading_zero }).catch((error: unknown) => {
    if (error instanceof CallError) throw error
  })
}

type Delivery = { supplier_id: string; buying_discount: number; leave_out_errors: boolean; publish: boolean }

/** Adds the batch once. After a lost answer the upload's state tells whether it was added; only if it was not, the request is repeated. */
export async function added(upload_id: string, delivery: Delivery, seen: (upload: Upload) => void): Promise<Upload> {
  const finish = () => ask('stockUploadFinish', { upload_id, ...delivery })
  try {
    await finish()
  } catch (error) {
    const isRefused = error instanceof CallError
    if (isRefused && error.code !== 'upload_state') throw error
    const found = await settled(upload_id, seen)
    if (found.step !== 'checked') return found
    if (isRefused) throw error
    await finish()
  }
  return settled(upload_id, seen)
}

/** Deletes the upload. A failure is ignored, because the upload may no longer exist. */
export const discarded = (upload_id: string) => ask('stockUploadCancel', { upload_id }).catch(() => undefined)
