// Sends the transfers of dropped files to the server: each file is read in this browser and sent in parts. A transfer that is sent again is not added twice.
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { RETURNS_MAX } from '../../../../contract/papers/collections.ts'
import { ask, useUser } from '../../../kit/base/api.ts'
import { can } from '../../../kit/base/can.ts'
import { partsOf } from './parts.ts'
import { readDroppedStatement } from './read-statement.ts'
import { type LeftOut, leftOut, type Statement } from './statement.ts'
import type { ReadFile } from './statement-file.ts'

/** The longest file name that the contract allows. */
const NAME_MAX = 200

export type Unread = Extract<ReadFile, { problem: unknown }>
export type Taken = { file: string; taken: number; known: number; returned: number; left_out: Record<LeftOut, number> }
/** The result of a file: its transfers were all sent, it could not be read, or only a part was sent. */
export type Outcome = Taken | Unread | { file: string; error: unknown; sent: number; all: number }
export type Stage = 'idle' | 'reading' | { sent: number; all: number }

const sum = (statements: readonly Statement[], of: (statement: Statement) => number) => statements.reduce((total, one) => total + of(one), 0)

type Readable = Extract<ReadFile, { statements: unknown }>

async function send({ file, statements }: Readable, mayTakeReturns: boolean, progress: (stage: Stage) => void): Promise<Outcome> {
  const all = sum(statements, ({ lines }) => lines.length)
  const result = { taken: 0, known: 0, returned: 0 }
  const file_name = file.slice(0, NAME_MAX)
  let sent = 0
  try {
    for (const { account, lines } of statements)
      for (const part of partsOf(lines)) {
        progress({ sent, all })
        const { taken, known } = await ask('bankLinesTake', { file_name, account, transfers: part })
        result.taken += taken
        result.known += known
        sent += part.length
      }
    const returns = mayTakeReturns ? statements.flatMap((one) => one.returns) : []
    for (let at = 0; at < returns.length; at += RETURNS_MAX)
      result.returned += (await ask('debitReturnsTake', { file_name, returns: returns.slice(at, at + RETURNS_MAX) })).taken
  } catch (error) {
    return { file, error, sent, all }
  }
  const left_out = Object.fromEntries(leftOut.map((why) => [why, sum(statements, (one) => one.left_out[why])])) as Taken['left_out']
  return { file, ...result, left_out }
}

export function useTake() {
  const cache = useQueryClient()
  const mayTakeReturns = can(useUser(), 'debitReturnsTake')
  const [stage, setStage] = useState<Stage>('idle')
  const [outcomes, setOutcomes] = useState<readonly Outcome[]>([])

  async function take(files: readonly File[]) {
    if (stage !== 'idle') return
    setOutcomes([])
    for (const file of files) {
      setStage('reading')
      const read = await readDroppedStatement(file)
      const outcome = 'problem' in read ? read : await send(read, mayTakeReturns, setStage)
      setOutcomes((before) => [...before, outcome])
    }
    setStage('idle')
    for (const call of ['bankLinesList', 'collectionsList', 'collectionLines']) void cache.invalidateQueries({ queryKey: [call] })
  }
  return { stage, outcomes, take: (files: readonly File[]) => void take(files) }
}
