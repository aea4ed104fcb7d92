// Queries about suppliers: each organisation has its own.
import type { InputOf, OutputOf } from '../../../contract/kit/call.ts'
import type { suppliersList } from '../../../contract/suppliers.ts'
import type { Query } from '../../kit/db.ts'
import type { SignedIn } from '../../kit/sessions.ts'

type Asked = InputOf<typeof suppliersList>
type Row = OutputOf<typeof suppliersList>['content'][number]

/** $1 tenant, $2 the actor's organisation, $3 whether it is the platform (sees all of the tenant), $4 search. */
const WHERE = `where s.tenant_id = $1 and (s.owner_id = $2 or $3) and ($4::text is null or s.company ilike '%' || $4 || '%' or s.full_name ilike '%' || $4 || '%')`

const parameters = (actor: SignedIn, { search_text }: Asked) => [
  actor.tenant_id,
  actor.organisation_id,
  actor.role === 'superadmin',
  search_text ? search_text.replaceAll(/[\\%_]/g, '\\$&') : null,
]

export const suppliers = (q: Query, actor: SignedIn, asked: Asked) =>
  q.query<Row>(
    `select s.id as supplier_id, s.full_name, s.company, s.address, s.city, s.postalcode, s.country, s.email, s.mobile, s.telephone, s.ustidnr, s.stnr, s.remarks, s.is_active as status
       from suppliers s ${WHERE} order by s.company, s.id limit $5 offset $6`,
    [...parameters(actor, asked), asked.limit, asked.page * asked.limit],
  )

export const supplierCount = async (q: Query, actor: SignedIn, asked: Asked) =>
  (await q.query<{ n: number }>(`select count(*)::int as n from suppliers s ${WHERE}`, parameters(actor, asked)))[0]?.n ?? 0
