// The query of the account that an organisation transfers money to.
import type { payIn } from '../../../../contract/customers/pay-in.ts'
import { internalRole } from '../../../../contract/kit/access.ts'
import type { OutputOf } from '../../../../contract/kit/call.ts'
import type { Query } from '../../../postgres/db.ts'

type Payee = NonNullable<OutputOf<typeof payIn>['account']> & { reference: string }

/**
 * The bank account on the documents of this organisation's parent, and the user name of this organisation's first manager. Fields that were never entered are
 * blank.
 */
export const payeeOf = (q: Query, tenant_id: number, organisation_id: string) =>
  q.query<Payee>(
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
  )
