// Queries about sales: an organisation sees its own sales and those of all organisations below it, with the figures of its own hop (figures/price-chain.ts).
import type { InputOf } from '../../../../contract/kit/call.ts'
import type { Instant } from '../../../../contract/kit/field.ts'
import type { Money } from '../../../../contract/kit/money.ts'
import type { ProductType } from '../../../../contract/kit/product-types.ts'
import type { salesList } from '../../../../contract/sales/sales.ts'
import { CHOSEN, GIVEN_BACK, isNothing, type LineFilters, lineValues, ofDays, type Scope, scopeOf } from '../../../figures/line-filters.ts'
import { BOUGHT, SOLD } from '../../../figures/price-chain.ts'
import { figuresChosen } from '../../../figures/sale-lines.ts'
import type { SignedIn } from '../../../http/sessions.ts'
import type { Query } from '../../../postgres/db.ts'
import { pageOf } from '../../../postgres/list-query.ts'
import { foundOf, SEARCHED, type Search } from './search.sql.ts'

type SalesListInput = InputOf<typeof salesList>

export type SaleListRow = {
  line_id: string
  kind: 'sale' | 'refund'
  sale_id: string
  created_at: Instant
  seller_id: string
  seller_name: string
  username: string
  product_name: string
  product_type: ProductType
  value: Money
  quantity: number
  sold_total: Money
  bought_total: Money
  status: 'successful' | 'failed' | 'pending'
  given_back: number
  serial: string
  pin_last4: string
  copies: number
  download_id: string | null
}

const ASKER = ':asker_id::uuid'
const [SOLD_TOTAL, BOUGHT_TOTAL] = [`(s.sign * ${SOLD(ASKER)})`, `(s.sign * ${BOUGHT(ASKER)})`]

/** SQL: lines that the asker sees. An asker who sees the whole tenant needs no check of each line's shop. */
const seen = (isWhole: boolean) => `
  s.tenant_id = :tenant_id and ${isWhole ? 'true' : BELOW} and ${CHOSEN}
  and ${ofDays(':date_from', ':date_to')} and ${SEARCHED}`
const BELOW = `
  exists (select from organisations o
           where o.tenant_id = :tenant_id and o.id = s.seller_id and ${ASKER} = any (o.path))`

type Sorts = Record<'created_at' | 'quantity' | 'value' | 'sold_total' | 'margin_total', string>
const ORDERS: Sorts = {
  created_at: 's.id',
  quantity: 's.sign * s.quantity',
  value: 's.value',
  sold_total: SOLD_TOTAL,
  margin_total: `${SOLD_TOTAL} - ${BOUGHT_TOTAL}`,
}
/** SQL for the order of a page's rows. In these rows the amounts are already columns. */
const IN_PAGE: Sorts = { ...ORDERS, sold_total: 's.sold_total', margin_total: 's.sold_total - s.bought_total' }

/** SQL for the order of lines. Lines that are equal in the chosen order are listed newest first. */
function orderOf(sort: SalesListInput['sort'], orders: Sorts): string {
  const by = sort.replace('-', '') as keyof Sorts
  const direction = sort.startsWith('-') ? ' desc' : ''
  return by === 'created_at' ? `s.id${direction}` : `${orders[by]}${direction}, s.id desc`
}

/** The filters together with the meanings found for a search text; undefined if no line can match. */
type Chosen = { filters: LineFilters; scope: Scope; search: Search; isWhole: boolean }
export async function chosenBy(q: Query, actor: SignedIn, asked: SalesListInput): Promise<Chosen | undefined> {
  const { found, search } = await foundOf(q, actor, asked.search_text, asked)
  if (!found) return undefined
  const filters = { ...asked.filters, ...found }
  const scope = await scopeOf(q, actor, filters)
  return isNothing(scope) ? undefined : { filters, scope, search, isWhole: await seesWholeTenant(q, actor) }
}

const parameters = (actor: SignedIn, { date_from, date_to }: SalesListInput, { filters, scope, search }: Omit<Chosen, 'isWhole'>) => ({
  ...lineValues(actor, filters, scope),
  ...search,
  asker_id: actor.organisation_id,
  date_from: date_from ?? null,
  date_to: date_to ?? null,
})

export const sales = (q: Query, actor: SignedIn, asked: SalesListInput, chosen: Chosen) =>
  q.query<SaleListRow>(
    pageOf(
      {
        select: `s.*, ${SOLD_TOTAL} as sold_total, ${BOUGHT_TOTAL} as bought_total`,
        from: 'facts s',
        where: `${seen(chosen.isWhole)} and (:after::uuid is null or s.id < :after)`,
        order: orderOf(asked.sort, ORDERS),
        around: (page) => `
     select s.id as line_id, case when s.sign > 0 then 'sale' else 'refund' end as kind, s.sale_id, s.created_at,
            s.seller_id, o.name as seller_name, coalesce(u.username, '') as username, s.product_name,
            p.type as product_type,
            s.value, s.sign * s.quantity as quantity, s.sold_total, s.bought_total, l.status,
            ${GIVEN_BACK} as given_back,
            coalesce(pin.serial, '') as serial, coalesce(pin.last4, '') as pin_last4,
            case when s.sign > 0 then l.copies else 0 end::int as copies,
            case when s.sign > 0 and s.seller_id = ${ASKER} and l.user_id = :asker_user_id and l.downloaded_at is null
                   then l.download_id end as download_id
       from (${page}) s
       join sales l on l.tenant_id = :tenant_id and l.id = s.sale_id
       join organisations o on o.tenant_id = :tenant_id and o.id = s.seller_id
       join configurations c on c.tenant_id = :tenant_id and c.id = s.configuration_id
       join products p on p.tenant_id = :tenant_id and p.id = c.product_id
       left join users u on u.tenant_id = :tenant_id and u.id = l.user_id
       left join lateral (
         select (array_agg(i.serial order by i.seq))[1] as serial, (array_agg(i.last4 order by i.seq))[1] as last4
           from pins i
          where i.tenant_id = :tenant_id and i.batch_no = l.ranges[1] and i.seq >= l.ranges[2]
            and i.seq < l.ranges[2] + l.ranges[3] and i.sale_id = s.sale_id) pin on s.sign > 0
      order by ${orderOf(asked.sort, IN_PAGE)}`,
      },
      { ...parameters(actor, asked, chosen), after: asked.after ?? null, asker_user_id: actor.user_id },
      asked,
    ),
  )

/**
 * Whether the asker sees all lines of the tenant: the platform does, and so does the reseller at the top if nobody else is directly below the platform.
 */
async function seesWholeTenant(q: Query, { tenant_id, organisation_id, organisation_path }: SignedIn): Promise<boolean> {
  if (organisation_path.length !== 2) return organisation_path.length === 1
  const beside = `
    select from organisations o
     where o.tenant_id = :tenant_id and o.parent_id = :parent_id and o.id <> :organisation_id limit 1`
  return (await q.query(beside, { tenant_id, parent_id: organisation_path[0], organisation_id })).length === 0
}

export const seesLine = async (q: Query, { tenant_id, organisation_id }: SignedIn, line_id: string): Promise<boolean> =>
  (
    await q.query(
      `select from facts s
         join organisations o on o.tenant_id = :tenant_id and o.id = s.seller_id and ${ASKER} = any (o.path)
        where s.tenant_id = :tenant_id and s.id = :line_id`,
      { tenant_id, asker_id: organisation_id, line_id },
    )
  ).length > 0

export type SaleTotals = { total_count: number; quantity: number; sold_total: Money; bought_total: Money }

/**
 * Totals of all lines that match. They are read from the roll-ups if these have them; the lines are added up if the search text could not be turned into one
 * filter.
 */
export async function saleTotals(q: Query, actor: SignedIn, asked: SalesListInput, chosen: Chosen): Promise<SaleTotals> {
  const [found] = chosen.search.search === null ? await totalsOfFigures(q, actor, asked, chosen) : await totalsOfLines(q, actor, asked, chosen)
  return found ?? NO_SALES
}
export const NO_SALES: SaleTotals = { total_count: 0, quantity: 0, sold_total: 0, bought_total: 0 }

const totalsOfLines = (q: Query, actor: SignedIn, asked: SalesListInput, chosen: Chosen) =>
  q.query<SaleTotals>(
    `select count(*)::int as total_count, coalesce(sum(s.sign * s.quantity), 0)::bigint as quantity,
            coalesce(sum(${SOLD_TOTAL}), 0)::bigint as sold_total,
            coalesce(sum(${BOUGHT_TOTAL}), 0)::bigint as bought_total
       from facts s where ${seen(chosen.isWhole)}`,
    parameters(actor, asked, chosen),
  )

async function totalsOfFigures(q: Query, actor: SignedIn, { date_from, date_to }: SalesListInput, { filters, scope }: Chosen) {
  const { text, values } = await figuresChosen(q, actor, { dimensions: [], scope }, filters, { date_from, date_to })
  return q.query<SaleTotals>(
    `select (f.lines + f.refund_lines)::int as total_count, f.quantity, f.sold_total, f.bought_total
       from (${text}) f`,
    values,
  )
}
