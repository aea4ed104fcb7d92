// Reads a customer in order to change it: the row is locked, and it includes the names that the audit log needs.

import type { SignedIn } from '../../../http/sessions.ts'
import { Refusal } from '../../../kit/errors.ts'
import type { Query } from '../../../postgres/db.ts'
import { customersToChange, type Locked } from './customer-changes.sql.ts'

export const subjectOf = ({ id, name }: Pick<Locked, 'id' | 'name'>) => ({ kind: 'customer', id, name, organisation_id: id })

/** Reads and locks a customer; throws not_found if it is not below the actor. */
export async function customerToChange(q: Query, actor: SignedIn, customer_id: string): Promise<Locked> {
  const [row] = await customersToChange(q, actor, [customer_id])
  if (!row) throw new Refusal('not_found')
  return row
}

/** The given fields without those that are undefined. */
export function named<T extends object>(given: T): Partial<T> {
  const fields: Partial<T> = { ...given }
  for (const name in fields) if (fields[name] === undefined) delete fields[name]
  return fields
}

/** The fields of `row` whose names are also fields of `names`. */
export const only = (row: object, names: object) => Object.fromEntries(Object.entries(row).filter(([name]) => name in names))
