// Rules for changing a user: only rights that the organisation has, a second step that can reach the user, and at least one manager left.

import { internalRole } from '../../../../contract/kit/access.ts'
import type { InputOf } from '../../../../contract/kit/call.ts'
import type { CodeChannel } from '../../../../contract/people/auth.ts'
import type { staffUpdate } from '../../../../contract/people/staff.ts'
import { Refusal, refuseField } from '../../../kit/errors.ts'

export type Person = {
  user_id: string
  username: string
  full_name: string
  email: string
  mobile: string
  job_role: string
  internal_role: number
  organisation_id: string
  organisation_name: string
  path: readonly string[]
  flags: readonly string[]
  organisation_flags: readonly string[]
  otp_type: CodeChannel
  otp_required: boolean
  has_app: boolean
  login_approval: boolean
  language: string | null
  is_active: boolean
}

export type StaffInput = Omit<InputOf<typeof staffUpdate>, 'user_id' | 'reason' | 'mobile'> & { mobile?: string }

const isManager = ({ internal_role, is_active }: Person) => internal_role === internalRole.manager && is_active
const same = (a: readonly string[], b: readonly string[]) => a.length === b.length && a.every((one) => b.includes(one))

/** The user after a change; fields that are not sent stay. A second step that another user sets is required from then on. */
export function changedPerson(before: Person, given: StaffInput): Person {
  const named = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
  const otp_required = given.otp_type === undefined ? before.otp_required : given.otp_type !== 'none'
  return { ...before, ...named, otp_required }
}

/** Fields that users cannot change for themselves, so that whoever steals a session cannot get more rights or lock the owner out. */
const NOT_ONES_OWN = ['flags', 'internal_role', 'is_active', 'otp_type', 'login_approval', 'email', 'mobile'] as const

export function refuseOwn(before: Person, after: Person): void {
  const differs = NOT_ONES_OWN.some((name) => (name === 'flags' ? !same(before.flags, after.flags) : before[name] !== after[name]))
  if (differs) throw new Refusal('own_account')
}

/** Refuses the change if it gives a right that the organisation does not have; to leave out such a right without notice would mislead whoever gives it. */
export function refuseUnheld(flags: readonly string[], held: readonly string[]): void {
  if (!flags.every((flag) => held.includes(flag))) throw refuseField('flags', 'not_held')
}

/** Refuses a second step that cannot reach the user. An app must have been set up before, which only the user can do. */
export function refuseUnreachable({ otp_type, email, mobile, has_app }: Pick<Person, 'otp_type' | 'email' | 'mobile' | 'has_app'>): void {
  const isReached = { none: true, email: email !== '', sms: mobile !== '', app: has_app }[otp_type]
  if (!isReached) throw refuseField('otp_type', 'not_reachable')
}

/** Refuses to leave an organisation without a manager. `managers`: the ids of the managers who can sign in now. */
export function refuseNoManager(before: Person, after: Person, managers: readonly string[]): void {
  if (!isManager(before) || isManager(after) || managers.some((id) => id !== before.user_id)) return
  throw refuseField(after.is_active ? 'internal_role' : 'is_active', 'last_manager')
}

/** The fields of a user as the audit log shows them. */
export function recordOf(person: Person): Record<string, unknown> {
  const { full_name, email, mobile, job_role, internal_role, flags, otp_type: code_channel, login_approval, language, is_active } = person
  return { full_name, email, mobile, job_role, internal_role, flags: [...flags].sort(), code_channel, login_approval, language, is_active }
}

export const rightsChanged = (before: Person, after: Person) => before.internal_role !== after.internal_role || !same(before.flags, after.flags)

/** Fields that decide how an account signs in. A user who changes them, or reactivates the account, may be using that account afterwards. */
const HOW_ENTERED = ['email', 'mobile', 'otp_type', 'login_approval'] as const
export const isEnteredOtherwise = (before: Person, after: Person) =>
  HOW_ENTERED.some((name) => before[name] !== after[name]) || (after.is_active && !before.is_active)

export const losesSay = (before: Person, after: Person) =>
  (before.is_active && !after.is_active) || (isManager(before) && !isManager(after)) || before.flags.some((flag) => !after.flags.includes(flag))
