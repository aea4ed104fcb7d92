// The number by which a customer is known in the other systems of its parent: no two customers of one parent have the same number (decision 0096).

import { codeOf, refuseField } from '../../../kit/errors.ts'
import type { Query } from '../../../postgres/db.ts'
import { setNumber } from './customer-changes.sql.ts'

/** The error of the database when a value that only one row may have is written twice. */
export const UNIQUE = '23505'

/**
 * Gives the customer its number. The statement writes nothing else, so a unique violation always means that the number is taken. The field is then refused,
 * even if another user takes the number at the same moment.
 */
export async function giveNumber(q: Query, tenant_id: number, customer_id: string, customer_number: string): Promise<void> {
  try {
    await setNumber(q, tenant_id, customer_id, customer_number)
  } catch (error) {
    throw codeOf(error) === UNIQUE ? refuseField('customer_number', 'number_taken') : error
  }
}
