// What may become of a person's account: rights the organisation has, a second step that can be reached, a manager who stays.
import type { CodeChannel } from '../../../contract/auth.ts'
import type { InputOf } from '../../../contract/kit/call.ts'
import type { staffUpdate } from '../../../contract/staff.ts'
import { Refusal, refuseField } from '../../kit/errors.ts'

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

export type Given = Omit<InputOf<typeof staffUpdate>, 'user_id' | 'reason'>

const isManager = ({ internal_role, is_active }: Person) => internal_role === 0 && is_active
const same = (a: readonly string[], b: readonly string[]) => a.length === b.length && a.every((one) => b.includes(one))

/** What is not named stays. A second step the organisation sets is one it requires. */
export function changedPerson(before: Person, given: Given): Person {
  const named = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
  const otp_required = given.otp_type === undefined ? before.otp_required : given.otp_type !== 'none'
  return { ...before, ...named, otp_required }
}

/** Own rights, and how one is recognised: a stolen session must not be able to open the account any further. */
const NOT_ONES_OWN = ['flags', 'internal_role', 'is_active', 'otp_type', 'login_approval', 'email', 'mobile'] as const

export function refuseOwn(before: Person, after: Person): void {
  const differs = NOT_ONES_OWN.some((name) => (name === 'flags' ? !same(before.flags, after.flags) : before[name] !== after[name]))
  if (differs) throw new Refusal('own_account')
}

/** Rights are given, never silently dropped: one the organisation has not is refused by name. */
export function refuseUnheld(flags: readonly string[], held: readonly string[]): void {
  if (!flags.every((flag) => held.includes(flag))) throw refuseField('flags', 'not_held')
}

/** A code has to reach somebody; an app is enrolled by its owner, nobody else has its secret. */
export function refuseUnreachable({ otp_type, email, mobile, has_app }: Pick<Person, 'otp_type' | 'email' | 'mobile' | 'has_app'>): void {
  const isReached = { none: true, email: email !== '', sms: mobile !== '', app: has_app }[otp_type]
  if (!isReached) throw refuseField('otp_type', 'not_reachable')
}

/** `managers`: the ids of those who can come in now. */
export function refuseNoManager(before: Person, after: Person, managers: readonly string[]): void {
  if (!isManager(before) || isManager(after) || managers.some((id) => id !== before.user_id)) return
  throw refuseField(after.is_active ? 'internal_role' : 'is_active', 'last_manager')
}

/** What the audit log shows of a person. */
export function recordOf(person: Person): Record<string, unknown> {
  const { full_name, email, mobile, job_role, internal_role, flags, otp_type: code_channel, login_approval, language, is_active } = person
  return { full_name, email, mobile, job_role, internal_role, flags: [...flags].sort(), code_channel, login_approval, language, is_active }
}

export const rightsChanged = (before: Person, after: Person) => before.internal_role !== after.internal_role || !same(before.flags, after.flags)

/** Where codes and links go, whether one is asked for, and whether it works again: whoever changes these may be whoever uses the account. */
const HOW_ENTERED = ['email', 'mobile', 'otp_type', 'login_approval'] as const
export const isEnteredOtherwise = (before: Person, after: Person) =>
  HOW_ENTERED.some((name) => before[name] !== after[name]) || (after.is_active && !before.is_active)

export const losesSay = (before: Person, after: Person) =>
  (before.is_active && !after.is_active) || (isManager(before) && !isManager(after)) || before.flags.some((flag) => !after.flags.includes(flag))
