// The people at suppliers: whom to call about orders, claims or invoices. A mail about orders or claims goes to the contact with this task; if the supplier has
// no such contact with a mail address, to the supplier's own address.
import * as z from 'zod/mini'
import { call } from '../kit/call.ts'
import { contact, field, paging } from '../kit/field.ts'
import { listOf } from '../kit/rows.ts'
import { atMost } from '../kit/rules.ts'

/** What a contact is asked about. `orders` and `claims`: lists of goods to order and of claims are mailed to the first contact with this task. */
export const supplierContactTasks = ['orders', 'claims', 'accounts', 'technical', 'other'] as const

/** The most contacts of one supplier. */
export const SUPPLIER_CONTACTS_MAX = 30

const reads = { roles: ['superadmin'], flags: ['has_supplier', 'has_inventory'] } as const
const changes = { roles: ['superadmin'], flags: ['has_supplier'] } as const

const fields = {
  name: field.text(120),
  task: field.oneOf(supplierContactTasks),
  /** A contact has an email address or a telephone number, or both. */
  email: field.orNone(field.email()),
  telephone: field.orNone(field.mobile()),
  remarks: z.string().check(z.trim(), atMost(300)),
}

const SupplierContact = z.object({
  supplier_contact_id: z.string(),
  supplier_id: z.string(),
  company: z.string(),
  name: contact,
  task: z.enum(supplierContactTasks),
  email: contact,
  telephone: contact,
  remarks: contact,
})

export const supplierContactsList = call({
  path: '/view_supplier_contacts/',
  summary: 'The people at the suppliers, by company and name (a call of our own)',
  access: reads,
  input: z.object({
    ...paging(50),
    filters: field.filters({ supplier_contact_id: z.optional(field.id()), supplier_id: z.optional(field.id()), task: z.optional(fields.task) }),
    search_text: field.search(),
    sort: z._default(field.oneOf(['company', '-company', 'name', '-name']), 'company'),
  }),
  output: listOf(SupplierContact),
})

export const supplierContactAdd = call({
  path: '/add_supplier_contact/',
  summary: 'A new contact at a supplier (a call of our own)',
  access: changes,
  input: z.object({ supplier_id: field.id(), ...z.partial(z.object(fields)).shape, name: fields.name, task: fields.task }),
  output: z.object({ supplier_contact_id: z.string() }),
  changes: true,
})

export const supplierContactUpdate = call({
  path: '/edit_supplier_contact/',
  summary: 'Changes a contact at a supplier; what is not named stays (a call of our own)',
  access: changes,
  input: z.object({ supplier_contact_id: field.id(), ...z.partial(z.object(fields)).shape }),
  output: z.object({}),
  errors: ['not_found'],
  changes: true,
})

export const supplierContactRemove = call({
  path: '/remove_supplier_contact/',
  summary: 'Removes a contact at a supplier (a call of our own)',
  access: changes,
  input: z.object({ supplier_contact_id: field.id() }),
  output: z.object({}),
  errors: ['not_found'],
  changes: true,
})
