// Which old rows the hourly job deletes, and which it keeps longer.
import { expect, test } from 'vitest'
import { housekeeping } from './housekeeping.ts'
import { rowsOf } from './test/arrange.ts'
import { fileWorld } from './test/world.ts'

const w = await fileWorld()

test('the hourly job deletes unfinished sign-ins after thirty days, not before', async () => {
  await w.anonymous().login({ username: 'nord-compta', password: 'Demo!2026' })
  const count = async () => (await rowsOf<{ n: number }>(w, 'select count(*)::int as n from logins where tenant_id = 1'))[0]?.n
  const { forget_logins } = housekeeping(w.services)
  w.clock.advance(29 * 24 * 60 * 60_000)
  await forget_logins?.work({})
  expect(await count()).toBe(1)
  w.clock.advance(2 * 24 * 60 * 60_000)
  await forget_logins?.work({})
  expect(await count()).toBe(0)
})
