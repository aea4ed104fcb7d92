// The account that an organisation transfers money to, which is the one on the documents of the organisation above it.
import type { payIn as contract } from '../../../../contract/customers/pay-in.ts'
import { internalRole } from '../../../../contract/kit/access.ts'
import type { OutputOf } from '../../../../contract/kit/call.ts'
import type { Handlers } from '../../../http/mount.ts'

type Row = NonNullable<OutputOf<typeof contract>['account']> & { reference: string }

export const payIn: Pick<Handlers, 'payIn'> = {
  payIn: async (_, { actor: { tenant_id, organisation_id }, db }) => {
    const [row] = await db.read(tenant_id, (q) =>
      q.query<Row>(
        `select coalesce(nullif(s.legal_name, ''), p.name, '') as name, coalesce(s.bank_name, '') as bank_name,
                coalesce(s.iban, '') as iban, coalesce(s.bic, '') as bic, coalesce(u.username, '') as reference
           from organisations o
           left join organisations p on p.tenant_id = :tenant_id and p.id = o.parent_id
           left join invoice_settings s on s.tenant_id = :tenant_id and s.organisation_id = o.parent_id
           left join lateral (select u.username from users u
                               where u.tenant_id = :tenant_id and u.organisation_id = o.id
                                 and u.internal_role = ${internalRole.manager}
                               order by u.id limit 1) u on true
          where o.tenant_id = :tenant_id and o.id = :organisation_id`,
        { tenant_id, organisation_id },
      ),
    )
    if (!row) return { account: null, reference: '' }
    const { reference, ...account } = row
    return { account: account.iban === '' ? null : account, reference }
  },
}
