// Cashiers: users of one shop who share its paired device and take over from each other with a code of four digits.
import * as z from 'zod/mini'
import { call } from '../kit/call.ts'
import { contact, field } from '../kit/field.ts'
import { atMost, matches } from '../kit/rules.ts'

export const CASHIER_CODE_DIGITS = 4
/** The most wrong codes for one user at one device until the user next enters the password. */
export const CASHIER_CODE_TRIES = 10
/** The most wrong codes for one user at all devices since the code was set; after these the code is void, and a new one must be set. */
export const CASHIER_CODE_TRIES_EVER = 30

const ofShops = { only: ['seller'], roles: ['seller'] } as const
const code = () => z.string().check(atMost(CASHIER_CODE_DIGITS, 'not_a_cashier_code'), matches(/^\d{4}$/, 'not_a_cashier_code'))

export const cashierStates = ['none', 'given', 'own', 'used_up'] as const

export const cashiersList = call({
  path: '/view_cashiers/',
  summary: 'The people of the own shop, and whether each has a code for changing places at its paired device (a call of our own)',
  access: ofShops,
  input: z.object({}),
  output: z.object({
    content: z.array(
      z.object({
        user_id: z.string(),
        full_name: contact,
        /**
         * `given`: the code was set by a manager, and must be replaced at its first use. `used_up`: after too many wrong tries; entering the password makes
         * the code work again.
         */
        code: z.enum(cashierStates),
        is_manager: z.boolean(),
        is_this: z.boolean(),
      }),
    ),
    /** Whether this browser is paired as a device of the shop. Cashiers' codes work only in such browsers. */
    is_paired: z.boolean(),
  }),
  whileLocked: true,
})

export const cashierSwitch = call({
  path: '/switch_cashier/',
  summary: 'Another person of the shop goes on at this paired device, in a session of their own; the one before ends. Also unlocks (a call of our own)',
  access: ofShops,
  input: z.object({
    user_id: field.id(),
    code: code(),
    /** Replaces a code that a manager set. */
    new_code: z.optional(code()),
  }),
  output: z.object({ token: z.string(), session_id: z.string(), customer_id: z.string() }),
  errors: ['not_found', 'device_not_assigned', 'cashier_code_wrong', 'cashier_password', 'cashier_code_new', 'too_many_requests'],
  changes: true,
  whileLocked: true,
})

export const cashierLock = call({
  path: '/lock_till/',
  summary: 'Locks this session: nothing works in it any more but changing places and signing out (a call of our own)',
  access: ofShops,
  input: z.object({}),
  output: z.object({}),
  errors: ['device_not_assigned'],
  changes: true,
  whileLocked: true,
})

export const cashierCodeSet = call({
  path: '/set_cashier_code/',
  summary: 'The own code for changing places (a call of our own)',
  access: ofShops,
  input: z.object({ code: code(), current_password: field.secret() }),
  output: z.object({}),
  errors: ['password_wrong', 'too_many_requests'],
  changes: true,
})

export const cashierCodeGive = call({
  path: '/give_cashier_code/',
  summary: 'A first code for one of the own staff, answered this once; they replace it when they first use it (a call of our own)',
  access: { ...ofShops, managers: true },
  input: z.object({ user_id: field.id() }),
  output: z.object({ code: z.string() }),
  errors: ['not_found', 'own_account'],
  changes: true,
  afterPassword: true,
})

export const cashierCodeTake = call({
  path: '/take_cashier_code/',
  summary: 'Takes away the own code, or as a manager that of anybody in the shop (a call of our own)',
  access: ofShops,
  input: z.object({ user_id: z.optional(field.id()) }),
  output: z.object({}),
  errors: ['not_found'],
  changes: true,
})
