// Staff.
import { Refusal } from '../../kit/errors.ts'
import type { Handlers } from '../../kit/mount.ts'

type Staff = Pick<Handlers, 'staffList' | 'staffAdd' | 'staffUpdate' | 'staffAssign' | 'staffAssignHistory' | 'loginTokenIssue'>

const open = async () => {
  throw new Refusal('internal')
}

export const staff: Staff = {
  staffList: open,
  staffAdd: open,
  staffUpdate: open,
  staffAssign: open,
  staffAssignHistory: open,
  loginTokenIssue: open,
}
