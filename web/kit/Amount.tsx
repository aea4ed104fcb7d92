// An amount in a table or a figure; below zero in the danger colour, with its minus.
import type { Money } from '../../contract/kit/money.ts'
import { money } from './format.ts'

export const Amount = ({ value }: { value: Money | null }) => (
  <span className={value !== null && value < 0 ? 'negative' : undefined}>{value === null ? '–' : money(value)}</span>
)
