// The state of a supplier: whether a person has to act, and the CSS classes that show it.
import type { Row } from '../../../kit/base/list-state.ts'

type Connection = Row<'connectionsList'>

/** Whether our balance with a supplier is negative or below its alarm limit. */
export const isLow = ({ balance, balance_alarm }: Pick<Connection, 'balance' | 'balance_alarm'>) => balance !== null && balance < (balance_alarm ?? 0)
export const isPoor = ({ weather }: Pick<Connection, 'weather'>) => weather === 'poor' || weather === 'down'

/** The CSS classes for how well a supplier has been answering lately. */
export const weatherLooks = { quiet: 'badge', fair: 'badge success', poor: 'badge warning', down: 'badge danger' }
