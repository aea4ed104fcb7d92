import { expect, test } from 'vitest'
import { pageButtons, pageIn, pagesOf } from './paging.ts'

test('a list of up to twelve pages shows the number of each page', () => {
  expect(pageButtons(3, 12)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12])
  expect(pageButtons(1, 1)).toEqual([1])
})

test('from thirteen pages on, a list shows page numbers and gaps, together nine', () => {
  expect(pageButtons(1, 13)).toEqual([1, 2, 3, 4, 5, 6, 7, 'gap', 13])
  expect(pageButtons(7, 13)).toEqual([1, 'gap', 5, 6, 7, 8, 9, 'gap', 13])
  expect(pageButtons(13, 13)).toEqual([1, 'gap', 7, 8, 9, 10, 11, 12, 13])
})

test('the current page is always among the page numbers, no number appears twice, and numbers and gaps together are never more than nine', () => {
  for (let pages = 13; pages < 40; pages++)
    for (let page = 1; page <= pages; page++) {
      const numbers = pageButtons(page, pages).filter((button) => button !== 'gap')
      expect(numbers).toContain(page)
      expect(new Set(numbers).size).toBe(numbers.length)
      expect(pageButtons(page, pages)).toHaveLength(9)
    }
})

test('an empty list has one page', () => {
  expect(pagesOf(0, 20)).toBe(1)
  expect(pagesOf(21, 20)).toBe(2)
})

test('a typed page number is limited to the first and last page', () => {
  expect(['0', '-4', '1', '7', '99', ' 3 '].map((text) => pageIn(text, 5, 20))).toEqual([1, 1, 1, 7, 20, 3])
  for (const text of ['', 'x', '2.5']) expect(pageIn(text, 5, 20)).toBe(5)
})
