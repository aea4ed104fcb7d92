// The world of the reports benchmark: a year of sales of one reseller with its customers, and the data that follows the sales (reports-back-office.ts), written
// straight into the tables past row level security; then rolled up (reports-roll-ups.ts). The PIN codes are left out, because no report reads one.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import type { Db } from '../server/postgres/db.ts'
import { CARELESS, signInReseller } from './lists-world.ts'
import { after } from './reports-back-office.ts'
import { rollUp, sameAsTheProduct } from './reports-roll-ups.ts'
import { TENANT } from './world.ts'

export type ReportsSize = { customers: number; lines: number }
export const CONFIGURATIONS = 1_000
const DAYS = 365
/** The configuration that the questions are about. */
export const ASKED = 77
/** The number of batches of each configuration in the year. */
const DELIVERIES = 10
const STOCK_LEFT = 200
/** A number above the sequence number of any sold PIN, even if each line had three PINs. */
const SEQ_MOST = 100_000_000
const PINS_OF_LINES = 100_000
/** In a world of at most this many lines the running totals are also computed as the product does, which must give the same rows. */
const PROVEN_LINES = 100_000

/** Indexes that are dropped before rows are inserted, and built again at the end, which takes a tenth of the time of inserting with them. */
const LATER = ['sales_of_seller', 'transfers_bookings', 'transfers_bookings_mode', 'transfers_of_wallet_bookings', 'refunds_of_seller', 'refunds_of_sale']

export async function fillReports(superuserUrl: string, db: Db, { customers, lines }: ReportsSize): Promise<void> {
  const client = new pg.Client({ connectionString: superuserUrl })
  await client.connect()
  try {
    for (const [name, value] of Object.entries(CARELESS)) await client.query(`alter system set ${name} = '${value}'`)
    await client.query('select pg_reload_conf()')
    await client.query(`set synchronous_commit = off; set maintenance_work_mem = '512MB'; set work_mem = '512MB'; set session_replication_role = replica`)
    const text = readFileSync(join(import.meta.dirname, 'world.sql'), 'utf8')
    await client.query(
      text.replaceAll(':wallets', String(customers)).replaceAll(':configurations', String(CONFIGURATIONS)).replaceAll('1000000000000', '100000000000'),
    )
    const { rows: indexes } = await client.query<{ ddl: string }>(`select pg_get_indexdef(i::regclass) as ddl from unnest($1::text[]) i`, [LATER])
    await client.query(`drop index ${LATER.join(', ')}; update organisations set created_at = now() - interval '400 days'`)
    await signInReseller(client)
    await sales(client, customers, lines)
    await batches(client)
    await after(client, lines)
    await transfers(client)
    for (const { ddl } of indexes) await client.query(ddl)
    await client.query('vacuum (analyze, freeze)')
    await rollUp(client, db, DAYS)
    if (lines <= PROVEN_LINES) await sameAsTheProduct(client, db, DAYS)
    for (const statement of ['vacuum (analyze, freeze)', 'checkpoint']) await client.query(statement)
  } finally {
    await client.end()
  }
}

/** Inserts all batches, each with its sold PINs, the PINs left in stock, and the rows of other tables that belong to a batch. */
const batches = (client: pg.Client) =>
  client.query(
    `create temp table delivered as
       select s.ranges[1] as batch_no, min(s.configuration_id::text)::uuid as configuration_id, sum(s.quantity)::int + ${STOCK_LEFT} as quantity,
              min(s.created_at) - interval '2 hours' as at
         from sales s group by 1;
     insert into batches (tenant_id, batch_no, owner_id, configuration_id, supplier_id, lot, filename, file_hash, buying_discount, quantity, state, data_key,
                          created_at, created_by)
     select ${TENANT}, d.batch_no, s.owner_id, d.configuration_id, s.id, 'lot ' || d.batch_no, 'lot ' || d.batch_no || '.csv', sha256(d.batch_no::text::bytea), 800,
            d.quantity, 'ready', '', d.at, 'bench'
       from delivered d cross join (select id, owner_id from suppliers limit 1) s;
     insert into batch_numbers select ${TENANT}, max(batch_no) from delivered;
     insert into queue_heads (tenant_id, configuration_id, batch_no, stripe, first_seq, next_seq, end_seq, is_published, cost_unit, taken_at, buying_discount)
     select ${TENANT}, d.configuration_id, d.batch_no, 0, 0, ${SEQ_MOST}, ${SEQ_MOST} + ${STOCK_LEFT}, true, c.value - c.value / 12, now(), 800
       from delivered d join configurations c on c.id = d.configuration_id;
     insert into stock_moves (tenant_id, batch_no, no, kind, quantity, owner_id, configuration_id, supplier_id, value, cost_unit, at)
     select ${TENANT}, d.batch_no, 1, 'imported', d.quantity, s.owner_id, d.configuration_id, s.id, c.value, c.value - c.value / 12, d.at
       from delivered d join configurations c on c.id = d.configuration_id cross join (select id, owner_id from suppliers limit 1) s;
     insert into uploads (tenant_id, id, owner_id, created_by, configuration_id, filename, file_key, file_hash, file_bytes, step, settings, rows_total, rows_done,
                          accepted, batch_no, created_at, updated_at)
     select ${TENANT}, gen_random_uuid(), b.owner_id, u.id, b.configuration_id, b.filename, '', b.file_hash, 1000, 'imported', '{}', b.quantity, b.quantity, b.quantity,
            b.batch_no, b.created_at, b.created_at
       from batches b cross join (select id from users where username = 'reseller') u;
     insert into custody (tenant_id, id, batch_no, event, who, at)
     select ${TENANT}, gen_random_uuid(), b.batch_no, e.event, 'reseller', b.created_at from batches b cross join (values ('imported'), ('published')) e(event)`,
  )

/** Inserts sales spread evenly over a year up to now; a few shops and a few configurations sell most. */
async function sales(client: pg.Client, customers: number, lines: number): Promise<void> {
  await client.query(
    `create temp table goods as select row_number() over (order by c.id)::int as n, c.id, c.value, p.name, c.vat_treatment
       from configurations c join products p on p.id = c.product_id;
     create unique index on goods (n);
     create temp table shops as
       select row_number() over (order by o.id)::int as n, o.id, o.parent_id, u.id as user_id, x.id as session_id
         from organisations o join users u on u.organisation_id = o.id join sessions x on x.user_id = u.id where o.kind = 'seller';
     create unique index on shops (n); analyze goods; analyze shops; select setseed(0.5)`,
  )
  await client.query(
    `with line as materialized (
       select n, now() - interval '1 hour' - ($2::int - n) * (interval '1 day' * ${DAYS} / $2) as at,
              1 + floor($3::int * power(random(), 1.5))::int as shop, 1 + floor(${CONFIGURATIONS} * power(random(), 3))::int as good, 1 + floor(3 * random())::int as quantity
         from generate_series(1, $2::int) n)
     insert into sales (tenant_id, id, seller_id, user_id, session_id, configuration_id, owner_id, product_name, quantity, value, price_unit, discount, price_source,
                        amount_total, chain, prices, cost_total, ranges, vat_treatment, vat_rate, vat_country, created_at)
     select $1, uuidv7(l.at - clock_timestamp()), s.id, s.user_id, s.session_id, g.id, s.parent_id, g.name, l.quantity, g.value, g.value - g.value / 20, 500, 'plan_configuration',
            (g.value - g.value / 20) * l.quantity, array[s.id, s.parent_id], array[g.value - g.value / 20], (g.value - g.value / 12) * l.quantity,
            array[g.n + ${CONFIGURATIONS} * ((l.n - 1) / (($2::int - 1) / ${DELIVERIES} + 1)), l.n * 3, l.quantity], g.vat_treatment, 0, '', l.at
       from line l join shops s on s.n = l.shop join goods g on g.n = l.good order by l.n`,
    [TENANT, lines, customers],
  )
  // Inserts PINs of the latest sales, and of the batch that the questions name, because lists show the serial of a line's first PIN.
  await client.query(
    `insert into pins (tenant_id, batch_no, seq, hash, serial, last4, sale_id)
     select $1, s.ranges[1], q, uuid_send(gen_random_uuid()), lpad(q::text, 14, '0'), lpad((q % 10000)::text, 4, '0'), s.id
       from (select s.* from (select s.* from sales s order by s.id desc limit ${PINS_OF_LINES}) s
             union select s.* from sales s where s.ranges[1] = $2) s
      cross join lateral generate_series(s.ranges[2], s.ranges[2] + s.ranges[3] - 1) q`,
    [TENANT, ASKED + CONFIGURATIONS * (DELIVERIES - 1)],
  )
}

/**
 * Inserts the transfers for sales and refunds, and for each shop a weekly credit to its wallet. The transfers of each wallet are numbered in the order of time,
 * without a gap.
 */
async function transfers(client: pg.Client): Promise<void> {
  await client.query(
    `delete from transfers;
     insert into transfers (tenant_id, wallet_id, seq, payer_id, payee_id, amount, kind, cause_id, balance_after, payment_mode, created_by, created_at)
     select ${TENANT}, x.wallet_id, row_number() over w, case when x.amount < 0 then x.wallet_id else x.parent_id end,
            case when x.amount < 0 then x.parent_id else x.wallet_id end, abs(x.amount), x.kind, x.cause_id, sum(x.amount) over w, x.mode, x.user_id, x.at
       from (select s.seller_id as wallet_id, s.owner_id as parent_id, -s.amount_total as amount, 'sale' as kind, s.id as cause_id, '' as mode, s.user_id,
                    s.created_at as at from sales s
             union all
             select r.seller_id, r.owner_id, r.prices[1] * r.quantity, 'refund', r.id, '', r.user_id, r.created_at from refunds r
             union all
             select o.id, o.parent_id, case week when 0 then 100000000000 else 5000000 end, 'top_up', gen_random_uuid(),
                    case week % 2 when 0 then 'cash' else '' end, o.id, now() - interval '${DAYS} days 2 hours' + week * interval '7 days'
               from organisations o cross join generate_series(0, ${Math.floor(DAYS / 7) - 1}) week where o.kind = 'seller') x
     window w as (partition by x.wallet_id order by x.at, x.cause_id rows unbounded preceding)
      order by x.at;
     update wallets w set balance = t.balance, transfers = t.transfers
       from (select wallet_id, count(*) as transfers, sum(case when payee_id = wallet_id then amount else -amount end) as balance from transfers group by 1) t
      where t.wallet_id = w.organisation_id`,
  )
}
