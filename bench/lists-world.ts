// The world of the lists benchmark: people and goods of world.sql, then millions of rows written straight into the tables, past row level security. The PIN
// codes are left out, because no list reads one.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { flags } from '../contract/kit/access.ts'
import { TENANT } from './world.ts'

/**
 * The size of a world. `rows`: half of them are PINs, half transfers. Every world has the same goods: a larger one has more customers and more sales.
 */
export type ListsSize = { customers: number; rows: number }
export const CONFIGURATIONS = 1_000
export const RESELLER_TOKEN = 'bench-token-of-the-reseller'

const PINS_A_BATCH = 1_000
/** Every tenth transfer is a booking, the others are sales. */
const BOOKING_EVERY = 10

/** Indexes that are dropped before rows are inserted, and built again at the end, which takes a tenth of the time of inserting with them. */
const LATER = ['pins_hash', 'pins_serial', 'pins_blocked', 'transfers_bookings', 'transfers_bookings_mode', 'transfers_of_wallet_bookings', 'sales_of_seller']

const VACUUMS_MOST = 100

/** Settings for a cluster that may be lost: filling takes a third of the usual time, and no vacuum runs during a measurement. */
export const CARELESS = { fsync: 'off', full_page_writes: 'off', autovacuum: 'off', max_wal_size: '16GB' }

export async function fillLists(superuserUrl: string, { customers, rows }: ListsSize): Promise<void> {
  const client = new pg.Client({ connectionString: superuserUrl })
  await client.connect()
  try {
    for (const [name, value] of Object.entries(CARELESS)) await client.query(`alter system set ${name} = '${value}'`)
    await client.query('select pg_reload_conf()')
    await client.query(`set synchronous_commit = off; set maintenance_work_mem = '512MB'; set work_mem = '512MB'`)
    const text = readFileSync(join(import.meta.dirname, 'world.sql'), 'utf8')
    // Each wallet gets a hundred thousand euro, so that the sum of all wallets still fits the number type.
    const world = text.replaceAll(':wallets', String(customers)).replaceAll(':configurations', String(CONFIGURATIONS)).replaceAll('1000000000000', '1000000000')
    await client.query(world)
    const { rows: indexes } = await client.query<{ ddl: string }>(`select pg_get_indexdef(i::regclass) as ddl from unnest($1::text[]) i`, [LATER])
    await client.query(`drop index ${LATER.join(', ')}`)
    await people(client)
    await pins(client, rows / 2)
    await transfers(client, customers, rows / 2)
    await sales(client)
    await billing(client)
    for (const { ddl } of indexes) await client.query(ddl)
    await vacuumed(client)
    await client.query('checkpoint')
  } finally {
    await client.end()
  }
}

/**
 * Vacuums until the prices of the plans are marked as visible to all. While another connection still holds an older snapshot, vacuum marks no page; some lists
 * would then be planned without their index and take 7 ms instead of 5.
 */
async function vacuumed(client: pg.Client): Promise<void> {
  for (let tries = 0; tries < VACUUMS_MOST; tries++) {
    await client.query('vacuum (analyze, freeze)')
    const { rows } = await client.query<{ is_marked: boolean }>(`select relallvisible > 0 as is_marked from pg_class where oid = 'plan_entries'::regclass`)
    if (rows[0]?.is_marked) return
    await new Promise((done) => setTimeout(done, 100))
  }
  throw new Error('vacuum marked no page as visible to all')
}

/** Gives the organisations all rights, adds the reseller's manager and signs the manager in. */
export async function signInReseller(client: pg.Client): Promise<void> {
  await client.query(`update organisations set flags = $1 where kind in ('platform', 'reseller')`, [flags])
  await client.query(
    `with manager as (insert into users (tenant_id, id, organisation_id, username, full_name, password_hash, created_at)
       select tenant_id, gen_random_uuid(), id, 'reseller', 'Rita Reseller', '-', now() from organisations where kind = 'reseller' returning tenant_id, id)
     insert into sessions (tenant_id, id, token_hash, user_id, created_at, last_seen_at)
     select tenant_id, gen_random_uuid(), sha256($1::bytea), id, now(), now() from manager`,
    [RESELLER_TOKEN],
  )
}

/**
 * Gives customers a town, a user name and a last sale, so that search, filters and sorting have rows to work on, and gives some customers prices of their own.
 */
async function people(client: pg.Client): Promise<void> {
  await signInReseller(client)
  await client.query(
    `update organisations o set city = c.city, mobile = c.mobile, full_search = o.name_search || ' ' || replace(o.name_search, ' ', '') || ' ' || c.mobile || ' ' || lower(c.city)
       from (select id, (array['Paris', 'Lyon', 'Lille', 'Nantes', 'Metz'])[1 + abs(hashtext(id::text)) % 5] as city, '+33 6 ' || right(id::text, 8) as mobile
               from organisations) c
      where o.kind = 'seller' and c.id = o.id`,
  )
  await client.query(
    `insert into assigned_products (tenant_id, id, customer_id, product_id, configuration_id, discount)
     select $1, gen_random_uuid(), o.id, c.product_id, c.id, 500
       from (select id, row_number() over (order by id) as n from organisations where kind = 'seller') o
       cross join lateral (select id, product_id from configurations order by id offset (o.n * 7) % ${CONFIGURATIONS - 20} limit 10) c where o.n % 2 = 0`,
    [TENANT],
  )
  await client.query(
    `update customer_counts n set own_prices = (
       select count(*) from assigned_products a join wallets w on w.tenant_id = $1 and w.organisation_id = a.customer_id and w.parent_id = n.parent_id where a.tenant_id = $1)`,
    [TENANT],
  )
}

/** Adds PINs in rounds, with one batch per configuration in each round; all rounds but the last two are sold. */
async function pins(client: pg.Client, count: number): Promise<void> {
  const a_batch = Math.min(PINS_A_BATCH, Math.ceil(count / CONFIGURATIONS))
  const batches = Math.ceil(count / a_batch)
  await client.query(
    `insert into batches (tenant_id, batch_no, owner_id, configuration_id, supplier_id, filename, file_hash, buying_discount, quantity, state, data_key, created_at, created_by)
     select $1, b, s.owner_id, c.id, s.id, 'lot ' || b || '.csv', sha256(b::text::bytea), 800, $2, 'importing', '', now() - ($3 - b) * interval '1 minute', 'bench'
       from generate_series(1, $3::int) b
       join (select id, row_number() over (order by id) as n from configurations) c on c.n = 1 + (b - 1) % ${CONFIGURATIONS}
       cross join (select id, owner_id from suppliers limit 1) s`,
    [TENANT, a_batch, batches],
  )
  await client.query(
    `insert into pins (tenant_id, batch_no, seq, hash, serial, last4)
     select $1, b, q, uuid_send(gen_random_uuid()), lpad((b * 100000::bigint + q)::text, 14, '0'), lpad((q % 10000)::text, 4, '0')
       from generate_series(1, $2::int) b, generate_series(0, $3::int - 1) q`,
    [TENANT, batches, a_batch],
  )
  await client.query(`insert into batch_numbers values ($1, $2)`, [TENANT, batches])
  await client.query('select ready_batch($1, batch_no, array[quantity], array[null::date], true) from batches', [TENANT])
  await client.query('update queue_heads set next_seq = end_seq, taken_at = now() where batch_no <= $1', [batches - 2 * CONFIGURATIONS])
}

async function transfers(client: pg.Client, customers: number, count: number): Promise<void> {
  const each = Math.floor(count / customers)
  await client.query(
    `insert into transfers (tenant_id, wallet_id, seq, payer_id, payee_id, amount, kind, cause_id, balance_after, payment_mode, remarks, created_by, created_at)
     select $1, w.organisation_id, t + 1, w.parent_id, w.organisation_id, 10000, case t % ${BOOKING_EVERY} when 0 then 'top_up' else 'sale' end, gen_random_uuid(),
            w.balance + t * 10000, case t % 20 when 0 then 'cash' else '' end, case t % 50 when 0 then 'in hand' else '' end, w.organisation_id,
            now() - ($2 - t) * interval '20 minutes' - (abs(hashtext(w.organisation_id::text)) % 1200) * interval '1 second'
       from wallets w cross join generate_series(1, $2::int) t order by t`,
    [TENANT, each],
  )
  await client.query('update wallets set transfers = transfers + $1, balance = balance + $1::bigint * 10000, last_sale_at = now()', [each])
}

/** Inserts the sale that belongs to each transfer of the kind `sale`. */
async function sales(client: pg.Client): Promise<void> {
  await client.query(
    `insert into sales (tenant_id, id, seller_id, user_id, session_id, configuration_id, owner_id, product_name, quantity, value, price_unit, discount, price_source,
                        amount_total, chain, prices, cost_total, ranges, vat_treatment, vat_rate, vat_country, created_at)
     select $1, uuidv7(t.created_at - now()), t.wallet_id, t.wallet_id, t.wallet_id, c.id, t.payee_id, p.name, 1, c.value, 10000, 500, 'plan_configuration',
            10000, array[t.wallet_id, t.payee_id], array[10000], 9000, '{}', c.vat_treatment, 0, '', t.created_at
       from transfers t
       join (select c.*, row_number() over (order by id) as n from configurations c) c on c.n = 1 + (t.seq * 31 + abs(hashtext(t.wallet_id::text))) % ${CONFIGURATIONS}
       join products p on p.id = c.product_id
      where t.kind = 'sale' order by t.created_at`,
    [TENANT],
  )
}

/** Gives each customer an open invoice, all of the same amount, and the reseller a bank statement: some transfers name an invoice, the others only a shop. */
async function billing(client: pg.Client): Promise<void> {
  // The invoices get no documents, because no list reads a document.
  await client.query('set session_replication_role = replica')
  await client.query(
    `insert into invoices (tenant_id, id, issuer_id, customer_id, kind, category, document_no, run_id, date_from, date_to, issued_on, due_on, lines, lines_total,
                           net, tax, total, due, search, created_at)
     select $1, gen_random_uuid(), parent_id, id, 'gross', 'S', 'R-' || 1000000 + row_number() over (order by id), id, current_date - 60, current_date - 30,
            current_date - 29, current_date - 15, 1, 500000, 500000, 0, 500000, 500000, '', now()
       from organisations where tenant_id = $1 and kind = 'seller'`,
    [TENANT],
  )
  await client.query('set session_replication_role = origin')
  await client.query(
    `insert into bank_lines (tenant_id, id, organisation_id, content, account, booked_on, amount, name, iban, reference, file_name, taken_by, taken_at)
     select $1, gen_random_uuid(), o.id, sha256(n::text::bytea), '', current_date - 1, 500000, 'Shop ' || n, 'DE' || n,
            case n % 2 when 0 then 'Rechnung R ' || 1000000 + n else 'Zahlung November' end, 'statement.xml', 'bench', now()
       from organisations o, generate_series(1, 1000) n where o.tenant_id = $1 and o.kind = 'reseller'`,
    [TENANT],
  )
}
