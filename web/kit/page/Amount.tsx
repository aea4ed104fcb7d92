// An amount in a table or a figure; below zero in the danger colour, with its minus.
import type { Money } from '../../../contract/kit/money.ts'
import { money, moneyExact } from '../base/format.ts'

/** `exact`: with up to four decimals. */
export const Amount = ({ value, exact = false }: { value: Money | null; exact?: boolean }) => (
  <span className={value !== null && value < 0 ? 'negative' : undefined}>{value === null ? '–' : (exact ? moneyExact : money)(value)}</span>
)
