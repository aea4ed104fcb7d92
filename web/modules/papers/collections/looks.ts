// How the states of a collection and of its lines look.
import type { Row } from '../../../kit/base/list-state.ts'

export const looks = { under_way: 'badge', cancelled: 'badge', booked: 'badge success' } as const
export const lineLooks = { ...looks, returned: 'badge danger', by_hand: 'badge warning' } as const

/** The state as people see it: a collection is booked once the bank has credited all of it. */
export const stateOf = ({ state, booked, total }: Row<'collectionsList'>) => (booked > 0 && booked === total ? 'booked' : state)
