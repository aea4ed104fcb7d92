// Percentages look the same on every screen: two decimals and a space, as format.ts writes them. No other code writes a percentage.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { percent } from './format.ts'

const WEB = join(import.meta.dirname, '../..')
const sources = readdirSync(WEB, { recursive: true, encoding: 'utf8' }).filter((path) => /\.tsx?$/.test(path) && !/\.test\.|node_modules|dist/.test(path))

/** Finds a space and a percent sign after the end of an inserted value (`}` or `)`), which only format.ts may write. CSS has no space there. */
const WRITES = /[})]\s+%/

test('a percentage has two decimals', () => {
  expect([0, 5, 350, 650, 10_000].map((value) => percent(value).replace(/\s/g, ' '))).toEqual(['0,00 %', '0,05 %', '3,50 %', '6,50 %', '100,00 %'])
})

test('no code but format.ts writes a space and a percent sign after an inserted value', () => {
  expect(sources.length).toBeGreaterThan(300)
  const own = sources.filter(
    (path) =>
      !path.endsWith('base/format.ts') &&
      readFileSync(join(WEB, path), 'utf8')
        .split('\n')
        .some((line) => WRITES.test(line) && !/%\s*[A-Za-z0-9(]/.test(line)),
  )
  expect(own).toEqual([])
})

test('control: the check finds a space and a percent sign after an inserted value', () => {
  expect(WRITES.test('`${format.decimal(share)} %`')).toBe(true)
})
