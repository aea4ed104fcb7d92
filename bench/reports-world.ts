// The world of the reports yardstick: a year of sales of one reseller with its customers, some of them given back, written straight into the tables past row
// level security, with the transfers they moved; then rolled up day by day by the product's own job. PINs and keys are left out: no report opens one.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import type { Db } from '../server/postgres/db.ts'
import { figures } from '../server/postgres/figures.ts'
import { CARELESS, signInReseller } from './lists-world.ts'
import { TENANT } from './world.ts'

export type ReportsSize = { customers: number; lines: number }
export const CONFIGURATIONS = 1_000
const DAYS = 365
/** One line in so many is given back. */
const REFUND_EVERY = 100

/** Built at the end, in a tenth of the time of filling them row by row. */
const LATER = ['sales_of_seller', 'transfers_bookings', 'transfers_bookings_mode', 'refunds_of_seller', 'refunds_of_sale']

export async function fillReports(superuserUrl: string, db: Db, { customers, lines }: ReportsSize): Promise<void> {
  const client = new pg.Client({ connectionString: superuserUrl })
  await client.connect()
  try {
    for (const [name, value] of Object.entries(CARELESS)) await client.query(`alter system set ${name} = '${value}'`)
    await client.query('select pg_reload_conf()')
    await client.query(`set synchronous_commit = off; set maintenance_work_mem = '512MB'; set work_mem = '512MB'`)
    const text = readFileSync(join(import.meta.dirname, 'world.sql'), 'utf8')
    await client.query(
      text.replaceAll(':wallets', String(customers)).replaceAll(':configurations', String(CONFIGURATIONS)).replaceAll('1000000000000', '1000000000'),
    )
    const { rows: indexes } = await client.query<{ ddl: string }>(`select pg_get_indexdef(i::regclass) as ddl from unnest($1::text[]) i`, [LATER])
    await client.query(`drop index ${LATER.join(', ')}`)
    await signInReseller(client)
    await batches(client)
    await sales(client, customers, lines)
    await refunds(client, lines)
    for (const { ddl } of indexes) await client.query(ddl)
    await client.query('vacuum (analyze, freeze)')
    await rollUp(db)
    for (const statement of ['vacuum (analyze, freeze)', 'checkpoint']) await client.query(statement)
  } finally {
    await client.end()
  }
}

/** One batch for each configuration, so that each line has a supplier. */
const batches = (client: pg.Client) =>
  client.query(
    `insert into batches (tenant_id, batch_no, owner_id, configuration_id, supplier_id, file_hash, buying_discount, quantity, state, data_key, created_at, created_by)
     select $1, row_number() over (order by c.id), s.owner_id, c.id, s.id, sha256(c.id::text::bytea), 800, 1, 'ready', '', now(), 'bench'
       from configurations c cross join (select id, owner_id from suppliers limit 1) s`,
    [TENANT],
  )

/** Over a year up to now, evenly; a few shops and a few configurations sell most. */
async function sales(client: pg.Client, customers: number, lines: number): Promise<void> {
  await client.query(
    `create temp table goods as select row_number() over (order by c.id)::int as n, c.id, c.value, p.name, c.vat_treatment
       from configurations c join products p on p.id = c.product_id;
     create unique index on goods (n);
     create temp table shops as select row_number() over (order by o.id)::int as n, o.id, o.parent_id from organisations o where o.kind = 'seller';
     create unique index on shops (n); analyze goods; analyze shops; select setseed(0.5)`,
  )
  await client.query(
    `with line as materialized (
       select n, now() - interval '1 hour' - ($2::int - n) * (interval '1 day' * ${DAYS} / $2) as at,
              1 + floor($3::int * power(random(), 1.5))::int as shop, 1 + floor(${CONFIGURATIONS} * power(random(), 3))::int as good, 1 + floor(3 * random())::int as quantity
         from generate_series(1, $2::int) n)
     insert into sales (tenant_id, id, seller_id, user_id, session_id, configuration_id, owner_id, product_name, quantity, value, price_unit, discount, price_source,
                        amount_total, chain, prices, cost_total, ranges, vat_treatment, vat_rate, vat_country, created_at)
     select $1, uuidv7(l.at - now()), s.id, s.id, s.id, g.id, s.parent_id, g.name, l.quantity, g.value, g.value - g.value / 20, 500, 'plan_configuration',
            (g.value - g.value / 20) * l.quantity, array[s.id, s.parent_id], array[g.value - g.value / 20], (g.value - g.value / 12) * l.quantity,
            array[g.n, 0, 1], g.vat_treatment, 0, '', l.at
       from line l join shops s on s.n = l.shop join goods g on g.n = l.good order by l.n`,
    [TENANT, lines, customers],
  )
  await client.query(
    `insert into transfers (tenant_id, wallet_id, seq, payer_id, payee_id, amount, kind, cause_id, balance_after, created_by, created_at)
     select $1, s.seller_id, 1 + row_number() over (order by s.id), s.seller_id, s.owner_id, s.amount_total, 'sale', s.id, 0, s.user_id, s.created_at
       from sales s order by s.id`,
    [TENANT],
  )
}

async function refunds(client: pg.Client, lines: number): Promise<void> {
  await client.query(
    `insert into refunds (tenant_id, id, reclamation_id, sale_id, seller_id, user_id, configuration_id, owner_id, product_name, quantity, value, chain, prices,
                          cost_total, vat_treatment, vat_rate, vat_country, created_at)
     select $1, uuidv7(b.at - now()), gen_random_uuid(), s.id, s.seller_id, s.user_id, s.configuration_id, s.owner_id, s.product_name, 1, s.value, s.chain, s.prices,
            s.cost_total / s.quantity, s.vat_treatment, 0, '', b.at
       from sales s cross join lateral (select s.created_at + (abs(hashtext(s.id::text)) % 20) * interval '1 day' as at) b
      where abs(hashtext(s.id::text)) % ${REFUND_EVERY} = 0 and b.at < now() - interval '1 hour' order by b.at`,
    [TENANT],
  )
  await client.query(
    `insert into transfers (tenant_id, wallet_id, seq, payer_id, payee_id, amount, kind, cause_id, balance_after, created_by, created_at)
     select $1, r.seller_id, $2::int + 1 + row_number() over (order by r.id), r.owner_id, r.seller_id, r.prices[1], 'refund', r.id, 0, r.user_id, r.created_at
       from refunds r order by r.id`,
    [TENANT, lines],
  )
}

/** The job's own work, in days instead of hours, until a moment ago. */
async function rollUp(db: Db): Promise<void> {
  const DAY_MS = 86_400_000
  const end = Math.floor(Date.now() / DAY_MS) * DAY_MS
  for (let from = end - (DAYS + 1) * DAY_MS; from < end; from += DAY_MS)
    await db.write(TENANT, (q) => figures.add(q, TENANT, new Date(from), new Date(from + DAY_MS)))
  await db.write(TENANT, (q) =>
    q.query(`insert into tallied (tenant_id, name, until) values (:tenant_id, 'figures', :until)`, { tenant_id: TENANT, until: new Date(end) }),
  )
}
