// The money check reads what belongs to a sale by its keys. It does not read all users or organisations for each sale, which takes minutes in a large tenant.
import { expect, test } from 'vitest'
import { inTenant } from '../../seeds/demo-people.ts'
import { rowsOf, sabotage } from '../../test/arrange.ts'
import { fileWorld } from '../../test/world.ts'

const w = await fileWorld()

const MANY = 3_000
/** More shops and users than the demo world has, so that the planner finds single ones by key. */
await rowsOf(
  w,
  `with nord as (select organisation_id as id from users where tenant_id = 1 and username = 'nord'),
     shops as (
       insert into organisations (tenant_id, id, parent_id, kind, path, name, name_search, created_at)
       select 1, x.id, p.id, 'seller', p.path || x.id, 'Shop ' || x.n, 'shop ' || x.n, now()
         from nord join organisations p on p.tenant_id = 1 and p.id = nord.id
        cross join lateral (select gen_random_uuid() as id, n from generate_series(1, ${MANY}) n) x returning id)
   insert into users (tenant_id, id, organisation_id, username, password_hash, created_at)
   select 1, gen_random_uuid(), s.id, 'shop-' || s.id, '-', now() from shops s`,
)
for (const table of ['organisations', 'users', 'sales', 'sessions', 'transfers', 'products', 'configurations']) await w.owner.query(`analyze ${table}`)

/** Checks all sales; returns their number, and how many rows of users and of organisations were read. */
const read = () =>
  inTenant(w.owner, 1, async (q) => {
    // The planner's settings are those of check_money().
    await q.query(
      'set local enable_nestloop = off; set local max_parallel_workers_per_gather = 0; set local jit = off; set local plan_cache_mode = force_custom_plan',
    )
    await q.query(`select * from wrong_sales(1, '00000000-0000-0000-0000-000000000000', 'ffffffff-ffff-ffff-ffff-ffffffffffff')`)
    const { rows } = await q.query<{ read: number; sales: number }>(
      `select sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::int as read, (select count(*)::int from sales where tenant_id = 1) as sales
         from pg_stat_xact_user_tables where relname in ('users', 'organisations')`,
    )
    return rows[0] ?? { read: Number.NaN, sales: Number.NaN }
  })

test('the check of sales reads a few users and organisations for each sale, not all of them', async () => {
  const { read: rows, sales } = await read()
  expect(sales).toBeGreaterThan(500)
  expect(rows).toBeGreaterThan(sales)
  // A few whole reads of both tables are right, and their number does not grow with the sales, of which the demo world has fewest at night.
  expect(rows).toBeLessThan((sales * MANY) / 100)
})

test('control: if the planner may join the organisations, it reads all of them for each sale', async () => {
  await sabotage(w, 'wrong_sales', 'o.parent_id = s.chain[i + 1] offset 0', 'o.parent_id = s.chain[i + 1]')
  const { read: rows, sales } = await read()
  expect(rows).toBeGreaterThan(MANY * (sales / 2))
})
