// From where on the loss guard tells something: all its limits.
import { EURO } from '../../../../contract/kit/money.ts'

export const LIMITS = {
  /** Lost on one configuration in a day. */
  lost: EURO / 100,
  /** How much less of the value the supplier gives than for the batch before, in hundredths of a percent. */
  discount: 50,
  /** Reprints of a shop in a day, and how many of a hundred PINs it sold they are. */
  reprints: 5,
  reprints_share: 20,
  /** Bought in a day at face value, how many times an average day that is, and of how many days at least there is an average. */
  bought: 500 * EURO,
  habit_times: 3,
  habit_days: 7,
  /** What goes on is told again after as many days. */
  again_days: 7,
} as const
