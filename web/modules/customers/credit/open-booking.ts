// A booking that was sent and whose outcome is not known yet. It is kept in this browser until then, so that after a reload it is sent again with the same key.
import * as z from 'zod/mini'
import { walletChange } from '../../../../contract/customers/credit.ts'
import { field } from '../../../../contract/kit/field.ts'

const Booking = z.object({ user_id: z.string(), customer_name: z.string(), begun_at: z.string(), input: walletChange.input })
export type Booking = z.output<typeof Booking>

const KEY = 'open_booking'
const written = field.json(Booking)

export const rememberBooking = (booking: Booking, storage: Storage = localStorage) => storage.setItem(KEY, z.encode(written, booking))
export const forgetBooking = (storage: Storage = localStorage) => storage.removeItem(KEY)

/** Returns the open booking of this user only, because a key is valid only for the user to whom it was issued. */
export function openBooking(user_id: string, storage: Storage = localStorage): Booking | undefined {
  const text = storage.getItem(KEY)
  const read = text === null ? undefined : z.safeDecode(written, text)
  return read?.success && read.data.user_id === user_id ? read.data : undefined
}
