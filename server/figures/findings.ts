// The latest proof's findings in rows that are not sums of sales: Z-reports, invoices, claims, PINs. While a finding lasts, a report over such rows does not
// "agree with the books".
import type { FindingKind } from '../../contract/papers/books.ts'
import type { SignedIn } from '../kit/actor.ts'
import type { Query } from '../postgres/db.ts'
import type { Agreement } from './agreement.ts'

/** For each report the kinds of rows that it contains. A finding in a row of such a kind means that the report does not agree with the books. */
const OF = {
  z: ['document', 'series', 'shift'],
  invoices: ['document', 'series', 'invoice'],
  claims: ['claim', 'refund', 'pin'],
  pins: ['pin', 'batch', 'tally'],
} as const satisfies Record<string, readonly FindingKind[]>

const UUID = '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'

/**
 * SQL: findings that concern the asker. A finding without a document, or with several wrong rows, concerns everybody. Any other finding concerns the asker if
 * its document belongs to the asker's organisation or to one above or below it, and if the document is of the kind asked about: a Z-report, or anything but a
 * Z-report.
 */
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

/**
 * The first finding in rows of this kind. Its row is named only if the asker may see the row: if it is a document of the asker's branch, or if the asker is the
 * platform or the reseller at the top of the tenant.
 */
export async function foundOf(q: Query, { tenant_id, organisation_id, organisation_path }: SignedIn, what: keyof typeof OF): Promise<Agreement> {
  const asked = { tenant_id, organisation_id, organisation_path, kinds: OF[what], is_z: what === 'z' }
  const [finding] = await q.query<{ row: string; is_known: boolean }>(FOUND, asked)
  if (!finding) return SOUND
  return { agrees: false, difference: null, finding: finding.is_known || organisation_path.length <= 2 ? finding.row : null }
}

/** Combines several agreement marks: returns the first mark that does not agree; if there is none, returns a mark that agrees. */
export const allOf = (...marks: readonly Agreement[]): Agreement => marks.find(({ agrees }) => agrees === false) ?? SOUND
