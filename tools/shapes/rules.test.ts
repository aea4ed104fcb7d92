import { expect, test } from 'vitest'
import { type Catalogue, readersOf } from './catalogue.ts'
import { faultsOf, RULES } from './rules.ts'

const shop = { tenant_id: 'integer', id: 'uuid', name: 'text', at: 'timestamp with time zone', state: 'jsonb' }
const catalogue: Catalogue = {
  placements: { shops: 'tenant', sales: 'tenant', tenants: 'reference', tenant_activity: 'local' },
  columns: { shops: shop, sales: { ...shop, shop_id: 'uuid' }, tenants: { tenant_id: 'integer', name: 'text' }, tenant_activity: { tenant_id: 'integer' } },
  volatilities: { now: 'stable', to_jsonb: 'stable', gen_random_uuid: 'volatile', current_setting: 'stable' },
  readers: ['offers_to'],
}
const rulesBroken = (text: string) => [...new Set(faultsOf(text, catalogue).map(({ rule }) => rule))]

/** For each rule, statements that break it, each beside a statement that means much the same and keeps the rule. */
const PLANTED: Record<string, [broken: string, kept: string][]> = {
  'subquery-in-insert': [
    [
      'insert into shops (tenant_id, id, name) values ($1, $2, (select name from tenants t where t.tenant_id = $1))',
      'insert into shops (tenant_id, id, name) select $1, $2, name from tenants t where t.tenant_id = $1 returning 1',
    ],
    [
      'insert into shops (tenant_id, id) values ($1, $2) returning (select count(*) from sales s where s.tenant_id = $1)',
      'insert into shops (tenant_id, id) values ($1, $2) returning id',
    ],
    [
      'insert into shops (tenant_id, id) values ($1, $2) on conflict (tenant_id, id) do update set name = (select name from tenants t where t.tenant_id = $1)',
      'insert into shops (tenant_id, id) values ($1, $2) on conflict (tenant_id, id) do update set name = excluded.name',
    ],
  ],
  'insert-select': [
    [
      'insert into shops (tenant_id, id) select $1, a.id from unnest($2::uuid[]) a(id)',
      'insert into shops (tenant_id, id) select $1, a.id from unnest($2::uuid[]) a(id) returning 1',
    ],
    [
      'insert into shops (tenant_id, id) select $1, s.id from sales s where s.tenant_id = $1',
      'insert into shops (tenant_id, id) select s.tenant_id, s.id from sales s where s.tenant_id = $1',
    ],
    [
      'insert into shops (tenant_id, id) select s.tenant_id, s.id from sales s where s.tenant_id = $1 order by s.id limit 1',
      'insert into shops (tenant_id, id) select s.tenant_id, s.id from sales s where s.tenant_id = $1 limit 1 on conflict do nothing',
    ],
    ['insert into shops (tenant_id, id) select $1, $2', 'insert into tenant_activity (tenant_id) select a.id from unnest($1::int[]) a(id)'],
  ],
  'changing-function': [
    ['update shops set name = gen_random_uuid()::text where tenant_id = $1', 'update shops set name = $2 where tenant_id = $1'],
    ['update shops set state = to_jsonb(name) where tenant_id = $1', 'update shops set at = now() where tenant_id = $1'],
    ['delete from shops where tenant_id = $1 and coalesce(at, now()) < $2', 'delete from shops where tenant_id = $1 and at < now()'],
    [
      `delete from shops where tenant_id = $1 and at + interval '1 day' < $2`,
      `delete from shops where tenant_id = $1 and at < $2::timestamptz - interval '1 day'`,
    ],
    ['delete from shops where tenant_id = $1 and at::date = $2', `delete from shops where tenant_id = $1 and (at at time zone 'Europe/Berlin')::date = $2`],
    [`delete from shops where tenant_id = $1 and (state ->> 'until')::timestamptz < $2`, `delete from shops where tenant_id = $1 and state ->> 'until' < $2`],
    [
      'insert into shops (tenant_id, id) values ($1, $2) on conflict (tenant_id, id) do update set at = now()',
      'insert into shops (tenant_id, id, at) values ($1, $2, now()) on conflict (tenant_id, id) do update set at = excluded.at',
    ],
  ],
  'element-in-update': [
    ['update shops set at = ($2::timestamptz[])[1] where tenant_id = $1', 'update shops set at = $2 where tenant_id = $1 and id = ($3::uuid[])[1]'],
    [
      'insert into shops (tenant_id, id) values ($1, $2) on conflict (tenant_id, id) do update set at = ($3::timestamptz[])[1]',
      'insert into shops (tenant_id, id, at) values ($1, $2, ($3::timestamptz[])[1]) on conflict (tenant_id, id) do update set at = excluded.at',
    ],
  ],
  'case-of-value-in-update': [
    [
      `update shops set name = case name when $2 then $3 else name end where tenant_id = $1`,
      `update shops set name = case when name = $2 then $3 else name end where tenant_id = $1 and id = case $2 when name then $4::uuid else id end`,
    ],
  ],
  'function-beside-tables': [
    ['select s.id, (select count(*) from offers_to($1)) from shops s where s.tenant_id = $1', 'select count(*) from offers_to($1)'],
    ['with own as (select * from offers_to($1)) select t.name from tenants t, own', 'with own as (select * from offers_to($1)) select * from own'],
    ['select s.id from shops s where s.tenant_id = $1 and offers_to(s.id)', 'select offers_to($1)'],
  ],
  'tenant-inside-query': [
    [
      `with tenant as (select set_config('app.tenant', '1', true)) select s.id from shops s, tenant where s.tenant_id = 1`,
      `set local app.tenant = '1'; select s.id from shops s where s.tenant_id = 1`,
    ],
  ],
  'every-tenant': [
    ['select id from shops', 'select id from shops where tenant_id = $1'],
    ['select id from shops where tenant_id = $1 or id = $2', 'select id from shops where tenant_id = $1 and (id = $2 or name = $3)'],
    ['select id from shops where tenant_id = any ($1)', 'select id from shops where tenant_id in ($1)'],
    [
      'select s.id from shops s where s.tenant_id = $1 and exists (select from sales x where x.shop_id = s.id)',
      'select s.id from shops s where s.tenant_id = $1 and exists (select from sales x where x.tenant_id = s.tenant_id and x.shop_id = s.id)',
    ],
    [
      'select s.id from shops s left join sales x on x.shop_id = s.id where s.tenant_id = $1',
      'select s.id from shops s left join sales x using (tenant_id, id) where s.tenant_id = $1',
    ],
    ['update shops set name = $1', 'update shops set name = $1 where tenant_id = $2'],
    [`select id from shops where tenant_id = current_setting('app.tenant')::int`, `insert into shops (tenant_id) values (current_setting('app.tenant')::int)`],
    [
      'with recursive below as (select id from shops where id = $1 union all select s.id from below b join sales s on s.shop_id = b.id) select * from below',
      `with recursive below as (select tenant_id, id from shops where tenant_id = $2 and id = $1 union all
         select s.tenant_id, s.id from below b join sales s on s.tenant_id = b.tenant_id and s.shop_id = b.id) select * from below`,
    ],
    [
      'delete from shops using tenants t where t.tenant_id = shops.tenant_id',
      'delete from shops using tenants t where t.tenant_id = $1 and t.tenant_id = shops.tenant_id',
    ],
  ],
  'two-tenants': [
    [
      'select s.id from shops s join sales x on x.tenant_id = $2 and x.shop_id = s.id where s.tenant_id = $1',
      'select s.id from shops s join sales x on x.tenant_id = $1 and x.shop_id = s.id where s.tenant_id = $1',
    ],
    [
      'update shops set name = x.name from sales x where shops.tenant_id = $1 and x.tenant_id = $2 and x.shop_id = shops.id',
      'update shops set name = x.name from sales x where shops.tenant_id = $1 and (x.tenant_id, x.shop_id) = (shops.tenant_id, shops.id)',
    ],
  ],
  merge: [
    [
      'merge into shops s using (values (1)) v (id) on s.tenant_id = $1 when matched then delete',
      'merge into tenant_activity a using (values (1)) v (id) on a.tenant_id = v.id when matched then delete',
    ],
  ],
}

test('each rule has a planted statement that breaks it', () => {
  expect(Object.keys(PLANTED)).toEqual(RULES.map(({ name }) => name))
})

test.each(Object.entries(PLANTED))('a statement that breaks the rule %s is found, and one beside it that keeps all rules is not', (rule, statements) => {
  for (const [broken, kept] of statements) {
    expect(rulesBroken(broken), broken).toContain(rule)
    expect(rulesBroken(kept), kept).toEqual([])
  }
})

test('functions that read tables through another function are found; those that only calculate are not', () => {
  const functionOf = (name: string, body: string) => ({
    signature: `${name}(integer)`,
    text: `create function ${name}(p int) returns int language sql as $$ ${body} $$`,
  })
  const functions = [
    functionOf('offers_to', 'select count(*) from shops -- read'),
    functionOf('cost_of', 'select 2 * offers_to(p)'),
    functionOf('price_of', 'select extract(day from now()) -- not from shops'),
  ]
  expect(readersOf(functions, ['shops', 'sales'])).toEqual(['cost_of', 'offers_to'])
})
