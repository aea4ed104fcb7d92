import { expect, test } from 'vitest'
import { FUNCTION_LINES_MAX, LINES_MAX, tooLong, tooLongFunctions } from './lines.ts'

const file = (path: string, lines: number) => ({ path, text: 'x\n'.repeat(lines) })

test('a code file that is one line too long is reported by name', () => {
  const paths = ['server/a.ts', 'web/b.tsx', 'web/c.css', 'server/money/d.sql']
  expect(tooLong(paths.map((path) => file(path, LINES_MAX)))).toEqual([])
  expect(tooLong(paths.map((path) => file(path, LINES_MAX + 1)))).toEqual(paths.map((path) => `${path}: 251 lines, 250 at most`))
})

test('the length of migrations, of the list of texts and of files without code is not checked', () => {
  expect(
    tooLong([file('server/migrations/0001-x.sql', 900), file('web/i18n/catalogue.ts', 900), file('docs/domain.md', 900), file('package-lock.json', 9_000)]),
  ).toEqual([])
})

const body = (lines: number) => '  run()\n'.repeat(lines - 2)
const inFile = (path: string, text: string) => tooLongFunctions([{ path, text }])

test('a function of any form that is one line too long is reported by its name', () => {
  const forms: [string, (lines: number) => string][] = [
    ['declared', (lines) => `export async function declared(n: number) {\n${body(lines)}}\n`],
    ['held', (lines) => `const held = (n: number) => {\n${body(lines)}}\n`],
    ['method', (lines) => `export const o = {\n  method() {\n${body(lines)}  },\n}\n`],
    ['inner', (lines) => `export const o = {\n  inner: async () => {\n${body(lines)}  },\n}\n`],
    ['ofClass', (lines) => `class A {\n  ofClass() {\n${body(lines)}  }\n}\n`],
    ['Screen', (lines) => `export function Screen() {\n${body(lines - 1)}  return <p>é</p>\n}\n`],
  ]
  for (const [name, text] of forms) {
    expect(inFile('web/a.tsx', text(FUNCTION_LINES_MAX))).toEqual([])
    expect(inFile('web/a.tsx', text(FUNCTION_LINES_MAX + 1))).toEqual([`web/a.tsx: ${name} has 101 lines, 100 at most`])
  }
})

test('comments, blank lines and inner functions count towards the length of a function', () => {
  const inner = `  const inner = () => {\n${body(50)}  }\n`
  const text = `export function createX() {\n${inner}\n  // A comment.\n${inner}}\n`
  expect(inFile('server/x.ts', text)).toEqual(['server/x.ts: createX has 104 lines, 100 at most'])
})

test('the length of functions in tests is not checked', () => {
  const text = `describe('x', () => {\n${body(300)}})\n`
  for (const path of ['server/a.test.ts', 'web/a.test.tsx', 'e2e/journeys/a.ts', 'bench/a.ts', 'server/test/a.ts', 'server/sweeps/a.ts'])
    expect(inFile(path, text)).toEqual([])
})
