// Tests the report of a test run, and the choice of tests and screens that `npm run try` makes.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { changedScreens, serverTests } from './changed-files.ts'
import { LONG } from './long.ts'
import { counted, fewer, leastLookedAt, notMet, tooSlow } from './report.ts'

test('a test file may take a minute, and a file in the list of long files twice its listed time', () => {
  const hostile = LONG.find(({ path }) => path.test('server/sweeps/hostile.test.ts'))?.seconds ?? 0
  const times = [
    { file: 'server/modules/people/auth/auth.test.ts', seconds: 59 },
    { file: 'server/modules/people/auth/steps.test.ts', seconds: 61 },
    { file: 'server/sweeps/hostile.test.ts', seconds: hostile * 1.9 },
  ]
  expect(tooSlow(times).map((line) => line.split(' ', 1)[0])).toEqual(['server/modules/people/auth/steps.test.ts'])
  expect(tooSlow([{ file: 'server/sweeps/hostile.test.ts', seconds: hostile * 2.1 }])).toHaveLength(1)
})

test('a test file may take longer in proportion if the whole run is slow', () => {
  const listed = LONG.find(({ path }) => path.test('server/sweeps/leaks.test.ts'))?.seconds ?? 0
  const slow = { file: 'server/sweeps/leaks.test.ts', seconds: listed * 2.2 }
  const others = (count: number) => Array.from({ length: count }, (_, n) => ({ file: `server/${n}.test.ts`, seconds: 50 }))
  expect(tooSlow([slow, ...others(20)])).toHaveLength(1)
  expect(tooSlow([slow, ...others(60)])).toEqual([])
})

test('each thing that the sweeps looked at is counted once, and a count below the committed one is reported', () => {
  const counts = counted([
    { views: ['/login', '/version'], modes: ['light'] },
    { views: ['/login'], modes: ['light', 'dark'], calls: ['login'] },
  ])
  expect(counts).toMatchObject({ views: 2, modes: 2, calls: 1, actors: 0 })
  expect(fewer(counts, counts)).toEqual([])
  expect(fewer(counts, { ...counts, views: 3 })).toEqual(['only 2 views were looked at, 3 before (tools/testing/looked-at.json)'])
  for (const [kind, least] of Object.entries(leastLookedAt())) expect(least, kind).toBeGreaterThan(0)
})

test('an exception of the rules for statements that no test met is reported', () => {
  expect(notMet(['a: merge (shops)', 'b: merge (shops)'], ['b: merge (shops)'])).toEqual([
    'no statement needs this exception any more (tools/shapes/exceptions.ts): a: merge (shops)',
  ])
})

test('a changed module selects the tests beside it, and a changed contract also the tests of all calls', () => {
  expect(serverTests(['server/modules/goods/suppliers/suppliers.sql.ts'])).toContain('server/modules/goods/suppliers/suppliers.test.ts')
  expect(serverTests(['contract/goods/suppliers.ts'])).toEqual(
    expect.arrayContaining(['server/modules/goods/suppliers/suppliers.test.ts', 'server/sweeps/access.test.ts']),
  )
  expect(serverTests(['web/modules/goods/suppliers/SupplierList.tsx'])).toEqual([])
  for (const path of serverTests(['contract/customers/credit.ts'])) expect(existsSync(join(import.meta.dirname, '../..', path)), path).toBe(true)
})

test('a changed view selects its screens, a changed common part nearly all screens, and changed texts the screens of their area', () => {
  expect(changedScreens(['web/modules/goods/suppliers/SupplierList.tsx'])).toEqual(['/suppliers/view'])
  expect(changedScreens(['contract/goods/suppliers.ts'])).toEqual(expect.arrayContaining(['/suppliers/view', '/supplier/edit/$supplierId']))
  expect(changedScreens(['web/i18n/fr/customers/customers.json'])).toContain('/customers/view')
  const all = changedScreens(['web/kit/base/api.ts'])
  expect(all.length).toBeGreaterThan(100)
  expect(changedScreens(['server/main.ts'])).toEqual([])
})
