// Registration: a user added as a customer or as staff chooses a user name and a password, through a link in a mail (docs/domain.md, Registration).
import * as z from 'zod/mini'
import { call } from '../kit/call.ts'
import { contact, field, instant, numeral, paging } from '../kit/field.ts'
import { listUnder } from '../kit/rows.ts'
import { codeChannels } from './auth.ts'

/** The value in the link: the registration's id and secret, separated by a dot. */
const registration = field.text(120)

export const RegistrationState = z.object({
  step: z.enum(['username', 'code', 'password', 'done']),
  organisation_name: z.string(),
  /** The portal's name as this user sees it, which may differ from the name at this host name, and the language in which the user is addressed. */
  portal_name: z.string(),
  language: z.string(),
  full_name: contact,
  username: z.string(),
  /** Free user names similar to the requested one, if that is taken ('Username not Available'). A refusal with `username_taken` has them in its detail. */
  suggestions: z.array(z.string()),
  code_channel: z.enum(codeChannels),
  /** The mail address or telephone number to which the code was sent, with most characters masked. */
  code_destination: contact,
  code_again_at: z.nullable(instant),
  /**
   * The proof that step two returns and step three requires: only the browser in which the code was entered can set the password. A browser without the proof
   * begins at `code` again.
   */
  proof: z.string(),
})
export type RegistrationState = z.output<typeof RegistrationState>

export const registrationUserName = call({
  path: '/set_password_step_one/',
  summary: 'Registration, step one: the user name. Without one: where this registration stands. With `check`: only whether it is available',
  access: 'public',
  input: z.object({ registration, username: z.optional(field.username()), check: z._default(field.bool(), false) }),
  output: RegistrationState,
  errors: ['registration_over', 'username_taken', 'too_many_requests'],
  changes: true,
})

export const registrationCode = call({
  path: '/set_password_step_two/',
  summary: 'Registration, step two: the one-time code. Without one: send it again',
  access: 'public',
  input: z.object({ registration, otp: z.optional(field.code()) }),
  output: RegistrationState,
  errors: ['registration_over', 'otp_wrong', 'too_many_requests'],
  changes: true,
})

export const registrationPassword = call({
  path: '/set_password_step_three/',
  summary: 'Registration, step three: the password; the account is open from here on, and with `sign_in` its owner is signed in',
  access: 'public',
  input: z.object({ registration, proof: field.text(100), new_password: field.password(), sign_in: z._default(field.bool(), false) }),
  output: z.extend(RegistrationState, {
    /** The new session, if the request asked to be signed in; null if signing in needs a further step, such as an approval. */
    session: z.nullable(z.object({ token: z.string(), session_id: z.string(), customer_id: z.string() })),
  }),
  errors: ['registration_over', 'too_many_requests'],
  changes: true,
})

export const registrationStates = ['waiting', 'done', 'expired', 'cancelled'] as const

export const Registration = z.object({
  registration_id: z.string(),
  full_name: contact,
  username: z.string(),
  organisation_name: z.string(),
  account_role: numeral,
  /** Whether the user is staff, and not the first user of a customer. */
  is_staff: z.boolean(),
  email: contact,
  mobile: contact,
  state: z.enum(registrationStates),
  created_at: instant,
  expires_at: instant,
  completed_at: z.nullable(instant),
})

export const registrationsList = call({
  path: '/view_registration/',
  summary: 'Registrations of customers and staff: who has still to choose a password, who has',
  access: { roles: ['superadmin', 'reseller'], managers: true },
  input: z.object({
    ...paging(20),
    filters: field.filters({ state: z.optional(z.enum(registrationStates)) }),
    search_text: field.search(),
  }),
  output: listUnder('registrations', Registration),
})

export const registrationUpdate = call({
  path: '/update_registration/',
  summary: 'Sends the link again (the one before stops working), corrects where it goes, or cancels the registration',
  access: { roles: ['superadmin', 'reseller'], managers: true },
  input: z.object({
    registration_id: field.id(),
    action: field.oneOf(['resend', 'cancel']),
    email: z.optional(field.email()),
    mobile: z.optional(field.mobile()),
  }),
  output: z.object({}),
  errors: ['not_found', 'registration_over'],
  changes: true,
})
