// Tests the migration that replaces the simulators' ports, in the URLs of older demo worlds, by their names.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { rowsOf } from '../test/arrange.ts'
import { connect } from '../test/connections.ts'
import { fileWorld } from '../test/world.ts'

const w = await fileWorld()
const migration = readFileSync(join(import.meta.dirname, '../migrations/0101-simulators-by-name.sql'), 'utf8')

test('the migration replaces the six old ports of simulators in connections and their settings by host names, and keeps all other URLs', async () => {
  const at = (base_url: string, settings = {}) => connect(w, { adapter: 'reloadly', base_url, credentials: {}, settings })
  const [named, longer, other] = [
    await at('http://127.0.0.1:4816', { sign_in_url: 'http://127.0.0.1:4816', currency: 'EUR' }),
    await at('http://127.0.0.1:48160/v1'),
    await at('https://api.supplier.example/v1'),
  ]
  const deep = await at('http://127.0.0.1:4811/v1')
  await w.owner.query(migration)
  const found = await rowsOf<{ id: string; base_url: string; settings: object; version: number }>(
    w,
    'select id, base_url, settings, version from connections where tenant_id = 1 and id = any ($1)',
    [[named, longer, other, deep]],
  )
  const of = (id: string) => found.find((row) => row.id === id)
  const url = 'http://reloadly.simulator.localhost'
  expect(of(named)).toMatchObject({ base_url: url, settings: { sign_in_url: url, currency: 'EUR' }, version: 2 })
  expect(of(deep)).toMatchObject({ base_url: 'http://dt-one.simulator.localhost/v1', version: 2 })
  expect(of(longer)).toMatchObject({ base_url: 'http://127.0.0.1:48160/v1', version: 1 })
  expect(of(other)).toMatchObject({ base_url: 'https://api.supplier.example/v1', version: 1 })
})
