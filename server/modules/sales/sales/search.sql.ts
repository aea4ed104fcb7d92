// The search in the list of sales: by goods under their present name and the name under which they were sold, by shops, and for a single sale by the serial
// of a PIN or by its short code.
import { saleOfCode } from '../../../../contract/kit/sale-code.ts'
import { type LineFilters, ofDays } from '../../../figures/line-filters.ts'
import type { Days } from '../../../figures/sale-lines.ts'
import { UNTIL, untilOf } from '../../../figures/tallies.ts'
import type { SignedIn } from '../../../http/sessions.ts'
import { firstIdAt } from '../../../kit/berlin.ts'
import type { Query } from '../../../postgres/db.ts'
import { searchFor } from '../../../postgres/search.ts'

/** What the lines must contain; `search` is null if the search can be answered without reading the lines. */
export type Search = { search: string | null; serial: string; code_from: string | null; code_to: string | null; code_mark: string | null }

const NAMED = `
  select c.id from configurations c
    join products p on p.tenant_id = :tenant_id and p.id = c.product_id
   where c.tenant_id = :tenant_id and strpos(p.name_search, :search) > 0`
const SOLD_UNDER = `
  select i.sale_id from pins i
   where i.tenant_id = :tenant_id and i.serial = :serial and i.serial <> '' and i.sale_id is not null
  union all
  select k.id from sales k
   where k.tenant_id = :tenant_id and k.id between :code_from::uuid and :code_to::uuid
     and substr(k.id::text, 27, 2) = :code_mark`

/** SQL: lines `s` that the text finds, by the goods' name (then or now), the shop's name, the serial of a PIN or the sale's short code. */
export const SEARCHED = `
  (:search::text is null or strpos(lower(s.product_name), :search) > 0
   or s.seller_id in (select o.id from organisations o
                       where o.tenant_id = :tenant_id and strpos(o.name_search, :search) > 0)
   or s.configuration_id in (${NAMED}) or s.sale_id = any (array(${SOLD_UNDER})))`

/**
 * SQL: the goods, shops and sales that the text may mean. Names under which goods were sold are read from a roll-up; those of newer sales are read
 * from the lines.
 */
const FOUND = `
  select array(${NAMED}) as goods, array(${SOLD_UNDER}) as sale_ids,
         array(select o.id from organisations o
                where o.tenant_id = :tenant_id and :organisation_id = any (o.path) and o.kind = 'seller'
                  and strpos(o.name_search, :search) > 0) as seller_ids,
         array(select n.configuration_id from sold_names n
                where n.tenant_id = :tenant_id and strpos(lower(n.product_name), :search) > 0
               union
               select s.configuration_id from facts s
                where s.tenant_id = :tenant_id and s.id >= ${firstIdAt(':mark::timestamptz')}
                  and s.id >= ${firstIdAt(UNTIL('standing'))} and ${ofDays(':date_from', ':date_to')}
                  and strpos(lower(s.product_name), :search) > 0) as once`

type SearchResult = { found?: Narrowed; search: Search }
type FoundRow = { goods: string[]; sale_ids: string[]; seller_ids: string[]; once: string[] }
type Narrowed = Pick<LineFilters, 'sale_ids' | 'seller_ids' | 'configuration_ids'>

/**
 * The filters that a text means, if it matches only one kind of thing. In that case the lines need not be searched, and the roll-ups have the sums. `found` is
 * undefined if the text matches nothing.
 */
export async function foundOf(q: Query, { tenant_id, organisation_id }: SignedIn, text: string | undefined, days: Days): Promise<SearchResult> {
  const code = saleOfCode(text ?? '')
  const search = { search: searchFor(text), serial: text ?? '', code_from: code?.from ?? null, code_to: code?.to ?? null, code_mark: code?.mark ?? null }
  if (search.search === null) return { found: {}, search }
  const mark = await untilOf(q, tenant_id, 'standing')
  const [found] = await q.query<FoundRow>(FOUND, {
    ...{ tenant_id, organisation_id, mark, date_from: days.date_from ?? null, date_to: days.date_to ?? null },
    ...search,
  })
  const { goods = [], sale_ids = [], seller_ids = [], once = [] } = found ?? {}
  const known: Narrowed[] = [
    ...(sale_ids.length > 0 ? [{ sale_ids }] : []),
    ...(seller_ids.length > 0 ? [{ seller_ids }] : []),
    ...(goods.length > 0 ? [{ configuration_ids: goods }] : []),
  ]
  const isRenamed = once.some((id) => !goods.includes(id))
  if (known.length === 0 && !isRenamed) return { search }
  const isOne = known.length === 1 && !isRenamed
  return isOne ? { found: known[0] as Narrowed, search: { ...search, search: null } } : { found: {}, search }
}
