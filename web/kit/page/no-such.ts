// An id in the address under which there is nothing: unknown, somebody else's, or no id at all. Which of them it is nobody is told.
import { lazy } from 'react'
import { CallError } from '../../../contract/kit/client.ts'
import { loadArea } from '../base/language.tsx'

export const isNoSuch = (error: unknown): boolean =>
  error instanceof CallError
    ? error.code === 'not_found' || error.problems.some(({ code }) => code === 'not_an_id')
    : // What is no id is not even sent: the contract says so here already.
      error instanceof Error && error.message.includes('"not_an_id"')

/** Says so, in the words of what the address names. */
export const NoSuch = lazy(async () => (await Promise.all([import('./NothingThere.tsx'), loadArea('shell')]))[0])
