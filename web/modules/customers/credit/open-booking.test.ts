// Tests that a sent booking survives a reload exactly as it was sent, and only for the user who sent it.
import { expect, test } from 'vitest'
import { forgetBooking, openBooking, rememberBooking } from './open-booking.ts'

function memory(): Storage {
  const kept = new Map<string, string>()
  return {
    get length() {
      return kept.size
    },
    clear: () => kept.clear(),
    getItem: (key) => kept.get(key) ?? null,
    key: (index) => [...kept.keys()][index] ?? null,
    removeItem: (key) => kept.delete(key),
    setItem: (key, value) => kept.set(key, value),
  }
}

const booking = {
  user_id: 'u1',
  customer_name: 'Kiosk Çınar',
  begun_at: '2026-11-21T10:00:00.000Z',
  input: {
    transaction_key: 'k1',
    customer_id: '01920000-0000-7000-8000-000000000001',
    type: 'top_up' as const,
    amount: 2_000_000,
    payment_mode: 'cash' as const,
    remarks: 'Öğle',
  },
}

test('a sent booking is read back from the browser’s storage with the same key, amount and note', () => {
  const storage = memory()
  rememberBooking(booking, storage)
  expect(openBooking('u1', storage)).toEqual(booking)
  forgetBooking(storage)
  expect(openBooking('u1', storage)).toBeUndefined()
})

test('a sent booking that the browser has stored is not read back for another user, nor if the stored text is damaged', () => {
  const storage = memory()
  rememberBooking(booking, storage)
  expect(openBooking('u2', storage)).toBeUndefined()
  storage.setItem('open_booking', '{"user_id":"u1"}')
  expect(openBooking('u1', storage)).toBeUndefined()
})
