// The discount plans of the user's organisation, as options to choose from.
import { useQuery } from '@tanstack/react-query'
import { query, useUser } from '../../../kit/base/api.ts'
import { can } from '../../../kit/base/can.ts'

export type PlanOption = { value: string; label: string }

/** Returns the plans; undefined while they are loading, and an empty list for a user who may not see them. */
export function usePlans(): readonly PlanOption[] | undefined {
  const isOpen = can(useUser(), 'plansList')
  const asked = useQuery({ ...query('plansList', { limit: 100 }), enabled: isOpen })
  if (isOpen && asked.isPending) return undefined
  return (asked.data?.content ?? []).map(({ discount_plan_id, plan_name }) => ({ value: discount_plan_id, label: plan_name }))
}

/** Returns the id of the plan if there is only one, so that a form can propose it. */
export const onlyPlan = (plans: readonly PlanOption[]): string | undefined => (plans.length === 1 ? plans[0]?.value : undefined)
