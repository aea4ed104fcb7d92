// Pages read through a cursor equal the pages read one by one, whatever is asked in between, and nothing is asked twice.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fileWorld } from '../test/world.ts'
import { throughCursors } from './cursors.ts'
import type { Query } from './db.ts'

const w = await fileWorld()

const LIST = 'select n, n * $4::int as times from generate_series(1, $1::int) n where n % $4::int <> 0 order by n desc limit $2 offset $3'
const WITHIN = `select x.n, m.times from (select n from generate_series(1, $1::int) n where n % $4::int <> 0 order by n desc limit $2 offset $3) x
  join lateral (select x.n * $4::int as times) m on true order by x.n desc`
/** This query may only be asked page by page, because it counts the page. */
const COUNTED =
  'select x.n, (count(*) over ())::int as times from (select n from generate_series(1, $1::int) n where n % $4::int <> 0 order by n desc limit $2 offset $3) x'
const COUNTED_AFTER = `select x.n, c.times from (select n from generate_series(1, $1::int) n where n % $4::int <> 0 order by n desc limit $2 offset $3) x
  cross join lateral (select count(*)::int as times from generate_series(1, x.n)) c order by x.n desc`
const lists = [LIST, WITHIN, COUNTED, COUNTED_AFTER]

const reading = <T>(work: (q: Query) => Promise<T>) => w.services.db.reports({ tenant_id: 1, user_id: '' }, work)

const asked = fc.record({
  rows: fc.integer({ min: 0, max: 60 }),
  size: fc.integer({ min: 1, max: 20 }),
  pages: fc.array(fc.nat({ max: 8 }), { minLength: 1, maxLength: 12 }),
  isInOrder: fc.boolean(),
  factors: fc.array(fc.integer({ min: 2, max: 7 }), { minLength: 1, maxLength: 6 }),
})

test('pages through a cursor are the pages of the list, in order or not, of several lists at once', async () => {
  await fc.assert(
    fc.asyncProperty(asked, async ({ rows, size, pages, isInOrder, factors }) => {
      const order = isInOrder ? pages.map((_, i) => i) : pages
      await reading(async (q) => {
        const through = throughCursors(q)
        for (const page of order)
          for (const factor of factors) {
            const values = [rows, size, page * size, factor]
            for (const list of lists) expect(await through.query(list, values)).toEqual(await q.query(list, values))
          }
      })
    }),
    { numRuns: 60 },
  )
})

test('a list is sorted once, and a count asked once', async () => {
  await reading(async (q) => {
    const sent: string[] = []
    const through = throughCursors({
      query: (statement, values) => {
        sent.push(typeof statement === 'string' ? statement : statement.text)
        return q.query(statement, values)
      },
    })
    for (let page = 0; page < 5; page++) {
      await through.query(LIST, [40, 10, page * 10, 3])
      expect(await through.query('select count(*)::int as n from generate_series(1, $1::int)', [40])).toEqual([{ n: 40 }])
    }
    expect(sent.filter((text) => text.includes('generate_series') && !text.includes('count'))).toHaveLength(1)
    expect(sent.filter((text) => text.includes('count'))).toHaveLength(1)
  })
})

test('what does not read is sent as it is', async () => {
  await reading(async (q) => {
    const through = throughCursors(q)
    await through.query("set local work_mem = '8MB'")
    expect(await through.query('show work_mem')).toEqual([{ work_mem: '8MB' }])
    await through.query("set local work_mem = '16MB'")
    expect(await through.query('show work_mem')).toEqual([{ work_mem: '16MB' }])
  })
})
