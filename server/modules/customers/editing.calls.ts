// customerEditing.
import { Refusal } from '../../kit/errors.ts'
import type { Handlers } from '../../kit/mount.ts'

const open = async () => {
  throw new Refusal('internal')
}

export const customerEditing: Pick<
  Handlers,
  'customerAdd' | 'customerApi' | 'customerCheck' | 'customerExtra' | 'customerOtp' | 'customerRemarks' | 'customerStatus' | 'customerUpdate'
> = {
  customerAdd: open,
  customerApi: open,
  customerCheck: open,
  customerExtra: open,
  customerOtp: open,
  customerRemarks: open,
  customerStatus: open,
  customerUpdate: open,
}
