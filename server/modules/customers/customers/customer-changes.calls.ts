// Changing a customer. Every organisation above it may change its details; its credit and prices are changed by its parent and the platform only.
import { giveable, secondStep } from '../../../../contract/customers/customer-changes.ts'
import { assignedChange } from '../../../../contract/goods/prices.ts'
import type { Handlers } from '../../../http/mount.ts'
import type { SignedIn } from '../../../http/sessions.ts'
import { codeOf, Refusal, refuseField } from '../../../kit/errors.ts'
import { requireRight } from '../../../kit/rights.ts'
import type { Query } from '../../../postgres/db.ts'
import { refreshSearch } from '../../../postgres/organisation-search.ts'
import { planNotBelowCost } from '../../goods/prices/prices.ts'
import { layHand } from '../../people/approvals/approvals.ts'
import { changeManager, changeOrganisation, type Fields, isPlanOf, type Locked, lastChange, setRemarks, takeBelow } from './customer-changes.sql.ts'
import { customerToChange, named, only, subjectOf } from './customer-lock.ts'
import { giveNumber, UNIQUE } from './customer-number.ts'
import { customerAdding } from './new-customer.calls.ts'
import { customerOptions } from './options.calls.ts'
import { addNote } from './pulse.sql.ts'
import { customerStatus } from './status.calls.ts'

type Editing = Pick<Handlers, 'customerNoteAdd' | 'customerRemarks' | 'customerUpdate' | 'customerStatus'> & typeof customerAdding & typeof customerOptions

type Changed = Partial<Fields> & { enable_otp?: boolean | undefined }

/**
 * Refuses changes that this user may not make. Rights must be ones that this user can give or that the customer already has. Changing the manager's second step
 * at sign-in, or the plan, needs a further right; the plan must belong to the customer's parent, and only that parent or the platform may set it.
 */
async function refuseUnfit(q: Query, actor: SignedIn, before: Locked, { flags, plan_id, enable_otp = before.enable_otp }: Changed) {
  if (enable_otp !== before.enable_otp) requireRight(secondStep, actor)
  const held: string[] = [...giveable({ kind: before.parent_kind, flags: before.parent_flags }, actor), ...before.flags]
  if (flags && !flags.every((flag) => held.includes(flag))) throw refuseField('flags', 'not_held')
  if (plan_id === undefined || plan_id === before.plan_id) return
  requireRight(assignedChange.access, actor)
  const isTheirs = actor.kind === 'platform' || before.parent_id === actor.organisation_id
  const isKnown = plan_id === null || (await isPlanOf(q, actor.tenant_id, plan_id, before.parent_id))
  if (!isTheirs || !isKnown) throw refuseField('plan_id', 'not_one_of')
}

/** Refuses a change if the row has another version than the one the user read. If the request has no version, the change is made to the row as it is now. */
async function refuseLate(q: Query, tenant_id: number, { id, version }: Locked, read: number | undefined) {
  if (read === undefined || version === read) return
  const [last] = await lastChange(q, tenant_id, id)
  throw new Refusal('changed_meanwhile', { detail: { version, ...(last ? { who: last.who, at: last.at } : {}) } })
}

export const customerEditing: Editing = {
  ...customerAdding,
  ...customerOptions,
  customerStatus,

  customerUpdate: async ({ customer_id, version, full_name, enable_otp, ...given }, { actor, db, now, audit, sessions }) => {
    const { tenant_id } = actor
    const fields: Partial<Fields> = named(given)
    const { customer_number, ...others } = fields
    const changed = await db
      .write(tenant_id, async (q) => {
        const before = await customerToChange(q, actor, customer_id)
        await refuseLate(q, tenant_id, before, version)
        await refuseUnfit(q, actor, before, { ...fields, enable_otp })
        const after = { ...before, ...fields, full_name: full_name ?? before.full_name, enable_otp: enable_otp ?? before.enable_otp }
        const change = () => changeOrganisation(q, tenant_id, customer_id, others)
        const isOther = fields.plan_id && fields.plan_id !== before.plan_id
        const [row] = await (isOther && fields.plan_id ? planNotBelowCost(q, tenant_id, customer_id, fields.plan_id, change) : change())
        if (customer_number !== undefined) await giveNumber(q, tenant_id, customer_id, customer_number)
        if (before.user_id) {
          await changeManager(q, tenant_id, before.user_id, after)
          const isReset = [before.email !== after.email, before.mobile !== after.mobile, before.enable_otp !== after.enable_otp].includes(true)
          if (isReset) await layHand(q, actor, now(), tenant_id, before.user_id, 'reset')
        }
        const lost = fields.flags ? before.flags.filter((flag) => !after.flags.includes(flag)) : []
        const below = lost.length > 0 ? (await takeBelow(q, tenant_id, customer_id, lost)).map(({ name }) => name) : []
        await refreshSearch(q, tenant_id, customer_id)
        const names = { ...fields, full_name, enable_otp }
        await audit({ subject: subjectOf(after), before: only(before, names), after: { ...only(after, names), ...(below.length > 0 ? { below } : {}) } }, q)
        return row?.version ?? before.version
      })
      .catch((error: unknown) => {
        throw codeOf(error) === UNIQUE ? new Refusal('sub_domain_taken') : error
      })
    sessions.forgetOrganisation(customer_id)
    return { version: changed }
  },

  customerNoteAdd: async ({ customer_id, note }, { actor, db, now, audit }) => {
    await db.write(actor.tenant_id, async (q) => {
      const before = await customerToChange(q, actor, customer_id)
      await addNote(q, actor, customer_id, note, now())
      await audit({ subject: subjectOf(before), after: { note } }, q)
    })
    return {}
  },

  customerRemarks: async ({ customer_id, remarks }, { actor, db, audit }) => {
    await db.write(actor.tenant_id, async (q) => {
      const before = await customerToChange(q, actor, customer_id)
      await setRemarks(q, actor.tenant_id, customer_id, remarks)
      await audit({ subject: subjectOf(before), before: { remarks: before.remarks }, after: { remarks } }, q)
    })
    return {}
  },
}
