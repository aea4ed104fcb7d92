import { expect, test } from 'vitest'
import { STARS_MAX, toggled } from './starred-pages.ts'

test('a star is put at the end and taken off again', () => {
  expect(toggled(['/a'], '/b')).toEqual(['/a', '/b'])
  expect(toggled(['/a', '/b'], '/a')).toEqual(['/b'])
})

test('the first ten are kept: an eleventh is not', () => {
  const ten = Array.from({ length: STARS_MAX }, (_, index) => `/page/${index}`)
  expect(toggled(ten, '/eleventh')).toEqual(ten)
})
