// autoCredit.
import { Refusal } from '../../kit/errors.ts'
import type { Handlers } from '../../kit/mount.ts'

const open = async () => {
  throw new Refusal('internal')
}

export const autoCredit: Pick<Handlers, 'autoCreditLedger' | 'autoCreditUpdate'> = {
  autoCreditLedger: open,
  autoCreditUpdate: open,
}
