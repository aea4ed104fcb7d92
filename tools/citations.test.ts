// A reader of a comment can look up every citation: a document of this repository by its path from the root, a rule of docs/domain.md by its heading.
import { readdirSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '..')
const FOLDERS = ['bench', 'contract', 'deploy', 'docs', 'e2e', 'server', 'simulators', 'tools', 'web']
const SELF = 'tools/citations.test.ts'
/** Not ours, generated, or wrong on purpose: this file. */
const SKIPPED = /(^|\/)(node_modules|dist)\/|^tools\/citations\.test\.ts$/
/** Migrations that ran with other citations; a migration that ran is never changed. */
const FROZEN = ['0001-placement', '0002-organisations', '0003-goods'].map((name) => `server/migrations/${name}.sql`)

const below = (folder: string) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((path) => `${folder}/${path.replaceAll('\\', '/')}`)
const files = [...readdirSync(ROOT), ...FOLDERS.flatMap(below)].filter((path) => /\.(tsx?|css|sql|md)$/.test(path) && !SKIPPED.test(path))
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')

const documents = files.filter((path) => path.endsWith('.md'))
const decisions = documents.flatMap((path) => /^docs\/decisions\/\d{4}/.exec(path)?.[0] ?? [])
const headings = read('docs/domain.md')
  .split('\n')
  .flatMap((line) => /^###? (.+)$/.exec(line)?.[1] ?? [])

/** What a reader reads: the whole of a document, of code its comments. */
const proseOf = (text: string, file: string) =>
  file.endsWith('.md') ? text : [...text.matchAll(/(?:^|\s)(?:\/\/|--) .*|\/\*[\s\S]*?\*\//gm)].map(([comment]) => comment).join('\n')

/** Files of code that a text names and nobody finds: by their path, or the end of it. */
function strayFiles(text: string, file = ''): string[] {
  const named = [...proseOf(text, file).matchAll(/(?<![\w/.*{}-])[\w-][\w/.-]*\.(?:tsx?|css|sql)\b(?![\w.]*\w)/g)].map(([path]) => path)
  return named.filter((path) => ![...files, SELF].some((each) => each === path || each.endsWith(`/${path}`)))
}

/** Citations in a text that do not exist; a path is from the root, or from the file's own folder. */
function strays(text: string, file = ''): string[] {
  const isHere = (path: string) => [path.replace(/^(\.\.\/)+/, ''), posix.join(posix.dirname(file), path)].some((each) => documents.includes(each))
  const all = (pattern: RegExp) => [...text.matchAll(pattern)].map(([found, part]) => part ?? found)
  return [
    ...all(/[\w/.-]*\w\.md\b/g).filter((path) => !isHere(path)),
    ...all(/docs\/decisions\/\d{4}/g).filter((start) => !decisions.includes(start)),
    ...all(/docs\/domain\.md, ([^).;:,*"\n]+)/g).filter((heading) => !headings.includes(heading)),
    ...all(/§ ?\d[\d.]*/g),
  ]
}

test('comments cite only what exists in the repository', () => {
  expect(files.length).toBeGreaterThan(500)
  expect(files.filter((path) => !FROZEN.includes(path)).flatMap((path) => strays(read(path), path).map((stray) => `${path}: ${stray}`))).toEqual([])
})

test('files of code that comments and documents name are there', () => {
  // A migration that ran is never changed; the log of changes names files as they were.
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
  ['/* Why: docs/decisions/9999. */', 'docs/decisions/9999'],
  ['// A rule nobody wrote (docs/domain.md, Lunch breaks).', 'Lunch breaks'],
  ['// Templates 0 to 5 (spec §9).', '§9'],
])('%s is refused', (line, stray) => {
  expect(strays(line)).toEqual([stray])
})

test('existing documents may be cited', () => {
  expect(strays('// docs/domain.md, Reprints; docs/decisions/0007; ../../docs/access.md; AGENTS.md has the rest.')).toEqual([])
})
