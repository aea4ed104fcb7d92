// The state of a move from another system before it begins: the files read in this browser, and the result of the server's dry run. A newly dropped file
// replaces an earlier file of the same kind.

import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { MOVE_MAX, MOVE_PRICES_MAX } from '../../../../contract/customers/moving-in.ts'
import { ask, type Output, useCall } from '../../../kit/base/api.ts'
import { isRefusal, useTransactionKey } from '../../../kit/form/use-transaction-key.ts'
import { useNavigate } from '../../../kit/router/Pages.tsx'
import { type Read, readDropped } from '../../goods/supplier-files/supplier-files.ts'
import { type MoveTable, recognise } from './headings.ts'

export type Checked = Output<'moveCheck'>
export type Kind = MoveTable['kind']
type Unread = Extract<Read, { problem: unknown }>
type Stage = { is: 'choosing' | 'working' } | { is: 'checked'; checked: Checked }

export const most = { customers: MOVE_MAX, prices: MOVE_PRICES_MAX }

/** Returns all rows of a kind from all files. */
export const rowsOf = (tables: readonly MoveTable[], kind: Kind) => tables.flatMap((table) => (table.kind === kind ? table.rows : []))
const filesOf = (tables: readonly MoveTable[]) => ({
  customers: rowsOf(tables, 'customers').map(({ cells }) => cells),
  prices: rowsOf(tables, 'prices').map(({ cells }) => cells),
})
/** Whether the rows can be sent to the dry run. If a column is missing or there are too many rows, the page tells the user instead. */
export const isReadable = (tables: readonly MoveTable[]) =>
  rowsOf(tables, 'customers').length > 0 &&
  tables.every((table) => !('missing' in table) || table.missing.length === 0) &&
  (['customers', 'prices'] as const).every((kind) => rowsOf(tables, kind).length <= most[kind])

export function useMove() {
  const t = useTranslations('customers.moving')
  const navigate = useNavigate()
  const [stage, setStage] = useState<Stage>({ is: 'choosing' })
  const [tables, setTables] = useState<readonly MoveTable[]>([])
  const [pinFiles, setPinFiles] = useState<readonly File[]>([])
  const [unread, setUnread] = useState<Unread>()
  const [failure, setFailure] = useState<unknown>()
  const key = useTransactionKey('moveStart')
  const start = useCall('moveStart', {
    refresh: ['movesList', 'customersList', 'customersListShort'],
    done: ({ move_id }) => void navigate(`/customers/moving-in/${move_id}`),
  })

  async function check(next: readonly MoveTable[]) {
    if (!isReadable(next)) return setStage({ is: 'choosing' })
    try {
      setStage({ is: 'checked', checked: await ask('moveCheck', filesOf(next)) })
    } catch (error) {
      setFailure(error)
      setStage({ is: 'choosing' })
    }
  }

  async function take(files: readonly File[]) {
    if (stage.is === 'working' || start.isPending) return
    setStage({ is: 'working' })
    setFailure(undefined)
    setUnread(undefined)
    key.used()
    const read = await readDropped(files)
    if ('problem' in read) {
      setUnread(read)
      return check(tables)
    }
    const found = read.tables.map(recognise)
    const kinds = new Set(found.map(({ kind }) => kind))
    const next = [...tables.filter(({ kind }) => !kinds.has(kind) && kind !== 'unknown'), ...found]
    if (kinds.has('stock')) setPinFiles(files)
    setTables(next)
    await check(next)
  }

  return {
    ...{ stage, tables, pinFiles, unread, take, isStarting: start.isPending, failure: failure ?? start.error },
    startOver: () => {
      setTables([])
      setStage({ is: 'choosing' })
    },
    /** Starts the move. The move keeps its key until the outcome is known, so that sending it again after a lost answer does not start a second move. */
    start: async () => {
      setFailure(undefined)
      const input = { ...filesOf(tables), remarks: t('note'), transaction_key: '' }
      try {
        start.mutate({ ...input, ...(await key.add(input)) } as typeof input, { onError: (error) => isRefusal(error) && key.refused() })
      } catch (error) {
        setFailure(error)
      }
    },
  }
}
export type MoveState = ReturnType<typeof useMove>
