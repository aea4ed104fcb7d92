// An amount in a table or a figure. A negative amount has a minus and the danger colour. If the cents are rounded, the tooltip shows the exact amount.
import { toCents } from '../../../contract/kit/cents.ts'
import type { Money } from '../../../contract/kit/money.ts'
import { moneyExact } from '../base/format.ts'

type Props = {
  value: Money | null
  /** The cents to display if they differ from the rounded amount, because the displayed parts of a sum must add up. */
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
