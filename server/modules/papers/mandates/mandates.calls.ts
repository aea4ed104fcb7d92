// Calls about mandates of direct debits: listing, adding, changing one that was never used, and revoking.
import type { FieldProblem } from '../../../../contract/kit/errors.ts'
import type { Handlers } from '../../../http/mount.ts'
import type { SignedIn } from '../../../kit/actor.ts'
import { berlinDay } from '../../../kit/berlin.ts'
import { codeOf, Refusal, refuseField } from '../../../kit/errors.ts'
import { newId } from '../../../kit/ids.ts'
import type { Query } from '../../../postgres/db.ts'
import { listed } from '../../../postgres/row-pages.ts'
import { isInEea, numberProblems, tidied } from '../../goods/suppliers/suppliers.ts'
import {
  addMandate,
  changeMandate,
  customersWithout,
  type Details,
  hasMandate,
  mandateNumber,
  mandatePage,
  mandateToChange,
  ownCustomer,
  revokeMandate,
} from './mandates.sql.ts'

type Calls = 'mandatesList' | 'mandateCustomers' | 'mandateAdd' | 'mandateUpdate' | 'mandateRevoke'

const UNIQUE_VIOLATION = '23505'
/** Refuses the reference if another mandate of the reseller has it. */
function refuseTaken(error: unknown): never {
  if (codeOf(error) === UNIQUE_VIOLATION) throw refuseField('mandate_reference', 'reference_taken')
  throw error
}

/** How many numbers are tried for a reference, because users may have given some of these numbers by hand. */
const TRIES_MAX = 100

const subjectOf = (id: string, { mandate_reference }: Pick<Details, 'mandate_reference'>, { organisation_id }: SignedIn) => ({
  ...{ kind: 'mandate', id, name: mandate_reference, organisation_id },
})

/** The audit record of a mandate. */
const recordOf = ({ mandate_reference, account_holder, iban, bic, signed_on, scheme }: Details) => ({
  mandate_reference,
  account_holder,
  iban,
  bic,
  signed_on,
  scheme,
})

/** The details with IBAN and BIC as they are stored. Refused if a number is wrong, the account is not in the EEA, or the day of signature is in the future. */
function checked(details: Details, today: string): Details {
  const { iban, bic } = tidied({ ...details, ustidnr: '' })
  const wrong = numberProblems({ iban, bic, ustidnr: '' })
  const problems: FieldProblem[] = [
    ...wrong,
    ...(wrong.length === 0 && !isInEea(iban) ? [{ field: 'iban', code: 'not_in_eea' as const }] : []),
    ...(details.signed_on > today ? [{ field: 'signed_on', code: 'day_ahead' as const }] : []),
  ]
  if (problems.length > 0) throw new Refusal('invalid_input', { problems })
  return { ...recordOf(details), iban, bic }
}

/** Adds the mandate under its own reference, or under the next number that is free. Refused if the reference or the customer has a mandate already. */
async function addUnder(q: Query, actor: SignedIn, id: string, { mandate_reference: own, ...mandate }: Parameters<typeof addMandate>[3]): Promise<string> {
  const first = own === '' ? (await mandateNumber(q, actor)) + 1 : 0
  for (let n = first; n < first + (own === '' ? TRIES_MAX : 1); n++) {
    const mandate_reference = own || `M-${String(n).padStart(5, '0')}`
    if (await addMandate(q, actor, id, { ...mandate, mandate_reference })) return mandate_reference
    if (await hasMandate(q, actor, mandate.customer_id)) throw refuseField('customer_id', 'has_mandate')
  }
  throw refuseField('mandate_reference', 'reference_taken')
}

export const mandates: Pick<Handlers, Calls> = {
  mandatesList: async (input, { actor, db, now }) =>
    db.list(actor, async (q) => {
      const { rows, total } = await mandatePage(q, actor, input, berlinDay(now()))
      return listed(input, rows, total)
    }),

  mandateCustomers: async (input, { actor, db }) =>
    db.list(actor, async (q) => {
      const { rows, total } = await customersWithout(q, actor, input)
      return listed(input, rows, total)
    }),

  mandateAdd: async ({ customer_id, mandate_reference = '', bic = '', ...given }, { actor, db, now, audit }) => {
    const id = newId()
    const details = checked({ ...given, mandate_reference, bic }, berlinDay(now()))
    return db.write(actor.tenant_id, async (q) => {
      const customer = await ownCustomer(q, actor, customer_id)
      if (!customer) throw new Refusal('not_found')
      const used = await addUnder(q, actor, id, { ...details, customer_id, created_at: now() })
      await audit(
        {
          subject: subjectOf(id, { mandate_reference: used }, actor),
          after: { customer: customer.name, ...recordOf({ ...details, mandate_reference: used }) },
        },
        q,
      )
      return { mandate_id: id, mandate_reference: used }
    })
  },

  mandateUpdate: async ({ mandate_id, ...given }, { actor, db, now, audit }) => {
    const today = berlinDay(now())
    await db.write(actor.tenant_id, async (q) => {
      const before = await mandateToChange(q, actor, mandate_id, today)
      if (!before) throw new Refusal('not_found')
      if (before.state !== 'unused') throw new Refusal('request_over')
      const after = checked({ ...before, ...given, mandate_reference: given.mandate_reference || before.mandate_reference }, today)
      await changeMandate(q, actor, mandate_id, after).catch(refuseTaken)
      await audit({ subject: subjectOf(mandate_id, after, actor), before: recordOf(before), after: recordOf(after) }, q)
    })
    return {}
  },

  mandateRevoke: async ({ mandate_id }, { actor, db, now, audit }) => {
    const today = berlinDay(now())
    await db.write(actor.tenant_id, async (q) => {
      const before = await mandateToChange(q, actor, mandate_id, today)
      if (!before) throw new Refusal('not_found')
      if (before.state === 'revoked') throw new Refusal('request_over')
      await revokeMandate(q, actor, mandate_id, today)
      await audit({ subject: subjectOf(mandate_id, before, actor), before: { revoked_on: null }, after: { revoked_on: today } }, q)
    })
    return {}
  },
}
