// The bars of a part: one for each of the last days, the oldest first.
import { type PortalStatus, STATUS_DAYS } from '../../../../contract/sales/portal-status.ts'

type Days = PortalStatus['parts'][number]['days']
/** unknown: nothing was recorded on that day. */
export type DayShown = { day: string; state: Days[number]['state'] | 'working' | 'unknown'; minutes: number }

const dayBefore = (day: string, days: number) => new Date(Date.parse(`${day}T00:00:00Z`) - days * 86_400_000).toISOString().slice(0, 10)

/** Returns the bars. Their number is the same before the first answer as after it, so that nothing moves when it arrives. */
export function daysShown(status: Pick<PortalStatus, 'today' | 'recorded_from'> | undefined, days: Days): DayShown[] {
  const { today = '2000-12-31', recorded_from = null } = status ?? {}
  return Array.from({ length: STATUS_DAYS }, (_, i) => {
    const day = dayBefore(today, STATUS_DAYS - 1 - i)
    const trouble = days.find((each) => each.day === day)
    const isRecorded = recorded_from !== null && day >= recorded_from
    return { day, state: trouble?.state ?? (isRecorded ? 'working' : 'unknown'), minutes: trouble?.minutes ?? 0 }
  })
}
