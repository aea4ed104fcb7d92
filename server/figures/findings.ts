// What the latest proof of the books found of rows that are no sums of sales: Zs, invoices, claims, PINs. A report of such rows does not agree while it lasts.
import type { FoundKind } from '../../contract/papers/books.ts'
import type { SignedIn } from '../kit/actor.ts'
import type { Query } from '../postgres/db.ts'
import type { Agreement } from './agreement.ts'

/** Which kinds of rows a report is made of. */
const OF = {
  z: ['document', 'series', 'shift'],
  invoices: ['document', 'series', 'invoice'],
  claims: ['claim', 'refund', 'pin'],
  pins: ['pin', 'batch', 'tally'],
} as const satisfies Record<string, readonly FoundKind[]>

const UUID = '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'

/** A document counts where it is of this sort, and its owner stands on the asker's own line of the tree; of rows without a document nobody can say whose they are. */
const FOUND = `
  select f.value ->> 'row' as row, d.id is not null as is_known
    from (select r.findings from proof_runs r where r.tenant_id = :tenant_id order by r.id desc limit 1) r
   cross join lateral jsonb_array_elements(r.findings) f
    left join documents d on d.tenant_id = :tenant_id
     and d.id = case when f.value ->> 'row' ~ '${UUID}' then (f.value ->> 'row')::uuid end
   where f.value ->> 'kind' = any (:kinds::text[])
     and ((f.value ->> 'wrong')::int > 1 or d.id is null
          or (d.kind = 'z_report') = :is_z
             and exists (select from organisations o
                          where o.tenant_id = :tenant_id and o.id = d.owner_id
                            and (:organisation_id = any (o.path) or o.id = any (:organisation_path::uuid[]))))
   limit 1`

const SOUND: Agreement = { agrees: true, difference: 0, finding: null }

/** Named where the row is the asker's to see: a document of its line, and everything for the reseller at the top of the tenant. */
export async function foundOf(q: Query, { tenant_id, organisation_id, organisation_path }: SignedIn, what: keyof typeof OF): Promise<Agreement> {
  const asked = { tenant_id, organisation_id, organisation_path, kinds: OF[what], is_z: what === 'z' }
  const [found] = await q.query<{ row: string; is_known: boolean }>(FOUND, asked)
  if (!found) return SOUND
  return { agrees: false, difference: null, finding: found.is_known || organisation_path.length <= 2 ? found.row : null }
}

/** The first that does not agree speaks for all. */
export const allOf = (...marks: readonly Agreement[]): Agreement => marks.find(({ agrees }) => agrees === false) ?? SOUND
