// Reads a customer for a change: locked, and named for the audit log.

import type { SignedIn } from '../../../http/sessions.ts'
import { Refusal } from '../../../kit/errors.ts'
import type { Query } from '../../../postgres/db.ts'
import { customersToChange, type Locked } from './customer-changes.sql.ts'

export const subjectOf = ({ id, name }: Pick<Locked, 'id' | 'name'>) => ({ kind: 'customer', id, name, organisation_id: id })

/** Throws not_found for somebody else's customer. */
export async function customerToChange(q: Query, actor: SignedIn, customer_id: string): Promise<Locked> {
  const [row] = await customersToChange(q, actor, [customer_id])
  if (!row) throw new Refusal('not_found')
  return row
}

/** Only the fields that are given. */
export function named<T extends object>(given: T): Partial<T> {
  const fields: Partial<T> = { ...given }
  for (const name in fields) if (fields[name] === undefined) delete fields[name]
  return fields
}

/** The fields of a row that `names` has. */
export const only = (row: object, names: object) => Object.fromEntries(Object.entries(row).filter(([name]) => name in names))
