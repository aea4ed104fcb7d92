// Queries about single gift cards.
import type { giftCardsList } from '../../../contract/gift-cards.ts'
import type { InputOf } from '../../../contract/kit/call.ts'
import type { Instant } from '../../../contract/kit/field.ts'
import type { Query } from '../../kit/db.ts'
import { isOwn, ownedBy } from '../../kit/owned.ts'
import { foldedSql, searchFor } from '../../kit/search.ts'
import type { SignedIn } from '../../kit/sessions.ts'
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
  select p.batch_no, p.seq, b.owner_id, g.name as product_name, c.id as configuration_id, c.value, p.serial, p.last4, ${stateOf('$4')} as state, h.expires_on,
         b.created_at, s.company as supplier_name
    from batches b
    join configurations c on c.tenant_id = $1 and c.id = b.configuration_id
    join products g on g.tenant_id = $1 and g.id = c.product_id and g.type = 'gift_card'
    join suppliers s on s.tenant_id = $1 and s.id = b.supplier_id
    join pins p on p.tenant_id = $1 and p.batch_no = b.batch_no
    ${STRETCH}
   where b.tenant_id = $1 and b.state = 'ready' and ${isOwn('b')}`

/** $5 configuration, $6 batch, $7 search in small letters, as lists send it: the beginning of a serial or the last four. */
const MATCHING = `${CARDS} and ($5::uuid is null or b.configuration_id = $5) and ($6::int is null or b.batch_no = $6)
     and ($7::text is null or lower(p.last4) = $7 or starts_with(lower(p.serial), $7))`

const matching = (actor: SignedIn, today: string, { configuration_id, batch_no }: Filters, search: string | undefined) => [
  ...ownedBy(actor),
  today,
  configuration_id ?? null,
  batch_no ?? null,
  searchFor(search),
]

/** Newest batch first; within it in the order of sale. */
export const cardRows = (q: Query, actor: SignedIn, today: string, filters: Filters, search: string | undefined, limit: number, offset: number) =>
  q.query<CardRow>(`select * from (${MATCHING}) x where $8::text is null or state = $8 order by batch_no desc, seq limit $9 offset $10`, [
    ...matching(actor, today, filters, search),
    filters.state ?? null,
    limit,
    offset,
  ])

export const cardCount = async (q: Query, actor: SignedIn, today: string, filters: Filters, search: string | undefined) =>
  (
    await q.query<{ n: number }>(`select count(*)::int as n from (${MATCHING}) x where $8::text is null or state = $8`, [
      ...matching(actor, today, filters, search),
      filters.state ?? null,
    ])
  )[0]?.n ?? 0

export const ownCard = (q: Query, actor: SignedIn, today: string, batch_no: number, seq: number) =>
  q.query<CardRow>(`${CARDS} and b.batch_no = $5 and p.seq = $6`, [...ownedBy(actor), today, batch_no, seq])

export type CardBatch = { batch_no: number; lot: string; product_name: string; value: number; cards: number; sold: number }

/** $4 folded search or null, $5 a number. */
export const cardBatches = (q: Query, actor: SignedIn, search: { folded: string | null; number: number | null }, limit: number) =>
  q.query<CardBatch>(
    `select b.batch_no, b.lot, g.name as product_name, c.value, b.quantity as cards,
            (select coalesce(sum(h.next_seq - h.first_seq), 0)::int from queue_heads h
              where h.tenant_id = $1 and h.configuration_id = b.configuration_id and h.batch_no = b.batch_no) as sold
       from batches b
       join configurations c on c.tenant_id = $1 and c.id = b.configuration_id
       join products g on g.tenant_id = $1 and g.id = c.product_id and g.type = 'gift_card'
      where b.tenant_id = $1 and b.state = 'ready' and ${isOwn('b')}
        and (($4::text is null and $5::int is null) or b.batch_no = $5 or strpos(${foldedSql('b.lot')}, $4) > 0 or strpos(g.name_search, $4) > 0)
      order by b.batch_no desc limit $6`,
    [...ownedBy(actor), search.folded, search.number, limit],
  )

export type CardGoods = { owner_id: string; product_name: string; value: number; pin_length: number; pin_letters: boolean }

export const ownGiftCard = (q: Query, actor: SignedIn, configuration_id: string) =>
  q.query<CardGoods>(
    `select p.owner_id, p.name as product_name, c.value, p.pin_length, p.pin_letters
       from configurations c join products p on p.tenant_id = $1 and p.id = c.product_id
      where c.tenant_id = $1 and ${isOwn('p')} and c.id = $4 and p.type = 'gift_card' and not c.is_pool and c.draws_on is null`,
    [...ownedBy(actor), configuration_id],
  )

export const supplierOf = (q: Query, tenant_id: number, owner_id: string, supplier_id: string) =>
  q.query<{ name: string }>('select company as name from suppliers where tenant_id = $1 and owner_id = $2 and id = $3 and is_active', [
    tenant_id,
    owner_id,
    supplier_id,
  ])
