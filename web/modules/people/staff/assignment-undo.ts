// Offers to undo an assignment of customers to a member of staff, or the removal of such an assignment.
import { step } from '../../../kit/form/steps.ts'
import { offerUndo } from '../../../kit/form/undo.ts'

export const assignmentRefresh = ['staffAssignHistory', 'staffList', 'customersList'] as const

/** `changed_ids`: the customers for whom the action changed something. */
export function offerAssignmentBack(user_id: string, action: 'assign' | 'remove', changed_ids: string[]): void {
  const back = action === 'assign' ? 'remove' : 'assign'
  const steps = changed_ids.length > 0 ? [step('staffAssign', { user_id, customer_ids: changed_ids, action: back })] : []
  offerUndo({ steps, rows: changed_ids.length, refresh: assignmentRefresh })
}
