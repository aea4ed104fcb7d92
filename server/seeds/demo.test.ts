// The demo world can be made at any hour.
import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { expect, test } from 'vitest'
import { createKeys } from '../kit/keys.ts'
import { migrate } from '../postgres/migrate.ts'
import { emptyDatabase } from '../test/world.ts'
import { seedDemo } from './demo.ts'

test.each(['2026-11-22T00:06:00+01:00', '2026-11-22T06:59:00+01:00', '2026-07-01T13:00:00+02:00'])(
  'made at %s, nothing in it is still to come, and every shop can sell',
  async (at) => {
    const now = new Date(at)
    const { ownerUrl, end } = await emptyDatabase()
    try {
      await migrate(ownerUrl)
      await seedDemo({ ownerUrl, keys: createKeys(randomBytes(32)), clock: () => now })
      const owner = new pg.Client({ connectionString: ownerUrl })
      await owner.connect()
      try {
        for (const tenant_id of [1, 2]) {
          await owner.query(`set app.tenant = '${tenant_id}'`)
          for (const table of ['transfers', 'sales', 'batches', 'organisations', 'users', 'sessions']) {
            const { rows } = await owner.query<{ n: number; last: Date }>(`select count(*)::int as n, max(created_at) as last from ${table}`)
            expect(rows[0]?.n, table).toBeGreaterThan(0)
            expect(rows[0]?.last.getTime(), table).toBeLessThanOrEqual(now.getTime())
          }
          const { rows } = await owner.query<{ room: string }>(
            `select (w.balance + w.credit_limit) / 10000 as room from wallets w join organisations o on o.id = w.organisation_id where o.kind = 'seller'`,
          )
          expect(rows.length).toBeGreaterThan(0)
          for (const { room } of rows) expect(Number(room)).toBeGreaterThan(50)
        }
      } finally {
        await owner.end()
      }
    } finally {
      await end()
    }
  },
)
