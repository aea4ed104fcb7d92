// The rules for statements that must run on Citus too (decision 0106), kept by what the server sends.
import { expect, inject, test } from 'vitest'
import { moveOf } from '../modules/customers/moving-in/moving-in.sql.ts'
import { judge } from '../test/sent-statements.ts'
import { fileWorld } from '../test/world.ts'

const w = await fileWorld()
const actor = { tenant_id: 1, organisation_id: crypto.randomUUID() } as Parameters<typeof moveOf>[1]
const readMove = (lock: string) => w.db.read(1, (q) => moveOf(q, actor, crypto.randomUUID(), lock))

test('a statement that Citus would answer otherwise fails the test that sends it, by file, line and rule; control: the same query without the fault passes', async () => {
  await readMove('')
  judge({ meta: {} })
  await readMove('and not is_key_used(1, m.id)')
  expect(() => judge({ meta: {} })).toThrow(
    /^server\/modules\/customers\/moving-in\/moving-in\.sql\.ts:\d+ sends a statement that breaks the rule function-beside-tables \(is_key_used\)/,
  )
})

test('most tables are distributed by tenant, and the functions that find a price are known to read tables', () => {
  const { placements, readers } = inject('catalogue')
  expect(Object.values(placements).filter((placement) => placement === 'tenant').length).toBeGreaterThan(100)
  expect(placements).toMatchObject({ tenants: 'reference', tenant_activity: 'local' })
  expect(readers).toEqual(expect.arrayContaining(['rungs_of', 'offer_of', 'is_offered', 'cost_of']))
  expect(readers).not.toContain('price_of')
})
