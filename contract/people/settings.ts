// Personal settings: profile, password and one-time code, the shop's printing and opening hours, sessions.
import * as z from 'zod/mini'
import { call } from '../kit/call.ts'
import { contact, field, instant } from '../kit/field.ts'
import { languages } from '../kit/languages.ts'
import type { ProblemCode } from '../kit/problem-codes.ts'
import { atLeast, atMost, broken, matches } from '../kit/rules.ts'
import { Preferences } from './account.ts'
import { codeChannels, TEMPLATES } from './auth.ts'

const time = z.string().check(atMost(5, 'not_a_time'), matches(/^([01]\d|2[0-3]):[0-5]\d$/, 'not_a_time'))

/** Minutes after midnight of a time within the shop's day that begins at `start`; a time earlier than `start` belongs to the following night. */
export function minutesIn(start: string, text: string): number {
  const minutes = Number(text.slice(0, 2)) * 60 + Number(text.slice(3))
  return text < start ? minutes + 24 * 60 : minutes
}

/** The opening hours of one weekday, in Berlin time. If the close is earlier than the start, the shop closes after midnight. */
export const ShopDay = z
  .object({
    is_open: z.boolean(),
    start: time,
    close: time,
    lunch_start: z.nullable(time),
    lunch_end: z.nullable(time),
  })
  .check(({ value, issues }) => {
    const { start, close, lunch_start, lunch_end } = value
    const refuse = (name: keyof typeof value, code: ProblemCode) => issues.push(broken(code, value, [name]))
    if (start === close) refuse('close', 'hours_equal')
    if ((lunch_start === null) !== (lunch_end === null)) refuse(lunch_start === null ? 'lunch_start' : 'lunch_end', 'required')
    if (lunch_start === null || lunch_end === null) return
    const [begin, end, last] = [lunch_start, lunch_end, close].map((text) => minutesIn(start, text)) as [number, number, number]
    if (begin >= end || end > last) refuse('lunch_end', 'lunch_outside')
  })
export type ShopDay = z.output<typeof ShopDay>

const HOLIDAYS_MAX = 60
const Holiday = z.object({ day: field.day(), name: z.string().check(z.trim(), atMost(60)) })

/** Opening hours, Monday first (docs/domain.md, Opening hours). */
export const ShopTimings = z.object({
  /** Whether selling is refused outside these hours. */
  is_binding: z.boolean(),
  days: z.array(ShopDay).check(atLeast(7, 'invalid_value'), atMost(7, 'invalid_value')),
  holidays: z.array(Holiday).check(atMost(HOLIDAYS_MAX, 'too_big'), ({ value, issues }) => {
    for (const [i, { day }] of value.entries()) if (value.findIndex((one) => one.day === day) < i) issues.push(broken('day_twice', day, [i, 'day']))
  }),
})
export type ShopTimings = z.output<typeof ShopTimings>

/** Hours for all days together, for clients that know only a start, a close and a lunch break. */
const everyDay = {
  start: z.optional(time),
  close: z.optional(time),
  lunch_start: z.optional(field.orNone(time)),
  lunch_end: z.optional(field.orNone(time)),
  /** The lunch break in one text, such as 12:30-14:00; blank: none. */
  lunch: z.optional(field.orNone(z.string().check(z.trim(), atMost(13, 'not_a_time'), matches(/^\d\d:\d\d ?[-–] ?\d\d:\d\d$/, 'not_a_time')))),
  /** Holidays: days, or days with names. */
  holidays: z.optional(field.json(z.array(z.union([field.day(), Holiday])).check(atMost(HOLIDAYS_MAX, 'too_big')))),
  is_binding: z.optional(field.bool()),
}

/** The longest idle time that can be set. Three idle hours end a session in any case. */
export const LOCK_MINUTES_MAX = 120

export const settingsView = call({
  path: '/view_settings/',
  summary: 'Everything the settings screen shows: profile, organisation, opening hours, one-time code, known devices (a call of our own)',
  access: 'all',
  input: z.object({}),
  output: z.object({
    profile: z.object({
      username: z.string(),
      full_name: contact,
      email: contact,
      mobile: contact,
      job_role: z.string(),
      last_login_at: z.nullable(instant),
    }),
    organisation: z.object({
      name: z.string(),
      /** Whether the caller may change the organisation's settings: only its managers may. */
      may_change: z.boolean(),
      template: z.int(),
      default_language: z.string(),
      show_print_popup: z.boolean(),
      merge_receipts: z.boolean(),
      download_csv: z.boolean(),
      /** Idle minutes after which a session at a paired device locks; 0: never. */
      lock_minutes: z.int(),
    }),
    shop_timings: z.nullable(ShopTimings),
    support: z.object({ support_id: z.nullable(z.string()), users: z.array(z.object({ user_id: z.string(), full_name: contact })) }),
    one_time_code: z.object({
      otp_type: z.enum(codeChannels),
      /** Whether the organisation requires a one-time code. Then the user can choose another channel for the code, but cannot switch the code off. */
      is_required: z.boolean(),
      recovery_codes_left: z.int(),
      /** The channels available to this user: e-mail if a mail address is known, text message if a gateway is configured. */
      channels: z.array(z.enum(codeChannels)),
    }),
    browsers: z.array(
      z.object({ browser_id: z.string(), name: z.string(), address: contact, created_at: instant, last_seen_at: instant, is_this: z.boolean() }),
    ),
  }),
})

export const settingsUpdate = call({
  path: '/update_settings/',
  summary: 'Changes the own profile and preferences; a manager also what holds for the organisation. What is not named stays',
  access: 'all',
  input: z.object({
    full_name: z.optional(field.text(100)),
    /** One-time codes are sent to the mail address or the mobile number; changing either of the two requires the current password. */
    email: z.optional(field.email()),
    mobile: z.optional(field.mobile()),
    current_password: z.optional(field.secret()),
    language: z.optional(field.oneOf(languages)),
    preferences: z.optional(field.json(Preferences)),
    template: z.optional(field.int(0, TEMPLATES - 1)),
    default_language: z.optional(field.oneOf(languages)),
    show_print_popup: z.optional(field.bool()),
    merge_receipts: z.optional(field.bool()),
    download_csv: z.optional(field.bool()),
    lock_minutes: z.optional(field.int(0, LOCK_MINUTES_MAX)),
  }),
  output: z.object({}),
  errors: ['password_wrong', 'too_many_requests'],
  changes: true,
})

export const timingsUpdate = call({
  path: '/update_shop_open_timings/',
  summary: 'Opening hours of the own shop, or of a customer’s: each day’s, or start, close and lunch of every day; what is not named stays',
  access: { roles: ['superadmin', 'reseller', 'seller'], managers: true },
  input: z.object({ shop_timings: z.optional(field.json(ShopTimings)), customer_id: z.optional(field.id()), ...everyDay }),
  output: z.object({}),
  errors: ['not_found'],
  changes: true,
})

export const supportUpdate = call({
  path: '/update_support_id/',
  summary: 'Which of the own users customers call for help',
  access: { roles: ['superadmin', 'reseller'], managers: true },
  input: z.object({ support_id: field.id() }),
  output: z.object({}),
  errors: ['not_found'],
  changes: true,
})

export const passwordUpdate = call({
  path: '/update_password/',
  summary: 'The own password; every other session of this account ends. Within ten minutes of signing in the current one need not be given again',
  access: 'all',
  input: z.object({ new_password: field.password(), current_password: z.optional(field.secret()) }),
  output: z.object({}),
  errors: ['password_wrong', 'too_many_requests'],
  changes: true,
})

export const passwordChange = call({
  path: '/change_password/',
  summary: 'A new password for somebody of the own staff or a customer’s: their sessions end, and they choose their own at the next sign-in',
  access: { roles: ['superadmin', 'reseller'], managers: true },
  input: z.object({ username: field.text(100), new_password: field.password() }),
  output: z.object({}),
  errors: ['not_found', 'own_account'],
  changes: true,
})

export const codeStart = call({
  path: '/start_one_time_code/',
  summary: 'Begins to set up one-time codes: a secret for an authenticator app, or a first code by mail or text message (a call of our own)',
  access: 'all',
  input: z.object({ otp_type: field.oneOf(['email', 'sms', 'app']), current_password: field.secret() }),
  output: z.object({ secret: z.string(), uri: z.string(), code_destination: contact }),
  errors: ['password_wrong', 'too_many_requests'],
  changes: true,
})

export const codeConfirm = call({
  path: '/confirm_one_time_code/',
  summary: 'Ends it with the first code; answers recovery codes, this once (a call of our own)',
  access: 'all',
  input: z.object({ otp: field.code() }),
  output: z.object({ recovery_codes: z.array(z.string()) }),
  errors: ['otp_wrong', 'code_state'],
  changes: true,
})

export const codeStop = call({
  path: '/stop_one_time_code/',
  summary: 'Signs in without one-time codes again, where the organisation does not ask for them (a call of our own)',
  access: 'all',
  input: z.object({ current_password: field.secret() }),
  output: z.object({}),
  errors: ['password_wrong', 'own_account', 'too_many_requests'],
  changes: true,
})

export const sessionsList = call({
  path: '/view_sessions/',
  summary: 'Where the caller is signed in (a call of our own)',
  access: 'all',
  input: z.object({}),
  output: z.object({
    content: z.array(
      z.object({ session_id: z.string(), device: z.string(), address: contact, created_at: instant, last_seen_at: instant, is_this: z.boolean() }),
    ),
  }),
})

export const sessionEnd = call({
  path: '/end_session/',
  summary: 'Signs out one of the own sessions, or all others when none is named (a call of our own)',
  access: 'all',
  input: z.object({ session_id: z.optional(field.id()) }),
  output: z.object({}),
  errors: ['not_found'],
  changes: true,
})

export const browserForget = call({
  path: '/forget_browser/',
  summary: 'A browser of the own account is unknown from now on, and its sessions end (a call of our own)',
  access: 'all',
  input: z.object({ browser_id: field.id() }),
  output: z.object({}),
  errors: ['not_found'],
  changes: true,
})
