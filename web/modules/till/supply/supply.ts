// What a screen that sells live goods shows while it has nothing to sell, and the queries by which it notices new goods.
import { lazy } from 'react'
import { withArea } from '../../../kit/base/language.tsx'

export const NothingOffered = lazy(() => withArea('top_ups', withArea('selling', import('./NothingOffered.tsx'))))

export const AGAIN_MS = 15_000

/** Options of a query that is repeated while it fails. */
export const whileFailing = { refetchInterval: ({ state }: { state: { status: string } }) => (state.status === 'error' ? AGAIN_MS : false) } as const

/** Options of a query that is repeated while it fails, or while its answer contains no goods. */
export const whileNothing = <T>(isNothing: (data: T) => boolean) => ({
  refetchInterval: ({ state }: { state: { status: string; data?: T | undefined } }) =>
    state.status === 'error' || (state.data !== undefined && isNothing(state.data)) ? AGAIN_MS : false,
})
