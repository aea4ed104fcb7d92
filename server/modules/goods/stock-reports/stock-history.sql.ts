// The history of stock, put together from where each kind of event is recorded: uploads and imports, the custody record of batches and PINs, and the stock
// moves that remain of an undone batch.

import type { stockEvents, stockHistory } from '../../../../contract/goods/stock-reports.ts'
import type { InputOf } from '../../../../contract/kit/call.ts'
import type { Instant } from '../../../../contract/kit/field.ts'
import type { Money } from '../../../../contract/kit/money.ts'
import type { SignedIn } from '../../../http/sessions.ts'
import { dayEnd, dayStart } from '../../../kit/berlin.ts'
import type { Query } from '../../../postgres/db.ts'
import { pageOf } from '../../../postgres/list-query.ts'
import { isOwn, ownedBy } from '../../../postgres/row-scope.ts'
import { searchFor } from '../../../postgres/search.ts'

type StockHistoryInput = InputOf<typeof stockHistory>

export type HistoryRow = {
  entry_id: string
  at: Instant
  event: (typeof stockEvents)[number]
  who: string
  configuration_id: string
  product_name: string
  pool_name: string | null
  value: Money
  batch_no: number | null
  lot: string
  filename: string
  serial: string
  rows: number | null
  rejects: number | null
  note: string
}

/** SQL: uploads as events. An upload that became a batch counts as an import, even if the batch was undone later. */
const UPLOADS = `
  select u.id, u.created_at as at,
         case when u.step = 'imported' or u.step = 'cancelled' and u.batch_no is not null then 'imported'
              when u.step = 'failed' then 'refused'
              when u.step = 'cancelled' then 'cancelled' else 'uploaded' end as event,
         u.created_by as user_id, null as who, u.configuration_id, u.batch_no, null::int as seq, u.filename,
         u.rows_total as rows, u.errors as rejects, '' as note
    from uploads u
   where u.tenant_id = :tenant_id and ${isOwn('u')}`

/** SQL: batches that came without an upload, such as typed gift cards, as events. */
const TYPED = `
  select null, b.created_at, 'imported', null, b.created_by, b.configuration_id, b.batch_no, null, b.filename,
         b.quantity, 0, ''
    from batches b
   where b.tenant_id = :tenant_id and ${isOwn('b')} and b.state = 'ready'
     and not exists (select from uploads u where u.tenant_id = :tenant_id and u.batch_no = b.batch_no)`

/** SQL: events of the custody record except look-ups. They are joined to the batch's first stock move, because nothing else is left of an undone batch. */
const CUSTODY = `
  select c.id, c.at, c.event, null, c.who, m.configuration_id, c.batch_no, c.seq, '', null, null, c.note
    from custody c
    join stock_moves m on m.tenant_id = :tenant_id and m.batch_no = c.batch_no and m.no = 1
   where c.tenant_id = :tenant_id and ${isOwn('m')} and c.event <> 'looked_up'`

const NAMED = `
         left join configurations c on c.tenant_id = :tenant_id and c.id = e.configuration_id
         left join products p on p.tenant_id = :tenant_id and p.id = c.product_id
         left join users u on u.tenant_id = :tenant_id and u.id = e.user_id
         left join batches b on b.tenant_id = :tenant_id and b.batch_no = e.batch_no`
const WHO = `coalesce(e.who, u.username, '')`

/** SQL: the history. Names are joined only for a search; otherwise the planner drops these joins. */
const HISTORY = {
  from: `(${UPLOADS} union all ${TYPED} union all ${CUSTODY}) e ${NAMED}`,
  where: `(:date_from::date is null or e.at >= ${dayStart(':date_from')})
          and (:date_to::date is null or e.at < ${dayEnd(':date_to')})
          and (:event::text is null or e.event = :event)
          and (:configuration_id::uuid is null or e.configuration_id = :configuration_id)
          and (:search::text is null or strpos(p.name_search, :search) > 0 or strpos(lower(e.filename), :search) > 0
               or strpos(lower(coalesce(b.lot, '')), :search) > 0 or strpos(lower(${WHO}), :search) > 0
               or e.batch_no::text = :search)`,
}

const parameters = (actor: SignedIn, { date_from, date_to, filters, search_text }: StockHistoryInput) => ({
  ...ownedBy(actor),
  date_from: date_from ?? null,
  date_to: date_to ?? null,
  event: filters.event ?? null,
  configuration_id: filters.configuration_id ?? null,
  search: searchFor(search_text),
})

export const historyRows = (q: Query, actor: SignedIn, asked: StockHistoryInput, limit: number, offset: number) =>
  q.query<HistoryRow & { total_count: number }>(
    pageOf(
      {
        select: 'e.*, (count(*) over ())::int as total_count',
        ...HISTORY,
        order: 'e.at desc, e.id desc, e.batch_no desc',
        around: (page) => `
     select coalesce(e.id::text, 'batch-' || e.batch_no) as entry_id, e.at, e.event, ${WHO} as who, e.configuration_id,
            p.name as product_name, case when c.is_pool then c.info end as pool_name, c.value, e.batch_no,
            coalesce(b.lot, '') as lot, e.filename, coalesce(i.serial, '') as serial, e.rows, e.rejects, e.note,
            e.total_count
       from (${page}) e ${NAMED}
       left join pins i on i.tenant_id = :tenant_id and i.batch_no = e.batch_no and i.seq = e.seq
      order by e.at desc, e.id desc, e.batch_no desc`,
      },
      parameters(actor, asked),
      { limit, offset },
    ),
  )
