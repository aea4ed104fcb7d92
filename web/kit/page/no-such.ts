// Recognises an answer to an id under which nothing is found: unknown, of another organisation, or not an id at all. The user is not told which of these it is.
import { lazy } from 'react'
import { CallError } from '../../../contract/kit/client.ts'
import { loadArea } from '../base/language.tsx'

export const isNoSuch = (error: unknown): boolean =>
  error instanceof CallError
    ? error.code === 'not_found' || error.problems.some(({ code }) => code === 'not_an_id')
    : // The browser checks the input by the contract, so a text that is not an id fails before a request is sent.
      error instanceof Error && error.message.includes('"not_an_id"')

/** Shows that the thing named by the address does not exist. */
export const NoSuch = lazy(async () => (await Promise.all([import('./NothingThere.tsx'), loadArea('shell')]))[0])
