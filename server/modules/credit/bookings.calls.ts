// bookings.
import { Refusal } from '../../kit/errors.ts'
import type { Handlers } from '../../kit/mount.ts'

const open = async () => {
  throw new Refusal('internal')
}

export const bookings: Pick<Handlers, 'creditLogs' | 'creditRequestDecide' | 'creditRequestsList' | 'walletChangeMany' | 'walletHistory'> = {
  creditLogs: open,
  creditRequestDecide: open,
  creditRequestsList: open,
  walletChangeMany: open,
  walletHistory: open,
}
