// The filters of lines, in the list of sales and in every report, as SQL over a line `s`.
import type * as z from 'zod/mini'
import type { lineFilters } from '../../contract/sales/sales.ts'
import type { SignedIn } from '../kit/actor.ts'
import { dayEnd, dayStart, firstIdAt } from '../kit/berlin.ts'
import type { Query } from '../postgres/db.ts'
import { isOwn, ownedBy } from '../postgres/row-scope.ts'
import { SESSION, USER } from './sales-figures.ts'

/** The filters of a request, and the ids of shops, goods and sales that its search text found. */
export type LineFilters = { readonly [F in keyof typeof lineFilters]?: z.output<(typeof lineFilters)[F]> | undefined } & {
  readonly seller_ids?: readonly string[] | undefined
  readonly sale_ids?: readonly string[] | undefined
  readonly configuration_ids?: readonly string[] | undefined
}
/**
 * SQL: a condition that lines `s` lie within Berlin days; either end may be null. A day is cast to a date at its first mention, because PostgreSQL would
 * parse a text again for each line. Ids are UUIDv7, so they narrow the search to an hour around the days (sales-figures.ts).
 */
export const ofDays = (from: string, to: string) => `
  (${from}::date is null or s.id >= ${firstIdAt(`${dayStart(from)} - interval '1 hour'`)}
                            and s.created_at >= ${dayStart(from)})
  and (${to}::date is null or s.id < ${firstIdAt(`${dayEnd(to)} + interval '1 hour'`)}
                              and s.created_at < ${dayEnd(to)})`

/** SQL: the number of PINs of line `s`'s sale that were refunded so far. */
export const GIVEN_BACK = `
  coalesce((select sum(b.quantity) from refunds b
             where b.tenant_id = :tenant_id and b.sale_id = s.sale_id), 0)::int`

/** SQL: a condition on the sale `l` of line `s`. */
const ofSale = (condition: string, joins = '') => `
  exists (select from sales l ${joins}
           where l.tenant_id = :tenant_id and l.id = s.sale_id and ${condition})`

/**
 * SQL: the supplier of line `s`: that of its first PIN's batch, or for live goods the supplier that was asked. The roll-ups use the same rule (roll-ups.ts).
 */
export const SUPPLIER_OF = `
  (select coalesce(b.supplier_id, h.supplier_id) from sales l
     left join batches b on b.tenant_id = :tenant_id and b.batch_no = l.ranges[1]
     left join holds h on h.tenant_id = :tenant_id and h.key = l.key and l.ranges = '{}'
    where l.tenant_id = :tenant_id and l.id = s.sale_id)`
/** SQL: an organisation sees its own suppliers only; the platform sees those of all organisations. */
export const OWN_SUPPLIER = `
  exists (select from suppliers n
           where n.tenant_id = :tenant_id and n.id = :supplier_id and ${isOwn('n')})`
/** SQL: the sales of the batch's PINs; these sales are few, and each is found by its key. */
const OF_BATCH = `array(
  select distinct i.sale_id from batches b
    join pins i on i.tenant_id = :tenant_id and i.batch_no = b.batch_no and i.sale_id is not null
   where b.tenant_id = :tenant_id and b.batch_no = :batch_no and ${isOwn('b')})`

/** SQL: sessions on a device. They are the sessions of the browser that is paired with the device and holds the device's secret. */
const ON_DEVICE = `array(
  select x.id from devices d
    join devices_known k on k.tenant_id = :tenant_id and k.secret_hash = d.browser_hash
    join sessions x on x.tenant_id = :tenant_id and x.device_id = k.id
   where d.tenant_id = :tenant_id and d.id = :device_id)`

/** SQL: a condition that a line `s` passes the filters; its parameters come from `lineValues`. */
export const CHOSEN = `
  (:customer_id::uuid is null
   or s.seller_id in (select x.id from organisations x
                       where x.tenant_id = :tenant_id and :customer_id = any (x.path)))
  and (:seller_id::uuid is null or s.seller_id = :seller_id)
  and (:chosen_sellers::uuid[] is null or s.seller_id = any (:chosen_sellers))
  and (:sale_ids::uuid[] is null or s.sale_id = any (:sale_ids))
  and (:user_id::uuid is null or ${USER} = :user_id)
  and (:product_id::uuid is null
       or s.configuration_id in (select c.id from configurations c
                                  where c.tenant_id = :tenant_id and c.product_id = :product_id))
  and (:configuration_id::uuid is null or s.configuration_id = :configuration_id)
  and (:chosen_goods::uuid[] is null or s.configuration_id = any (:chosen_goods))
  and (:product_type::text is null
       or s.configuration_id in (select c.id from configurations c
                                   join products p on p.tenant_id = :tenant_id and p.id = c.product_id
                                  where c.tenant_id = :tenant_id and p.type = :product_type))
  and (:supplier_id::uuid is null or ${SUPPLIER_OF} = :supplier_id and ${OWN_SUPPLIER})
  and (:batch_no::int is null or s.sale_id = any (${OF_BATCH}))
  and (:kind::text is null or s.sign = case :kind when 'sale' then 1 else -1 end)
  and (:status::text is null or ${ofSale('l.status = :status')})
  and (:cancelable::boolean is null
       or :cancelable = (s.sign > 0 and ${ofSale(`l.status = 'successful'`)} and s.quantity > ${GIVEN_BACK}))
  and (:device_id::uuid is null or ${SESSION} = any (${ON_DEVICE}))`

/**
 * The shops and the sales that can match at all. They are found before any line is read, so that an index finds the lines of a shop, and a key finds the lines
 * of a sale.
 */
export type Scope = { seller_ids: readonly string[] | null; sale_ids: readonly string[] | null }

const SCOPE = `
  select (select c.kind = 'seller' from organisations c
           where c.tenant_id = :tenant_id and c.id = :customer_id) as is_shop,
         case when :user_id::uuid is not null then
           array(select u.organisation_id from users u
                  where u.tenant_id = :tenant_id and u.id = :user_id) end as of_user,
         case when :terminal_id::text is not null then
           array(select t.id from organisations t
                  where t.tenant_id = :tenant_id and t.terminal_id = :terminal_id and :organisation_id = any (t.path))
           end as of_terminal,
         case when :device_id::uuid is not null then
           array(select distinct u.organisation_id from sessions x
                   join users u on u.tenant_id = :tenant_id and u.id = x.user_id
                  where x.tenant_id = :tenant_id and x.id = any (${ON_DEVICE})) end as of_device`

export async function scopeOf(q: Query, actor: SignedIn, filters: LineFilters): Promise<Scope> {
  const { customer_id = null, user_id = null, terminal_id = null, device_id = null } = filters
  const asked = { customer_id, user_id, terminal_id, device_id }
  const ofActor = filters.seller_id ?? (actor.kind === 'seller' ? actor.organisation_id : null)
  const isAsked = Object.values(asked).some((value) => value !== null)
  const [found] = isAsked ? await q.query<MatchingIds>(SCOPE, { ...{ tenant_id: actor.tenant_id, organisation_id: actor.organisation_id }, ...asked }) : []
  const ofCustomer = customer_id && found?.is_shop ? [customer_id] : null
  return {
    seller_ids: both(ofActor ? [ofActor] : null, ofCustomer, filters.seller_ids, found?.of_user, found?.of_terminal, found?.of_device),
    sale_ids: filters.sale_ids ?? null,
  }
}

/** The ids that are in all of these lists. A list that is null does not narrow the result; if all lists are null, the result is null. */
export function both(...lists: readonly (readonly string[] | null | undefined)[]): readonly string[] | null {
  const [first, ...others] = lists.flatMap((ids) => (ids ? [ids] : []))
  return first ? first.filter((id) => others.every((ids) => ids.includes(id))) : null
}

type MatchingIds = { is_shop: boolean | null; of_user: string[] | null; of_terminal: string[] | null; of_device: string[] | null }

/** Whether the scope excludes every line, so that none need be read. */
export const isNothing = ({ seller_ids, sale_ids }: Scope): boolean => seller_ids?.length === 0 || sale_ids?.length === 0

/**
 * The parameters of CHOSEN. A single shop is compared as one value and not as a list, because the index then returns its lines in the order of time.
 */
export const lineValues = (actor: SignedIn, filters: LineFilters, { seller_ids, sale_ids }: Scope) => ({
  ...ownedBy(actor),
  customer_id: filters.customer_id ?? null,
  seller_id: seller_ids?.length === 1 ? seller_ids[0] : null,
  chosen_sellers: seller_ids?.length === 1 ? null : seller_ids,
  sale_ids,
  user_id: filters.user_id ?? null,
  product_id: filters.product_id ?? null,
  configuration_id: filters.configuration_id ?? null,
  chosen_goods: filters.configuration_ids ?? null,
  product_type: filters.product_type ?? null,
  supplier_id: filters.supplier_id ?? null,
  batch_no: filters.batch_no ?? null,
  kind: filters.kind ?? null,
  status: filters.status ?? null,
  cancelable: filters.cancelable ?? null,
  device_id: filters.device_id ?? null,
})
