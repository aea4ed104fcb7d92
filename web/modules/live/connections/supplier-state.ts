// The state of a supplier: whether it needs a person's attention, and the CSS classes by which that is shown.
import type { Row } from '../../../kit/base/list-state.ts'

type Connection = Row<'connectionsList'>

/** Whether our balance at a supplier is below its alarm limit, or negative. */
export const isLow = ({ balance, balance_alarm }: Pick<Connection, 'balance' | 'balance_alarm'>) => balance !== null && balance < (balance_alarm ?? 0)
export const isPoor = ({ weather }: Pick<Connection, 'weather'>) => weather === 'poor' || weather === 'down'

/** The CSS classes of a supplier's state. */
export const weatherLooks = { quiet: 'badge', fair: 'badge success', poor: 'badge warning', down: 'badge danger' }
