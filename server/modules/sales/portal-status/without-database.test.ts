// The status page while the database cannot be reached: the network between server and database swallows everything.
import { afterAll, expect, test } from 'vitest'
import { openProxy } from '../../../test/proxy.ts'
import { HOST, world } from '../../../test/world.ts'

const KEPT = 11_000
const lines: Awaited<ReturnType<typeof openProxy>>[] = []
const w = await world({
  db: async (url) => {
    const line = await openProxy(url)
    lines.push(line)
    return { url: line.urlOf(url) }
  },
})
const line = lines[0] as Awaited<ReturnType<typeof openProxy>>
afterAll(async () => {
  await line.close()
  await w.end()
})

const visit = () => w.anonymous(HOST, {}, '198.51.100.9').portalStatus({})
/** The page as a visitor reads it who comes after the kept answer is too old. */
const page = () => {
  w.clock.advance(KEPT)
  return visit()
}
const states = ({ parts }: Awaited<ReturnType<typeof page>>) => new Set(parts.map(({ state }) => state))

test('without its database the page says in seconds that nothing works, keeps the notices, and says otherwise once the database is back', async () => {
  const nord = await w.signIn('nord')
  const notice = { kind: 'maintenance', valid_from: '2026-01-01', valid_until: '2199-12-31', note: 'At night', headline: 'Maintenance' } as const
  await nord.calls.statusNoticeAdd(notice)
  // Control: with the database the till works.
  expect((await page()).parts[0]?.state).toBe('working')
  line.swallow()
  const start = performance.now()
  const cut = await page()
  expect(performance.now() - start).toBeLessThan(10_000)
  expect(states(cut)).toEqual(new Set(['down']))
  expect(cut.notices.map(({ headline }) => headline)).toEqual(['Maintenance'])
  // A flood meanwhile is answered from the kept answer, without another try to reach the database.
  const flood = await Promise.all(Array.from({ length: 50 }, visit))
  expect(new Set(flood.map(({ as_of }) => as_of))).toEqual(new Set([cut.as_of]))
  line.heal()
  expect((await page()).parts[0]?.state).toBe('working')
})
