// A field in which a plan is found by typing, however many plans there are.

import type { Row } from '../../../kit/base/list-state.ts'
import { Combobox } from '../../../kit/form/Combobox.tsx'

type Plan = Pick<Row<'plansList'>, 'discount_plan_id' | 'plan_name'>
type Props = { id: string; label: string; value: string; choose: (id: string) => void; known?: Plan | undefined; except?: string; required?: boolean }

const optionOf = ({ discount_plan_id, plan_name }: Plan) => ({ value: discount_plan_id, label: plan_name })

export function PlanPick({ id, label, value, choose, known, except, required = false }: Props) {
  return (
    <Combobox
      id={id}
      label={label}
      value={value}
      onChange={(next) => choose(String(next))}
      onBlur={() => undefined}
      error={undefined}
      required={required}
      call="plansList"
      option={optionOf}
      known={known && optionOf(known)}
      except={except}
    />
  )
}
