// Telephone numbers that a shop has saved under a name, so that the till finds them by digits or letters.
import * as z from 'zod/mini'
import { call } from '../kit/call.ts'
import { country } from '../kit/countries.ts'
import { contact, field, instant } from '../kit/field.ts'
import { number } from '../kit/telephone.ts'

/** The most numbers per shop: as many as one screen searches at once. */
export const SAVED_MAX = 200

export const SavedNumber = z.object({
  number_id: z.string(),
  name: contact,
  mobile_number: contact,
  country: z.string(),
  /** When the shop last sent something to the number successfully; null if never. */
  used_at: z.nullable(instant),
})
export type SavedNumber = z.output<typeof SavedNumber>

/** Only shops that may sell top-ups or recharges have saved numbers. */
const seller = { only: ['seller'], roles: ['seller'], flags: ['has_dt_one', 'has_direct_recharge'] } as const

export const savedNumbers = call({
  path: '/view_saved_numbers/',
  summary: 'All numbers the shop has saved, the last used first (a call of our own)',
  access: seller,
  input: z.object({}),
  output: z.object({ content: z.array(SavedNumber) }),
})

export const savedNumberKeep = call({
  path: '/save_number/',
  summary: 'Saves a number under a name; one that is saved already has this name from now on (a call of our own)',
  access: seller,
  input: z.object({
    mobile_number: number(),
    /** The country of a number that is written without its dial code; otherwise the dial code in the number counts. */
    country: z.optional(country()),
    name: field.text(40),
  }),
  output: z.object({ number_id: z.string() }),
  errors: ['saved_full'],
  changes: true,
})

export const savedNumberForget = call({
  path: '/forget_number/',
  summary: 'Removes a saved number (a call of our own)',
  access: seller,
  input: z.object({ number_id: field.id() }),
  output: z.object({}),
  errors: ['not_found'],
  changes: true,
})
