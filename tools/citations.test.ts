// A reader of a comment can look up every citation: a document of this repository by its path from the root, a decision by its number, a rule of
// docs/domain.md by its heading.
import { readdirSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '..')
const FOLDERS = ['bench', 'contract', 'deploy', 'docs', 'e2e', 'packages', 'server', 'simulators', 'tools', 'web']
const SELF = 'tools/citations.test.ts'
/** Generated files, files that are not ours, and this file, whose citations are wrong on purpose. */
const SKIPPED = /(^|\/)(node_modules|dist)\/|^tools\/citations\.test\.ts$/
/** Migrations that ran with other citations; a migration that ran is never changed. */
const FROZEN = ['0001-placement', '0002-organisations', '0003-goods'].map((name) => `server/migrations/${name}.sql`)

const below = (folder: string) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((path) => `${folder}/${path.replaceAll('\\', '/')}`)
const files = [...readdirSync(ROOT), ...FOLDERS.flatMap(below)].filter((path) => /\.(tsx?|css|sql|md)$/.test(path) && !SKIPPED.test(path))
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')

const documents = files.filter((path) => path.endsWith('.md'))
const records = documents.filter((path) => /^docs\/decisions\/\w+\/\d{4}-/.test(path))
const decisions = records.map((path) => posix.basename(path).slice(0, 4))
const headings = read('docs/domain.md')
  .split('\n')
  .flatMap((line) => /^###? (.+)$/.exec(line)?.[1] ?? [])

/** Returns what a person reads of a file: the whole of a document, or the comments of code. */
const proseOf = (text: string, file: string) =>
  file.endsWith('.md') ? text : [...text.matchAll(/(?:^|\s)(?:\/\/|--) .*|\/\*[\s\S]*?\*\//gm)].map(([comment]) => comment).join('\n')

/** Returns the code files that a text names, by their whole path or its end, and that do not exist. */
function strayFiles(text: string, file = ''): string[] {
  const named = [...proseOf(text, file).matchAll(/(?<![\w/.*{}-])[\w-][\w/.-]*\.(?:tsx?|css|sql)\b(?![\w.]*\w)/g)].map(([path]) => path)
  return named.filter((path) => ![...files, SELF].some((each) => each === path || each.endsWith(`/${path}`)))
}

/** Returns the citations in a text whose documents, decisions or headings do not exist; a path is from the root or from the file's own folder. */
function strays(text: string, file = ''): string[] {
  const isHere = (path: string) => [path.replace(/^(\.\.\/)+/, ''), posix.join(posix.dirname(file), path)].some((each) => documents.includes(each))
  const all = (pattern: RegExp) => [...text.matchAll(pattern)].map(([found, part]) => part ?? found)
  return [
    ...all(/[\w/.-]*\w\.md\b/g).filter((path) => !isHere(path)),
    ...all(/\bdecisions?[ /](\d{4}(?:, \d{4})*)/g).flatMap((numbers) => numbers.split(', ').filter((number) => !decisions.includes(number))),
    ...all(/docs\/domain\.md, ([^).;:,*"\n]+)/g).filter((heading) => !headings.includes(heading)),
    ...all(/§ ?\d[\d.]*/g),
  ]
}

test('comments cite only what exists in the repository', () => {
  expect(files.length).toBeGreaterThan(500)
  expect(files.filter((path) => !FROZEN.includes(path)).flatMap((path) => strays(read(path), path).map((stray) => `${path}: ${stray}`))).toEqual([])
})

test('the files that comments and documents name exist', () => {
  // Two kinds of text are left out because they may name files as they were: migrations, which are never changed after they ran, and the changelog.
  const lasting = files.filter((path) => !path.startsWith('server/migrations/') && path !== 'CHANGELOG.md')
  expect(lasting.flatMap((path) => strayFiles(read(path), path).map((stray) => `${path}: ${stray}`))).toEqual([])
  expect(strayFiles('// Counted once (gone.ts), as server/postgres/gone.sql.ts has it; tools/lines.ts is there.')).toEqual([
    'gone.ts',
    'server/postgres/gone.sql.ts',
  ])
  expect(strayFiles("const path = 'gone.ts'")).toEqual([])
})

test.each([
  ['// Rounded once (product.md).', 'product.md'],
  ['/** The heading of a rule (domain.md, Reprints). */', 'domain.md'],
  ['-- Sold oldest first (docs/rules/stock.md).', 'docs/rules/stock.md'],
  ['/* Why: decision 9999. */', '9999'],
  ['-- Counted once (decisions 0013, 9999).', '9999'],
  ['// A rule nobody wrote (docs/domain.md, Lunch breaks).', 'Lunch breaks'],
  ['// Templates 0 to 5 (spec §9).', '§9'],
])('the citation in the comment %s is reported', (line, stray) => {
  expect(strays(line)).toEqual([stray])
})

/** Returns the lines that the list of decisions should have: one for each decision, with its folder and title, and one for each unused number. */
function wantedRows(paths: string[]) {
  const rows = paths.map((path) => {
    const [, number = '', title] = /^# (\d{4}) (.+)/.exec(read(path)) ?? []
    return [number, `| ${path.split('/').at(-2)} | [${number}](${path.replace('docs/decisions/', '')}) | ${title} |`] as const
  })
  const titled = new Map(rows)
  const last = Math.max(...[...titled.keys()].map(Number))
  const numbers = Array.from({ length: last }, (_, before) => String(before + 1).padStart(4, '0'))
  return numbers.map((number) => titled.get(number) ?? `| | ${number} | number not used |`)
}

test('the list of decisions has a line for each record and each unused number', () => {
  const rows = read('docs/decisions/README.md')
    .split('\n')
    .filter((line) => /^\|.*\d{4}/.test(line))
  expect(rows.toSorted()).toEqual(wantedRows(records).toSorted())
  expect(rows.toSorted()).not.toEqual(wantedRows(records.slice(1)).toSorted())
})

test('citations of existing documents are accepted', () => {
  expect(strays('// docs/domain.md, Reprints; decisions 0007, 0013; ../../docs/access.md; AGENTS.md has the rest.')).toEqual([])
})
