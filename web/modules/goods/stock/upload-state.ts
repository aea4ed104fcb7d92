// The state of an upload, as the wizard needs it.
import type { Finding } from '../../../../contract/goods/findings.ts'
import { type Output, query } from '../../../kit/base/api.ts'

export type Upload = Output<'stockUploadProgress'>

/** Returns the calls that check and add a file: those for pools if the file is for a pool, otherwise those for stock. */
export const callsOf = ({ pool_name }: Pick<Upload, 'pool_name'>) =>
  pool_name ? ({ check: 'poolUploadCheck', finish: 'poolUploadFinish' } as const) : ({ check: 'stockUploadCheck', finish: 'stockUploadFinish' } as const)

/** Returns the address of the list with the stock for which a file is meant. */
export const listOf = ({ pool_name }: Pick<Upload, 'pool_name'>) => (pool_name ? '/pools/view' : '/inventory/view')

const POLL_MS = 500

export const isRunning = ({ step }: Pick<Upload, 'step'>) => step === 'checking' || step === 'importing'

/** The query for an upload; it polls while the server works on the upload. */
export const uploadQuery = (upload_id: string) => ({
  ...query('stockUploadProgress', { upload_id }),
  refetchInterval: (asked: { state: { data: Upload | undefined } }) => (asked.state.data && isRunning(asked.state.data) ? POLL_MS : (false as const)),
})

/** Returns the last step that may be open. The third step needs rows to add, and the decision to leave out rows with errors. */
export function reachedBy({ step, fatal, accepted, errors }: Upload, leaveOut: boolean): 2 | 3 {
  const mayAdd = step === 'checked' && fatal === null && accepted > 0
  return mayAdd && (errors === 0 || leaveOut) ? 3 : 2
}

/** The meanings that a column of a file can have, by the names of the call's fields. */
export const roles = ['pin', 'batch', 'serial', 'expiry', 'value'] as const
export type ColumnRole = (typeof roles)[number]

export const sequenceOf = (upload: Upload, role: ColumnRole) => upload[`${role}_sequence`]

/** The column that a finding is about. A finding that is not listed is about the whole row or file. */
export const columnOf: Partial<Record<Finding, ColumnRole>> = {
  scientific_notation: 'pin',
  pin_length: 'pin',
  pin_characters: 'pin',
  pin_missing: 'pin',
  duplicate_in_file: 'pin',
  duplicate_in_stock: 'pin',
  leading_zero_missing: 'pin',
  swapped_columns: 'pin',
  other_batch: 'batch',
  other_value: 'value',
  expiry_unreadable: 'expiry',
  expired: 'expiry',
}
