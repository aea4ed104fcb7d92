import { expect, test } from 'vitest'
import { counted } from './row-pages.ts'

/** Seven rows, and a record of which pages were read. */
function seven(total_count = 7) {
  const asked: [number, number][] = []
  const read = async (limit: number, offset: number) => {
    asked.push([limit, offset])
    return Array.from({ length: total_count }, (_, n) => ({ n, total_count })).slice(offset, offset + limit)
  }
  return { asked, read }
}

test('the rows of a page and the total count are read by one query', async () => {
  const { asked, read } = seven()
  const { rows, total_count } = await counted({ page: 1, limit: 3 }, read)
  expect([rows.map(({ n }) => n), total_count]).toEqual([[3, 4, 5], 7])
  expect(asked).toEqual([[3, 3]])
})

test('for a page beyond the last one, the first row of the list is read to get the count', async () => {
  const { asked, read } = seven()
  expect(await counted({ page: 9, limit: 3 }, read)).toEqual({ rows: [], first: { n: 0, total_count: 7 }, total_count: 7 })
  expect(asked).toEqual([
    [3, 27],
    [1, 0],
  ])
})

test('an empty list needs no second query for its count', async () => {
  const { asked, read } = seven(0)
  expect(await counted({ page: 0, limit: 3 }, read)).toEqual({ rows: [], total_count: 0 })
  expect(asked).toEqual([[3, 0]])
})
