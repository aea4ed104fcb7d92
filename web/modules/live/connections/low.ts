// Whether our balance at a supplier is below what the platform wants to be told of, or below nothing.
import type { Row } from '../../../kit/base/list-state.ts'

export const isLow = ({ balance, balance_alarm }: Pick<Row<'connectionsList'>, 'balance' | 'balance_alarm'>) =>
  balance !== null && balance < (balance_alarm ?? 0)
