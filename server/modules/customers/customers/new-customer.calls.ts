// The handlers of the calls that add a customer and propose its user name.

import type { Handlers } from '../../../http/mount.ts'
import { keyOf } from '../../../http/transaction-key.ts'
import { newId } from '../../../kit/ids.ts'
import { suggestions } from '../../people/registrations/registrations.ts'
import { addCustomer } from './new-customer.ts'

export const customerAdding: Pick<Handlers, 'customerAdd' | 'customerCheck'> = {
  customerAdd: async ({ transaction_key, ...asked }, context) => addCustomer(context, keyOf(context, transaction_key), asked),

  customerCheck: async ({ username }, { actor, db }) => {
    const near = await db.read(actor.tenant_id, (q) => suggestions(q, actor.tenant_id, { user_id: newId(), full_name: '' }, username))
    return { available: near.length === 0, suggestions: near }
  },
}
