// Pages read through a cursor equal the pages read one by one, whatever is queried in between, and no query runs twice.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fileWorld } from '../test/world.ts'
import { throughCursors } from './cursors.ts'
import type { Query } from './db.ts'
import { countOf, type List, pageOf } from './list-query.ts'

const w = await fileWorld()

const PARTS = {
  from: 'generate_series(1, :rows::int) n',
  where: 'n % :factor::int <> 0',
  order: 'n desc',
}
const LIST = { ...PARTS, select: 'n, n * :factor::int as times' }
const AROUND: List = {
  ...PARTS,
  select: 'n',
  around: (page) => `select x.n, m.times from (${page}) x join lateral (select x.n * :factor::int as times) m on true order by x.n desc`,
}
const WITH: List = { ...LIST, before: 'with few as (select 7 as n)', where: `${PARTS.where} and n not in (select n from few)` }
/** A list with a subquery that reads only as many rows as the page needs; read through a cursor, the subquery must read the rows of the whole list. */
const WITHIN: List = { ...LIST, from: '(select n from generate_series(1, :rows::int) n order by n desc limit :limit::bigint + :offset::bigint + 100) x' }
const lists = [LIST, AROUND, WITH, WITHIN]

const reading = <T>(work: (q: Query) => Promise<T>) => w.services.db.reports({ tenant_id: 1, user_id: '' }, work)

const asked = fc.record({
  rows: fc.integer({ min: 0, max: 60 }),
  size: fc.integer({ min: 1, max: 20 }),
  pages: fc.array(fc.nat({ max: 8 }), { minLength: 1, maxLength: 12 }),
  isInOrder: fc.boolean(),
  factors: fc.array(fc.integer({ min: 2, max: 7 }), { minLength: 1, maxLength: 6 }),
})

test('pages read through a cursor equal the list’s pages, in any order and for several lists at the same time', async () => {
  await fc.assert(
    fc.asyncProperty(asked, async ({ rows, size, pages, isInOrder, factors }) => {
      const order = isInOrder ? pages.map((_, i) => i) : pages
      await reading(async (q) => {
        const through = throughCursors(q)
        for (const page of order)
          for (const factor of factors) {
            for (const list of lists) {
              const statement = pageOf(list, { rows, factor }, { page, limit: size })
              expect(await through.query(statement)).toEqual(await q.query(statement))
            }
          }
      })
    }),
    { numRuns: 60 },
  )
})

test('a list read through a cursor is sorted once and its rows are counted once', async () => {
  await reading(async (q) => {
    const sent: string[] = []
    const through = throughCursors({
      query: (statement, values) => {
        sent.push(typeof statement === 'string' ? statement : statement.text)
        return q.query(statement, values)
      },
    })
    for (let page = 0; page < 5; page++) {
      await through.query(pageOf(LIST, { rows: 40, factor: 3 }, { page, limit: 10 }))
      expect(await countOf(through, { ...PARTS, where: 'n <= :rows' }, { rows: 40 })).toBe(40)
    }
    expect(sent.filter((text) => text.includes('generate_series') && !text.includes('count'))).toHaveLength(1)
    expect(sent.filter((text) => text.includes('count'))).toHaveLength(1)
  })
})

test('a statement that is not a list is sent unchanged', async () => {
  await reading(async (q) => {
    const through = throughCursors(q)
    await through.query("set local work_mem = '8MB'")
    expect(await through.query('show work_mem')).toEqual([{ work_mem: '8MB' }])
    await through.query("set local work_mem = '16MB'")
    expect(await through.query('show work_mem')).toEqual([{ work_mem: '16MB' }])
  })
})
