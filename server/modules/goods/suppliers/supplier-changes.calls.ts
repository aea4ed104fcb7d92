// Calls that add and change suppliers.

import type { Handlers } from '../../../http/mount.ts'
import { Refusal } from '../../../kit/errors.ts'
import { newId } from '../../../kit/ids.ts'
import { numberProblems, tidied } from './bank.ts'
import { addSupplier, changeSupplier, type Details, noDetails, ownerOfNew, supplierToChange } from './suppliers.sql.ts'
import { recordOf, searchOf, written } from './suppliers.ts'

const NUMBERS = ['iban', 'bic', 'ustidnr'] as const

function refuseWrong(details: Details): void {
  const problems = numberProblems(details)
  if (problems.length > 0) throw new Refusal('invalid_input', { problems })
}

export const supplierEditing: Pick<Handlers, 'supplierAdd' | 'supplierUpdate'> = {
  supplierAdd: async (given, { actor, db, now, audit }) => {
    const { tenant_id } = actor
    const details: Details = tidied({ ...noDetails, ...written(given) })
    refuseWrong(details)
    const supplier_id = newId()
    await db.write(tenant_id, async (q) => {
      const [owner] = await ownerOfNew(q, actor)
      if (!owner) throw new Refusal('not_found')
      await addSupplier(q, tenant_id, { supplier_id, owner_id: owner.id, details }, searchOf(details), now())
      await audit({ subject: { kind: 'supplier', id: supplier_id, name: details.company, organisation_id: owner.id }, after: recordOf(details) }, q)
    })
    return { supplier_id }
  },

  supplierUpdate: async ({ supplier_id, ...given }, { actor, db, audit }) => {
    const { tenant_id } = actor
    await db.write(tenant_id, async (q) => {
      const [known] = await supplierToChange(q, actor, supplier_id)
      if (!known) throw new Refusal('not_found')
      const { owner_id, ...before } = known
      const after: Details = tidied({ ...before, ...written(given) })
      if (NUMBERS.some((name) => given[name] !== undefined)) refuseWrong(after)
      await changeSupplier(q, tenant_id, supplier_id, after, searchOf(after))
      await audit(
        { subject: { kind: 'supplier', id: supplier_id, name: after.company, organisation_id: owner_id }, before: recordOf(before), after: recordOf(after) },
        q,
      )
    })
    return {}
  },
}
