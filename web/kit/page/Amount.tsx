// An amount in a table or a figure; negative ones in the danger colour, with a minus. The exact amount behind rounded cents is in the tooltip.
import { toCents } from '../../../contract/kit/cents.ts'
import type { Money } from '../../../contract/kit/money.ts'
import { moneyExact } from '../base/format.ts'

type Props = {
  value: Money | null
  /** The cents to display if they differ from the rounded amount, because the parts of a sum must add up. */
  cents?: Money | undefined
  /** Whether the amount is shown with up to four decimals instead of two. */
  exact?: boolean
}

export function Amount({ value, cents, exact = false }: Props) {
  if (value === null) return <span>–</span>
  const shown = exact ? value : (cents ?? toCents(value))
  return (
    <span className={shown < 0 ? 'negative' : undefined} title={shown === value ? undefined : moneyExact(value)}>
      {moneyExact(shown)}
    </span>
  )
}
