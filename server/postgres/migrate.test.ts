// The planner's statistics after a migration. Which migrations run and which are refused is tested in sweeps/migrations.test.ts.
import pg from 'pg'
import { expect, test } from 'vitest'
import { fileWorld } from '../test/world.ts'
import { lookAnew, migrate } from './migrate.ts'

const w = await fileWorld()

test('an upgrade analyzes the new columns of every table; a start without an upgrade analyzes none', async () => {
  const owner = new pg.Client({ connectionString: w.ownerUrl })
  await owner.connect()
  try {
    const looks = async () =>
      (await owner.query<{ n: number }>(`select analyze_count::int as n from pg_stat_user_tables where schemaname = 'public' order by relname`)).rows
    const before = await looks()
    await migrate(w.ownerUrl)
    expect(await looks()).toEqual(before)
    await lookAnew(owner)
    expect(await looks()).toEqual(before.map(({ n }) => ({ n: n + 1 })))
  } finally {
    await owner.end()
  }
})
