// Signing in: the organisation that a host name belongs to, and the first step.
import * as z from 'zod/mini'
import { call } from '../kit/call.ts'
import { atLeast, atMost } from '../kit/rules.ts'
import { contact, instant, textField } from '../kit/text-field.ts'

/** The number of templates; they are numbered 0 to 5 (docs/domain.md, Languages and looks). */
export const TEMPLATES = 6

export const Organisation = z.object({
  organisation_name: z.string(),
  template: z.int(),
  languages: z.array(z.string()),
  default_language: z.string(),
  support: z.nullable(z.object({ name: z.string(), phone: contact, email: contact })),
  /** The operator's captcha, if there is one: its site key and the script that draws it. */
  captcha: z.nullable(z.object({ site_key: z.string(), script: z.string() })),
})
export type Organisation = z.output<typeof Organisation>

export const codeChannels = ['none', 'email', 'sms', 'app'] as const
export type CodeChannel = (typeof codeChannels)[number]

export const organisationCheck = call({
  path: '/p_check/',
  summary: 'The organisation behind a host name: its name, look, languages and support contact',
  access: 'public',
  input: z.object({ organisation_name: z.optional(textField.text(253)) }),
  output: Organisation,
  errors: ['organisation_unknown'],
})

/** The state of a sign-in. The token is empty until the last step is done. */
export const SignIn = z.object({
  token: z.string(),
  session_id: z.string(),
  customer_id: z.string(),
  next_step: z.enum(['none', 'one_time_code', 'approval']),
  /**
   * Two fields that identify a sign-in under way: `reference_id`, a public id, and `reference`, a secret known only to the browser that began the sign-in.
   * Every step sends both.
   */
  reference_id: z.string(),
  reference: z.string(),
  /** The time at which this sign-in expires. */
  expires_at: z.nullable(instant),
  /** How the one-time code is sent. */
  code_channel: z.enum(codeChannels),
  /** The mail address or telephone number that the code is sent to, with most characters masked. */
  code_destination: contact,
  /** The earliest time at which another code can be requested. */
  code_again_at: z.nullable(instant),
  /**
   * While the sign-in waits for approval: `approval_code` names the request among those that a manager sees; `approval_number` is what the user tells the
   * manager, who has to type it.
   */
  approval_code: z.string(),
  approval_number: z.string(),
})
export type SignIn = z.output<typeof SignIn>

/** An optional secret of the sign-in; a blank value counts as left out (server/http/wire.ts). */
const secret = z.optional(z.string().check(atLeast(1), atMost(200)))

export const login = call({
  path: '/login/',
  summary: 'First step of signing in: user name and password; `token` is a single-use token that lets a new device in without approval',
  access: 'public',
  input: z.object({
    username: textField.text(100),
    password: textField.secret(),
    /** A device fingerprint: only a hint for the person who approves, never a proof. */
    hash: secret,
    recaptcha_token: z.optional(z.string().check(atLeast(1), atMost(4000))),
    token: secret,
  }),
  output: SignIn,
  errors: ['login_wrong', 'account_stopped', 'captcha_needed', 'organisation_unknown', 'too_many_requests'],
  changes: true,
})
