// Requests to close a shift at the end of a day that were sent but not answered. They are stored in this browser with their keys and, after an interruption,
// sent again with the same key, so that a shift is never closed twice.
import * as z from 'zod/mini'

/** Calls that show shifts and Z-reports; they are read again after a change. */
export const showsShifts = ['shiftNow', 'zReport', 'shiftsOpen', 'zReportsList'] as const

/** `till_id` undefined means the user's own till. */
export type Closing = { till_id: string | undefined; username: string; counts: boolean }

/** A request to close a shift, as it was sent. */
const DayEnd = z.object({ transaction_key: z.string(), till_id: z.optional(z.string()), counted: z.optional(z.int()) })
export type DayEnd = z.output<typeof DayEnd>

/** Converts the form's input to a request as it is stored. */
export const endOf = (asked: unknown): DayEnd => z.parse(DayEnd, asked)

/** The name under which a request is stored. `till_id` undefined means the user's own till. */
const place = (user_id: string, till_id: string | undefined) => `day_end.${user_id}.${till_id ?? ''}`

export function rememberedEnd(user_id: string, till_id: string | undefined, storage: Storage = localStorage): DayEnd | undefined {
  try {
    return z.safeParse(DayEnd, JSON.parse(storage.getItem(place(user_id, till_id)) ?? 'null')).data
  } catch {
    return undefined
  }
}

export const rememberEnd = (user_id: string, end: DayEnd, storage: Storage = localStorage) => storage.setItem(place(user_id, end.till_id), JSON.stringify(end))

export const forgetEnd = (user_id: string, till_id: string | undefined, storage: Storage = localStorage) => storage.removeItem(place(user_id, till_id))
