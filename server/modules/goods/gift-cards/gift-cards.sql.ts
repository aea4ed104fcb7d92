// Queries about single gift cards.
import type { giftCardsList } from '../../../../contract/goods/gift-cards.ts'
import type { InputOf } from '../../../../contract/kit/call.ts'
import type { Instant } from '../../../../contract/kit/field.ts'
import type { SignedIn } from '../../../http/sessions.ts'
import type { Query } from '../../../postgres/db.ts'
import { countOf, pageOf } from '../../../postgres/list-query.ts'
import { isOwn, ownedBy } from '../../../postgres/row-scope.ts'
import { foldedSql, searchFor } from '../../../postgres/search.ts'
import { type PinState, STRETCH, stateOf } from '../batches/batches.ts'

type Filters = InputOf<typeof giftCardsList>['filters']

export type CardRow = {
  batch_no: number
  seq: number
  owner_id: string
  product_name: string
  configuration_id: string
  value: number
  serial: string
  last4: string
  state: PinState
  expires_on: string | null
  created_at: Instant
  supplier_name: string
}

const CARDS = `
  select p.batch_no, p.seq, b.owner_id, g.name as product_name, c.id as configuration_id, c.value, p.serial, p.last4,
         ${stateOf(':today')} as state, h.expires_on,
         b.created_at, s.company as supplier_name
    from batches b
    join configurations c on c.tenant_id = :tenant_id and c.id = b.configuration_id
    join products g on g.tenant_id = :tenant_id and g.id = c.product_id and g.type = 'gift_card'
    join suppliers s on s.tenant_id = :tenant_id and s.id = b.supplier_id
    join pins p on p.tenant_id = :tenant_id and p.batch_no = b.batch_no
    ${STRETCH}
   where b.tenant_id = :tenant_id and b.state = 'ready' and ${isOwn('b')}`

/** SQL: cards that match the filters. The search text, in small letters without accents, is the beginning of a serial or the last four digits of a PIN. */
const MATCHING = `${CARDS} and (:configuration_id::uuid is null or b.configuration_id = :configuration_id)
                  and (:batch_no::int is null or b.batch_no = :batch_no)
     and (:search::text is null or lower(p.last4) = :search or starts_with(lower(p.serial), :search))`

const IN_STATE = { from: `(${MATCHING}) x`, where: ':state::text is null or state = :state' }

const matching = (actor: SignedIn, today: string, { configuration_id, batch_no }: Filters, search: string | undefined) => ({
  ...ownedBy(actor),
  today,
  configuration_id: configuration_id ?? null,
  batch_no: batch_no ?? null,
  search: searchFor(search),
})

/** A page of cards: the newest batch first, and within a batch in the order of sale. */
export const cardRows = (q: Query, actor: SignedIn, today: string, filters: Filters, search: string | undefined, limit: number, offset: number) =>
  q.query<CardRow>(
    pageOf(
      { select: '*', ...IN_STATE, order: 'batch_no desc, seq' },
      { ...matching(actor, today, filters, search), state: filters.state ?? null },
      { limit, offset },
    ),
  )

export const cardCount = (q: Query, actor: SignedIn, today: string, filters: Filters, search: string | undefined) =>
  countOf(q, IN_STATE, { ...matching(actor, today, filters, search), state: filters.state ?? null })

export const ownCard = (q: Query, actor: SignedIn, today: string, batch_no: number, seq: number) =>
  q.query<CardRow>(`${CARDS} and b.batch_no = :batch_no and p.seq = :seq`, { ...ownedBy(actor), today, batch_no, seq })

export type CardBatch = { batch_no: number; lot: string; product_name: string; value: number; cards: number; sold: number }

export const cardBatches = (q: Query, actor: SignedIn, search: { folded: string | null; number: number | null }, limit: number) =>
  q.query<CardBatch>(
    `select b.batch_no, b.lot, g.name as product_name, c.value, b.quantity as cards,
            (select coalesce(sum(h.next_seq - h.first_seq), 0)::int from queue_heads h
              where h.tenant_id = :tenant_id and h.configuration_id = b.configuration_id
                and h.batch_no = b.batch_no) as sold
       from batches b
       join configurations c on c.tenant_id = :tenant_id and c.id = b.configuration_id
       join products g on g.tenant_id = :tenant_id and g.id = c.product_id and g.type = 'gift_card'
      where b.tenant_id = :tenant_id and b.state = 'ready' and ${isOwn('b')}
        and ((:folded::text is null and :number::int is null) or b.batch_no = :number
             or strpos(${foldedSql('b.lot')}, :folded) > 0 or strpos(g.name_search, :folded) > 0)
      order by b.batch_no desc limit :limit`,
    { ...ownedBy(actor), folded: search.folded, number: search.number, limit },
  )

export type CardGoods = { owner_id: string; product_name: string; value: number; pin_length: number; pin_letters: boolean }

export const ownGiftCard = (q: Query, actor: SignedIn, configuration_id: string) =>
  q.query<CardGoods>(
    `select p.owner_id, p.name as product_name, c.value, p.pin_length, p.pin_letters
       from configurations c join products p on p.tenant_id = :tenant_id and p.id = c.product_id
      where c.tenant_id = :tenant_id and ${isOwn('p')} and c.id = :configuration_id and p.type = 'gift_card'
        and not c.is_pool and c.draws_on is null`,
    { ...ownedBy(actor), configuration_id },
  )

export const supplierOf = (q: Query, tenant_id: number, owner_id: string, supplier_id: string) =>
  q.query<{ name: string }>(
    `select company as name from suppliers
      where tenant_id = :tenant_id and owner_id = :owner_id and id = :supplier_id and is_active`,
    { tenant_id, owner_id, supplier_id },
  )
