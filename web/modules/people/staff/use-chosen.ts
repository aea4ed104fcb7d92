// Keeps the chosen rows for a bulk action, and makes the call of that action.
import { useState } from 'react'
import { useCall } from '../../../kit/base/api.ts'
import { step } from '../../../kit/form/steps.ts'
import { offerUndo } from '../../../kit/form/undo.ts'

const refresh = ['staffAssignHistory', 'staffList'] as const

export function useChosen(user_id: string, action: 'assign' | 'remove') {
  const [chosen, setChosen] = useState<readonly string[]>([])
  const call = useCall('staffAssign', {
    refresh,
    done({ changed_ids }) {
      const back = action === 'assign' ? 'remove' : 'assign'
      const steps = changed_ids.length > 0 ? [step('staffAssign', { user_id, customer_ids: changed_ids, action: back })] : []
      offerUndo({ steps, rows: changed_ids.length, refresh })
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
