// All limits of the loss guard: a loss or figure that reaches its limit is reported.
import { EURO } from '../../../../contract/kit/money.ts'

export const LIMITS = {
  /** The loss that an organisation makes with one denomination in a day, in ten-thousandths of a euro. */
  lost: EURO / 100,
  /** How much lower the supplier's discount is than for the batch before, in hundredths of a percent. */
  discount: 50,
  /** How many reprints a shop makes in a day, and what share of the PINs it sold these are, in percent; both limits must be reached. */
  reprints: 5,
  reprints_share: 20,
  /** How much a shop buys in a day at face value, how many times as much this is as on its average day, and how many days with sales an average needs. */
  bought: 500 * EURO,
  habit_times: 3,
  habit_days: 7,
  /** After how many days a problem that still exists is reported again. */
  again_days: 7,
} as const
