// Keeps the chosen rows for a bulk action, and makes the call of that action.
import { useState } from 'react'
import { useCall } from '../../../kit/base/api.ts'

export function useChosen(user_id: string, action: 'assign' | 'remove') {
  const [chosen, setChosen] = useState<readonly string[]>([])
  const call = useCall('staffAssign', {
    refresh: ['staffAssignHistory', 'staffList'],
    done: () => setChosen([]),
  })
  return {
    chosen,
    toggle: (id: string) => setChosen((before) => (before.includes(id) ? before.filter((one) => one !== id) : [...before, id])),
    send: () => call.mutate({ user_id, customer_ids: [...chosen], action }),
    call,
    action,
  }
}

export type Chosen = ReturnType<typeof useChosen>
