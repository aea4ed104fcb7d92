// Users and staff: the users of an organisation and their rights ("internal permissions" on the wire).
import * as z from 'zod/mini'
import { type Flag, flags, internalRole } from '../kit/access.ts'
import { call, unlessChanged } from '../kit/call.ts'
import { contact, field, instant, numeral, paging } from '../kit/field.ts'
import { languages } from '../kit/languages.ts'
import { listOf } from '../kit/rows.ts'
import { atLeast, atMost } from '../kit/rules.ts'
import { codeChannels } from './auth.ts'

/** Only managers see and change users (docs/domain.md, Rights). */
const usersRule = { roles: ['superadmin', 'reseller'], managers: true } as const

const flag = z.enum(flags)

/** Rights that a reseller's managers can give even if the reseller lacks them, because its shops sell these goods, while the reseller has no till. */
export const tillFlags: readonly Flag[] = ['has_cash_card', 'has_gift_card']

/** Rights proposed for a new customer. A shop gets those to sell and to see its sales; a reseller gets those for everything that its shops need from it. */
export const usualFlags: Record<'reseller' | 'seller', readonly Flag[]> = {
  seller: [...tillFlags, 'has_transaction', 'has_reports'],
  reseller: [
    ...(['has_invoice', 'has_reports', 'has_dynamic_products', 'has_credit_and_balance', 'has_transaction', 'has_reclamation', 'has_product'] as const),
    ...(['has_supplier', 'has_inventory', 'has_customers', 'has_customers_read', 'has_assign_product', 'has_discount_slab', 'has_credit'] as const),
    ...(['has_device'] as const),
  ],
}

export const staffStates = ['active', 'registering', 'stopped'] as const

export const Staff = z.object({
  user_id: z.string(),
  username: z.string(),
  full_name: contact,
  email: contact,
  mobile: contact,
  job_role: z.string(),
  /** 0 means manager, any other value staff. */
  internal_role: z.int(),
  organisation_id: z.string(),
  organisation_name: z.string(),
  /** The organisation's role; together with the rights it determines what its users see. */
  account_role: numeral,
  is_active: z.boolean(),
  /** The user's effective flags; a manager has all flags of the organisation. */
  flags: z.array(flag),
  /** The flags that the organisation has, and so can give to its users. */
  organisation_flags: z.array(flag),
  otp_type: z.enum(codeChannels),
  /** Whether a sign-in on an unknown device waits for approval. */
  login_approval: z.boolean(),
  language: z.nullable(z.string()),
  last_login_at: z.nullable(instant),
  /** `registering`: the user has not chosen a password yet through the link in the mail. */
  state: z.enum(staffStates),
  customers_assigned: z.int(),
  /** Whether this is the caller's own account, whose rights only another user can change. */
  is_own: z.boolean(),
})
export type Staff = z.output<typeof Staff>

export const staffList = call({
  path: '/view_internal_permission/',
  summary: 'The people of the own organisation and of those below, with their rights; `manager` says whether managers come too',
  access: usersRule,
  input: z.object({
    ...paging(20),
    manager: z._default(field.bool(), true),
    filters: field.filters({
      user_id: z.optional(field.id()),
      organisation_id: z.optional(field.id()),
      is_active: z.optional(field.bool()),
      own: z.optional(field.bool()),
    }),
    search_text: field.search(),
    sort: z._default(field.oneOf(['full_name', '-full_name', 'last_login_at', '-last_login_at']), 'full_name'),
  }),
  output: listOf(Staff),
})

const person = {
  full_name: field.text(100),
  email: field.email(),
  mobile: z.optional(field.mobile()),
  job_role: z.optional(z.string().check(z.trim(), atMost(60))),
  /** The user's rights: only flags that the organisation itself has. */
  flags: field.json(z.array(flag)),
  internal_role: field.int(0, 9),
  otp_type: field.oneOf(codeChannels),
  login_approval: field.bool(),
  language: field.oneOf(languages),
}

export const staffAdd = call({
  path: '/add_internal_permission/',
  summary: 'A new member of staff, here or at an organisation below; a link to choose a password goes out by mail',
  access: usersRule,
  input: z.object({
    ...person,
    username: field.username(),
    customer_id: z.optional(field.id()),
    flags: z._default(person.flags, []),
    internal_role: z._default(person.internal_role, internalRole.staff),
    otp_type: z._default(person.otp_type, 'none'),
    login_approval: z._default(person.login_approval, false),
    language: z.optional(person.language),
  }),
  output: z.object({ user_id: z.string() }),
  errors: ['not_found', 'username_taken'],
  changes: true,
})

export const staffUpdate = call({
  path: '/update_internal_permission/',
  summary:
    'Changes a person’s rights, role or details, or stops the account; what is not named stays, what is blank is taken away. It holds with their next call',
  access: usersRule,
  input: z.object({
    user_id: field.id(),
    full_name: z.optional(person.full_name),
    email: z.optional(person.email),
    mobile: z.optional(field.orNone(field.mobile())),
    job_role: person.job_role,
    flags: z.optional(person.flags),
    internal_role: z.optional(person.internal_role),
    otp_type: z.optional(person.otp_type),
    login_approval: z.optional(person.login_approval),
    language: z.optional(field.orNone(person.language)),
    is_active: z.optional(field.bool()),
    reason: z.optional(z.string().check(z.trim(), atMost(200))),
  }),
  output: z.object({}),
  errors: ['not_found', 'own_account'],
  changes: true,
})

export const staffAssign = call({
  path: '/staff_assign/',
  summary: 'Makes a member of staff responsible for customers, or ends it',
  access: usersRule,
  input: z.object({
    user_id: field.id(),
    customer_ids: field.json(z.array(field.id()).check(atLeast(1), atMost(1_000, 'too_big'))),
    action: z._default(field.oneOf(['assign', 'remove']), 'assign'),
  }),
  /** `changed_ids`: the customers that the call assigned and that were not assigned before; for 'remove', the customers that were assigned before. */
  output: z.object({ changed: z.int(), changed_ids: z.array(z.string()) }),
  errors: ['not_found'],
  changes: true,
  undone: unlessChanged,
})

export const staffAssignHistory = call({
  path: '/staff_assign_history/',
  summary: 'Who was responsible for which customer, from when to when, and who said so; `current` for those of today',
  access: usersRule,
  input: z.object({
    ...paging(20),
    filters: field.filters({ user_id: z.optional(field.id()), customer_id: z.optional(field.id()), current: z.optional(field.bool()) }),
    search_text: field.search(),
  }),
  output: listOf(
    z.object({
      assignment_id: z.string(),
      user_id: z.string(),
      full_name: contact,
      customer_id: z.string(),
      customer_name: z.string(),
      assigned_at: instant,
      assigned_by: contact,
      ended_at: z.nullable(instant),
      ended_by: contact,
    }),
  ),
})

export const loginTokenIssue = call({
  path: '/issue_login_token/',
  summary: 'A single-use token with which this person’s next sign-in on a new device needs no approval; answered this once (a call of our own)',
  access: usersRule,
  input: z.object({ user_id: field.id() }),
  output: z.object({ token: z.string(), expires_at: instant }),
  errors: ['not_found', 'own_account'],
  changes: true,
})
