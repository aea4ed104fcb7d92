// Keeps the chosen rows for a bulk action, and makes the call of that action.
import { useState } from 'react'
import { useCall } from '../../../kit/base/api.ts'
import { assignmentRefresh, offerAssignmentBack } from './assignment-undo.ts'

export function useChosen(user_id: string, action: 'assign' | 'remove') {
  const [chosen, setChosen] = useState<readonly string[]>([])
  const call = useCall('staffAssign', {
    refresh: assignmentRefresh,
    done({ changed_ids }) {
      offerAssignmentBack(user_id, action, changed_ids)
      setChosen([])
    },
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
