// The day on which a change of prices takes effect, as the call sends it. Without a day the change takes effect at once.
import * as format from '../../../kit/base/format.ts'

const DAY_MS = 86_400_000

export type FromDay = { valid_from?: string; tell_till?: boolean; tell_mail?: boolean }

/** Returns tomorrow's date in Berlin, the first day that can be chosen. */
export const tomorrow = () => format.berlinDay(new Date(Date.parse(`${format.berlinDay()}T12:00:00Z`) + DAY_MS))
export const isChosen = ({ valid_from }: FromDay) => valid_from === undefined || valid_from >= tomorrow()
/** Returns the day as it is sent. An emptied field or a day before tomorrow is sent as a past day, which the server refuses. No day means at once. */
export const sentDay = (from: FromDay): FromDay => (isChosen(from) ? from : { ...from, valid_from: '0001-01-01' })
