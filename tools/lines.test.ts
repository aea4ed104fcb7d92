import { expect, test } from 'vitest'
import { LINES_MAX, tooLong } from './lines.ts'

const file = (path: string, lines: number) => ({ path, text: 'x\n'.repeat(lines) })

test('a code file that is one line too long is refused and named', () => {
  const paths = ['server/a.ts', 'web/b.tsx', 'web/c.css', 'server/money/d.sql']
  expect(tooLong(paths.map((path) => file(path, LINES_MAX)))).toEqual([])
  expect(tooLong(paths.map((path) => file(path, LINES_MAX + 1)))).toEqual(paths.map((path) => `${path}: 251 lines, 250 at most`))
})

test('migrations, the list of texts and files without code are not checked', () => {
  expect(
    tooLong([file('server/migrations/0001-x.sql', 900), file('web/i18n/catalogue.ts', 900), file('docs/domain.md', 900), file('package-lock.json', 9_000)]),
  ).toEqual([])
})
