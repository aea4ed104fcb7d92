// The summary of sales to telephone numbers: by operator, country and kind, for the shops below the asker.
import type { InputOf, OutputOf } from '../../../../contract/kit/call.ts'
import type { rechargeSummary } from '../../../../contract/till/recharges.ts'
import type { SignedIn } from '../../../kit/actor.ts'
import { dayEnd, dayStart } from '../../../kit/berlin.ts'
import type { Query } from '../../../postgres/db.ts'
import { countOf, pageOf } from '../../../postgres/list-query.ts'
import { searchFor } from '../../../postgres/search.ts'

type RechargeSummaryInput = InputOf<typeof rechargeSummary>
type Row = OutputOf<typeof rechargeSummary>['content'][number]

/** Counts only sales to a number. A code is read out to the buyer and sent to no number, so it counts as a card and is left out here. */
const SUMMED = {
  from: `(select l.operator_name, l.country, p.type as product_type,
                 count(*) filter (where s.state = 'posted')::int as sent,
                 count(*) filter (where s.state = 'void')::int as failed,
                 count(*) filter (where s.state = 'open')::int as pending,
                 count(distinct o.recipient_index) filter (where s.state = 'posted')::int as numbers,
                 coalesce(sum(s.value) filter (where s.state = 'posted'), 0)::bigint as face_total
            from holds s
            join live_orders o on o.tenant_id = :tenant_id and o.key = s.key and o.recipient_index is not null
            join organisations x on x.tenant_id = :tenant_id and x.id = s.seller_id and :asker_id::uuid = any (x.path)
            join live_products l on l.tenant_id = :tenant_id and l.configuration_id = s.configuration_id
            join configurations c on c.tenant_id = :tenant_id and c.id = s.configuration_id
            join products p on p.tenant_id = :tenant_id and p.id = c.product_id
           where s.tenant_id = :tenant_id and p.type in ('international_top_up', 'direct_recharge', 'dynamic')
             and (:product_type::text is null or p.type = :product_type)
             and (:date_from::date is null or s.created_at >= ${dayStart(':date_from')})
             and (:date_to::date is null or s.created_at < ${dayEnd(':date_to')})
           group by l.operator_name, l.country, p.type) sums`,
  where: `:search::text is null or strpos(lower(sums.operator_name), :search) > 0`,
}

const parameters = ({ tenant_id, organisation_id }: SignedIn, { filters: { product_type, date_from, date_to }, search_text }: RechargeSummaryInput) => ({
  ...{ tenant_id, asker_id: organisation_id, product_type: product_type ?? null, search: searchFor(search_text) },
  ...{ date_from: date_from ?? null, date_to: date_to ?? null },
})

export const summed = (q: Query, actor: SignedIn, asked: RechargeSummaryInput) =>
  q.query<Row>(pageOf({ ...SUMMED, select: 'sums.*', order: 'face_total desc, operator_name, country, product_type' }, parameters(actor, asked), asked))

export const summedCount = (q: Query, actor: SignedIn, asked: RechargeSummaryInput) => countOf(q, SUMMED, parameters(actor, asked))
