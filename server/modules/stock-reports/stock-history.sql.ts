// What was done with stock, from where each kind of it is written down: files and imports, custody of batches and PINs, moves that took a batch away.
import type { InputOf } from '../../../contract/kit/call.ts'
import type { Instant } from '../../../contract/kit/field.ts'
import type { Money } from '../../../contract/kit/money.ts'
import type { stockEvents, stockHistory } from '../../../contract/stock-reports.ts'
import type { SignedIn } from '../../http/sessions.ts'
import { dayEnd, dayStart } from '../../kit/berlin.ts'
import type { Query } from '../../postgres/db.ts'
import { isOwn, ownedBy } from '../../postgres/owned.ts'
import { countOf, pageOf } from '../../postgres/paged.ts'
import { searchFor } from '../../postgres/search.ts'

type Asked = InputOf<typeof stockHistory>

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

/** An upload that became a batch stays an import, also when the batch was taken back since. */
const UPLOADS = `
  select u.id::text as entry_id, u.created_at as at,
         case when u.step = 'imported' or u.step = 'cancelled' and u.batch_no is not null then 'imported'
              when u.step = 'failed' then 'refused'
              when u.step = 'cancelled' then 'cancelled' else 'uploaded' end as event,
         coalesce(p.username, '') as who, u.configuration_id, u.batch_no, coalesce(b.lot, '') as lot, u.filename,
         '' as serial, u.rows_total as rows, u.errors as rejects, '' as note
    from uploads u
    left join users p on p.tenant_id = :tenant_id and p.id = u.created_by
    left join batches b on b.tenant_id = :tenant_id and b.batch_no = u.batch_no
   where u.tenant_id = :tenant_id and ${isOwn('u')}`

/** Batches that came without a file. */
const TYPED = `
  select 'batch-' || b.batch_no, b.created_at, 'imported', b.created_by, b.configuration_id, b.batch_no, b.lot,
         b.filename, '', b.quantity, 0, ''
    from batches b
   where b.tenant_id = :tenant_id and ${isOwn('b')} and b.state = 'ready'
     and not exists (select from uploads u where u.tenant_id = :tenant_id and u.batch_no = b.batch_no)`

/** A batch that was taken back is known by its moves. */
const CUSTODY = `
  select c.id::text, c.at, c.event, c.who, m.configuration_id, c.batch_no, coalesce(b.lot, ''), '',
         coalesce(i.serial, ''), null::int, null::int, c.note
    from custody c
    join stock_moves m on m.tenant_id = :tenant_id and m.batch_no = c.batch_no and m.no = 1
    left join batches b on b.tenant_id = :tenant_id and b.batch_no = c.batch_no
    left join pins i on i.tenant_id = :tenant_id and i.batch_no = c.batch_no and i.seq = c.seq
   where c.tenant_id = :tenant_id and ${isOwn('m')} and c.event <> 'looked_up'`

const HISTORY = {
  from: `(${UPLOADS} union all ${TYPED} union all ${CUSTODY}) e
         join configurations c on c.tenant_id = :tenant_id and c.id = e.configuration_id
         join products p on p.tenant_id = :tenant_id and p.id = c.product_id`,
  where: `(:date_from::date is null or e.at >= ${dayStart(':date_from')})
          and (:date_to::date is null or e.at < ${dayEnd(':date_to')})
          and (:event::text is null or e.event = :event)
          and (:configuration_id::uuid is null or e.configuration_id = :configuration_id)
          and (:search::text is null or strpos(p.name_search, :search) > 0 or strpos(lower(e.filename), :search) > 0
               or strpos(lower(e.lot), :search) > 0 or strpos(lower(e.who), :search) > 0
               or e.batch_no::text = :search)`,
}

const parameters = (actor: SignedIn, { date_from, date_to, filters, search_text }: Asked) => ({
  ...ownedBy(actor),
  date_from: date_from ?? null,
  date_to: date_to ?? null,
  event: filters.event ?? null,
  configuration_id: filters.configuration_id ?? null,
  search: searchFor(search_text),
})

export const historyRows = (q: Query, actor: SignedIn, asked: Asked) =>
  q.query<HistoryRow>(
    pageOf(
      {
        select: `e.*, p.name as product_name, case when c.is_pool then c.info end as pool_name, c.value`,
        ...HISTORY,
        order: 'e.at desc, e.entry_id desc',
      },
      parameters(actor, asked),
      asked,
    ),
  )

export const historyCount = (q: Query, actor: SignedIn, asked: Asked) => countOf(q, HISTORY, parameters(actor, asked))
