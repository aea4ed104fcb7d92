import { expect, test } from 'vitest'
import { sourcesIn } from '../sources.ts'
import { LAST_WITHOUT_RULES, migrationFaults } from './migrations.ts'

const NUMBERED = /^server\/migrations\/(\d+)-.*\.sql$/
const migrations = sourcesIn(NUMBERED, ['server']).map(({ path, text }) => ({ path, text, number: Number(NUMBERED.exec(path)?.[1]) }))

test('migrations since the rules run on Citus too', () => {
  expect(migrations.length).toBeGreaterThan(80)
  for (const { path, text } of migrations.filter(({ number }) => number > LAST_WITHOUT_RULES)) expect(migrationFaults(text), path).toEqual([])
})

test('control: among the older migrations are some that break a rule', () => {
  expect(migrations.flatMap(({ text }) => migrationFaults(text)).length).toBeGreaterThan(0)
})

/** Statements that break a rule, each beside one that means much the same and keeps all of them. */
const PLANTED: [broken: string, kept: string][] = [
  [
    'alter table shops add column kind text not null default $$a$$, add constraint shops_kind check (kind <> $$b$$)',
    'alter table shops add column kind text not null default $$a$$; alter table shops add constraint shops_kind check (kind <> $$b$$)',
  ],
  ['alter table shops add check (kind <> $$b$$)', 'alter table shops add constraint shops_kind check (kind <> $$b$$)'],
  ['alter table shops add column kind text check (kind <> $$b$$)', 'alter table shops add column kind text not null default $$a$$, add column note text'],
  ['alter table shops add column parent_id uuid references shops', 'alter table shops add column parent_id uuid'],
  ['alter table shops add column seq bigserial', 'create table shops (tenant_id int, seq bigserial)'],
  ['alter table shops add column seq bigint generated always as identity', 'alter table shops add column total int generated always as (seq * 2) stored'],
  ['alter table shops rename constraint a to b', 'alter table shops rename column a to b'],
  ['create trigger noted after insert on shops execute function note()', 'create function note() returns int language sql as $$ select 1 $$'],
  ['create rule noted as on insert to shops do nothing', 'create view noted as select 1 as n'],
  ['create index concurrently shops_kind on shops (kind)', 'create index shops_kind on shops (kind)'],
  ['drop index concurrently shops_kind', 'drop index shops_kind'],
  ['commit; begin', 'select 1'],
]

test.each(PLANTED)('a migration is refused for %s', (broken, kept) => {
  expect(migrationFaults(broken).length).toBeGreaterThan(0)
  expect(migrationFaults(kept)).toEqual([])
})
