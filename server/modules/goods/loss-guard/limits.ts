// All limits of the loss guard; a notice is sent from each limit on.
import { EURO } from '../../../../contract/kit/money.ts'

export const LIMITS = {
  /** The loss on one configuration in a day. */
  lost: EURO / 100,
  /** The fall in the supplier's discount compared with the batch before, in hundredths of a percent. */
  discount: 50,
  /** Reprints of a shop in a day, and their share of the PINs it sold, in percent. */
  reprints: 5,
  reprints_share: 20,
  /** The face value bought in a day, as a multiple of an average day, and the number of days an average needs. */
  bought: 500 * EURO,
  habit_times: 3,
  habit_days: 7,
  /** A lasting problem is reported again after as many days. */
  again_days: 7,
} as const
