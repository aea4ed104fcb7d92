// Queries about connections. A connection consists of one of the platform's suppliers and the way to reach it.

import { adaptersThat } from '../../../../contract/kit/adapters.ts'
import type { InputOf, OutputOf } from '../../../../contract/kit/call.ts'
import type { connectionsList } from '../../../../contract/live/connections.ts'
import type { SignedIn } from '../../../kit/actor.ts'
import type { Query } from '../../../postgres/db.ts'
import { countOf, pageOf } from '../../../postgres/list-query.ts'
import { columnsAndValues } from '../../../postgres/parameters.ts'
import { searchFor } from '../../../postgres/search.ts'
import type { Adapter } from '../../../suppliers/adapters.ts'
import type { Tax } from '../../goods/products/products.ts'

type ConnectionsListInput = InputOf<typeof connectionsList>
type Row = Omit<OutputOf<typeof connectionsList>['content'][number], 'weather'>

const CONNECTIONS = {
  from: 'connections c join suppliers s on s.tenant_id = :tenant_id and s.id = c.id',
  where: `c.tenant_id = :tenant_id
          and (:search::text is null or strpos(lower(s.company || ' ' || c.base_url), :search) > 0)
          and (:connection_id::uuid is null or c.id = :connection_id)
          and (:adapter::text is null or c.adapter = :adapter)
          and (:status::boolean is null or c.is_active = :status)`,
}

const parameters = ({ tenant_id }: SignedIn, { search_text, filters }: ConnectionsListInput) => ({
  ...{ tenant_id, search: searchFor(search_text), connection_id: filters.connection_id ?? null },
  ...{ adapter: filters.adapter ?? null, status: filters.status ?? null },
})

export const connections = (q: Query, actor: SignedIn, asked: ConnectionsListInput, since: string) =>
  q.query<Row>(
    pageOf(
      {
        select: `c.id as connection_id, s.company, c.adapter, c.provider, c.base_url, c.account_end,
                 c.settings::text as settings, c.is_sandbox, c.is_active as status, c.balance, c.balance_at,
                 c.balance_alarm, c.vat_treatment, c.vat_rate, c.vat_country,
                 c.test_outcome, c.tested_at, o.open_orders, e.asked, e.answered, e.slow_ms`,
        from: `${CONNECTIONS.from}
               cross join lateral (
                 select count(*)::int as open_orders from live_orders o
                  where o.tenant_id = :tenant_id and o.connection_id = c.id and o.ended_at is null) o
               cross join lateral (
                 select count(*)::int as asked,
                        (count(*) filter (where x.outcome = 'answer' and x.status < 500))::int as answered,
                        coalesce(percentile_disc(0.95) within group (order by x.duration_ms), 0)::int as slow_ms
                   from exchanges x
                  where x.tenant_id = :tenant_id and x.connection_id = c.id and x.id >= :since) e`,
        where: CONNECTIONS.where,
        order: 'lower(s.company), c.id',
      },
      { ...parameters(actor, asked), since },
      asked,
    ),
  )

export const connectionCount = (q: Query, actor: SignedIn, asked: ConnectionsListInput) => countOf(q, CONNECTIONS, parameters(actor, asked))

/** The columns of a connection. `credentials` are sealed, `settings` is JSON. */
export type Written = Tax & {
  adapter: Adapter
  provider: string
  base_url: string
  settings: string
  credentials: Buffer
  account: Buffer
  account_end: string
  is_sandbox: boolean
  is_active: boolean
  balance_alarm: number
}

/** The platform's organisation in this tenant, which is at the top of every tenant. */
export const platformOf = (q: Query, tenant_id: number) =>
  q.query<{ id: string }>('select id from organisations where tenant_id = :tenant_id and parent_id is null', { tenant_id })

export async function addConnection(q: Query, tenant_id: number, id: string, owner_id: string, company: string, written: Written, now: Date): Promise<void> {
  const supplier = { tenant_id, id, owner_id, company, search: searchFor(company) ?? '', created_at: now }
  await q.query(`insert into suppliers ${columnsAndValues(Object.keys(supplier))}`, supplier)
  const row = { tenant_id, id, ...written, created_at: now, changed_at: now }
  await q.query(`insert into connections ${columnsAndValues(Object.keys(row))}`, row)
}

/** A connection to be changed. Its row is locked, so other changes of it wait. */
export const connectionToChange = (q: Query, tenant_id: number, connection_id: string) =>
  q.query<Written & { company: string; owner_id: string; open_orders: number }>(
    `select c.adapter, c.provider, c.base_url, c.settings::text as settings, c.credentials, c.account, c.account_end,
            c.is_sandbox, c.is_active, coalesce(c.balance_alarm, 0) as balance_alarm, c.vat_treatment,
            c.vat_rate, c.vat_country, s.company, s.owner_id,
            (select count(*)::int from live_orders o
              where o.tenant_id = :tenant_id and o.connection_id = c.id and o.ended_at is null) as open_orders
       from connections c join suppliers s on s.tenant_id = :tenant_id and s.id = c.id
      where c.tenant_id = :tenant_id and c.id = :connection_id for no key update of c`,
    { tenant_id, connection_id },
  )

export async function changeConnection(q: Query, tenant_id: number, id: string, company: string, written: Written, now: Date): Promise<void> {
  const values = { tenant_id, id, company, search: searchFor(company) ?? '' }
  await q.query('update suppliers set company = :company, search = :search where tenant_id = :tenant_id and id = :id', values)
  const { adapter: _, ...changing } = written
  const sets = Object.keys(changing).map((name) => `${name} = :${name}`)
  await q.query(
    `update connections set ${sets}, version = version + 1, changed_at = :now
      where tenant_id = :tenant_id and id = :id`,
    { tenant_id, id, ...changing, now },
  )
}

/**
 * Sets the tax of the tenant's only ticket denomination to that of its connection. The new tax applies to sales whose money is held from now on; earlier sales
 * keep their tax.
 */
export const putTicketTax = (q: Query, tenant_id: number, { vat_treatment, vat_rate, vat_country }: Tax) =>
  q.query(
    `update configurations c set vat_treatment = :vat_treatment, vat_rate = :vat_rate, vat_country = :vat_country
       from products p
      where p.tenant_id = :tenant_id and p.provider = 'flixbus' and p.type = 'bus_ticket'
        and c.tenant_id = :tenant_id and c.product_id = p.id`,
    { tenant_id, vat_treatment, vat_rate, vat_country },
  )

type Noted = { tenant_id: number; id: string; now: Date; outcome: string; balance: number | null }

/**
 * Stores the result of a test. If the supplier reported no balance, the earlier one stays. Returns the connection; `is_newly_low`: its balance has just
 * fallen below its limit.
 */
export const noteTest = (q: Query, of: Noted) =>
  q.query<{ owner_id: string; company: string; balance_alarm: number; is_newly_low: boolean }>(
    `with before as (
       select balance as was from connections where tenant_id = :tenant_id and id = :id for no key update)
     update connections c
        set tested_at = :now, test_outcome = :outcome, balance = coalesce(:balance, c.balance),
            balance_at = case when :balance::bigint is null then c.balance_at else :now end
       from before, suppliers s
      where c.tenant_id = :tenant_id and c.id = :id and s.tenant_id = :tenant_id and s.id = c.id
     returning s.owner_id, s.company, coalesce(c.balance_alarm, 0) as balance_alarm,
               coalesce(:balance < coalesce(c.balance_alarm, 0)
                        and (was is null or was >= coalesce(c.balance_alarm, 0)), false) as is_newly_low`,
    of,
  )

/** The connections in use that may report a balance. Suppliers of trips are left out, because they have no balance. */
export const activeConnections = (q: Query, tenant_id: number) =>
  q.query<{ id: string }>(
    `select id from connections
      where tenant_id = :tenant_id and is_active and adapter = any(:adapters) order by id`,
    { tenant_id, adapters: adaptersThat(({ sells }) => sells !== 'trips') },
  )
