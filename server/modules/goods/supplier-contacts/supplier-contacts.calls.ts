// Calls about contacts at suppliers.
import { SUPPLIER_CONTACTS_MAX } from '../../../../contract/goods/supplier-contacts.ts'
import type { Handlers } from '../../../http/mount.ts'
import { Refusal, refuseField } from '../../../kit/errors.ts'
import { newId } from '../../../kit/ids.ts'
import { listed } from '../../../postgres/row-pages.ts'
import { written } from '../suppliers/suppliers.ts'
import {
  addContact,
  changeContact,
  contactCount,
  contactRows,
  contactToChange,
  type Details,
  removeContact,
  supplierForContact,
} from './supplier-contacts.sql.ts'

type Calls = 'supplierContactsList' | 'supplierContactAdd' | 'supplierContactUpdate' | 'supplierContactRemove'

const subjectOf = (id: string, { name }: Details, organisation_id: string) => ({ kind: 'supplier_contact', id, name, organisation_id })

/** The fields of a contact, as they are stored and as the audit log shows them; those that were never given are blank. */
const detailsOf = ({ name, task, email = '', telephone = '', remarks = '' }: Pick<Details, 'name' | 'task'> & Partial<Details>): Details => ({
  ...{ name, task, email, telephone, remarks },
})

function refuseUnreachable({ email, telephone }: Details): void {
  if (!email && !telephone) throw refuseField('email', 'required')
}

export const supplierContacts: Pick<Handlers, Calls> = {
  supplierContactsList: async (input, { actor, db }) =>
    db.list(actor, async (q) => listed(input, await contactRows(q, actor, input), await contactCount(q, actor, input))),

  supplierContactAdd: async ({ supplier_id, ...given }, { actor, db, now, audit }) => {
    const details = detailsOf({ ...written(given), name: given.name, task: given.task })
    refuseUnreachable(details)
    const id = newId()
    await db.write(actor.tenant_id, async (q) => {
      const supplier = await supplierForContact(q, actor, supplier_id)
      if (!supplier) throw refuseField('supplier_id', 'not_one_of')
      if (supplier.contacts >= SUPPLIER_CONTACTS_MAX) throw refuseField('supplier_id', 'too_big', SUPPLIER_CONTACTS_MAX)
      await addContact(q, actor.tenant_id, { id, supplier_id, ...details, created_at: now() })
      await audit({ subject: subjectOf(id, details, supplier.owner_id), after: { company: supplier.company, ...details } }, q)
    })
    return { supplier_contact_id: id }
  },

  supplierContactUpdate: async ({ supplier_contact_id: id, ...given }, { actor, db, audit }) => {
    await db.write(actor.tenant_id, async (q) => {
      const [before] = await contactToChange(q, actor, id)
      if (!before) throw new Refusal('not_found')
      const after = detailsOf({ ...before, ...written(given) })
      refuseUnreachable(after)
      await changeContact(q, actor.tenant_id, id, after)
      await audit({ subject: subjectOf(id, after, before.owner_id), before: detailsOf(before), after }, q)
    })
    return {}
  },

  supplierContactRemove: async ({ supplier_contact_id: id }, { actor, db, audit }) => {
    await db.write(actor.tenant_id, async (q) => {
      const [before] = await contactToChange(q, actor, id)
      if (!before) throw new Refusal('not_found')
      await removeContact(q, actor.tenant_id, id)
      await audit({ subject: subjectOf(id, before, before.owner_id), before: detailsOf(before), after: {} }, q)
    })
    return {}
  },
}
