import { expect, test } from 'vitest'
import { STARS_MAX, toggled } from './starred-pages.ts'

test('pressing the star of a page adds the page at the end of the starred pages; pressing it again removes the page', () => {
  expect(toggled(['/a'], '/b')).toEqual(['/a', '/b'])
  expect(toggled(['/a', '/b'], '/a')).toEqual(['/b'])
})

test('ten pages can be starred, an eleventh page is not added', () => {
  const ten = Array.from({ length: STARS_MAX }, (_, index) => `/page/${index}`)
  expect(toggled(ten, '/eleventh')).toEqual(ten)
})
