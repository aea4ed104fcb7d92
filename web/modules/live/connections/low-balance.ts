// Whether our balance at a supplier is below its alarm limit, or negative.
import type { Row } from '../../../kit/base/list-state.ts'

export const isLow = ({ balance, balance_alarm }: Pick<Row<'connectionsList'>, 'balance' | 'balance_alarm'>) =>
  balance !== null && balance < (balance_alarm ?? 0)
