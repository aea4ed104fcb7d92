// The status page while the database cannot be reached, because a proxy between server and database passes nothing on.
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
/** The status page, read after the kept answer has expired. */
const page = () => {
  w.clock.advance(KEPT)
  return visit()
}
const states = ({ parts }: Awaited<ReturnType<typeof page>>) => new Set(parts.map(({ state }) => state))

test('without the database the page says within seconds that nothing works, and keeps the notices; with the database the parts work again', async () => {
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
  // Fifty requests meanwhile get the kept answer, without another try to reach the database.
  const flood = await Promise.all(Array.from({ length: 50 }, visit))
  expect(new Set(flood.map(({ as_of }) => as_of))).toEqual(new Set([cut.as_of]))
  line.heal()
  expect((await page()).parts[0]?.state).toBe('working')
})
