// The caller's own discount plans, as choices.
import { useQuery } from '@tanstack/react-query'
import { query, useUser } from '../../../kit/base/api.ts'
import { can } from '../../../kit/base/can.ts'

export function usePlans() {
  const isOpen = can(useUser(), 'plansList')
  const asked = useQuery({ ...query('plansList', { limit: 100 }), enabled: isOpen })
  return (asked.data?.content ?? []).map(({ discount_plan_id, plan_name }) => ({ value: discount_plan_id, label: plan_name }))
}
