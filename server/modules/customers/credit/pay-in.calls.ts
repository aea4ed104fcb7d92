// The call about the account that an organisation transfers money to.
import type { Handlers } from '../../../http/mount.ts'
import { payeeOf } from './pay-in.sql.ts'

export const payIn: Pick<Handlers, 'payIn'> = {
  payIn: async (_, { actor: { tenant_id, organisation_id }, db }) => {
    const [row] = await db.read(tenant_id, (q) => payeeOf(q, tenant_id, organisation_id))
    if (!row) return { account: null, reference: '' }
    const { reference, ...account } = row
    return { account: account.iban === '' ? null : account, reference }
  },
}
