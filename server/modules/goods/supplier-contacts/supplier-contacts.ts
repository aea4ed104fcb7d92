// What other modules need of contacts at suppliers: where a mail to a supplier goes.
import type { supplierContactTasks } from '../../../../contract/goods/supplier-contacts.ts'

/**
 * SQL: the address for mails about this task to the supplier `s`: that of the contact with an address who was entered first for the task, or if there is none,
 * the supplier's own address.
 */
export const supplierEmail = (task: (typeof supplierContactTasks)[number]): string => `
  coalesce((select k.email from supplier_contacts k
             where k.tenant_id = :tenant_id and k.supplier_id = s.id and k.task = '${task}' and k.email <> ''
             order by k.created_at, k.id limit 1), s.email)`
