// Runs `npm run new` in a copy of the repository: its result compiles on both sides and keeps the repository's rules. The test fails if the form of such code
// changes in the repository but not in the generator. The same copy shows that a call cannot change something without declaring it.
import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { languages } from '../contract/kit/languages.ts'
import { tooLong } from './lines.ts'
import { numbered, tooWide } from './sql.ts'

/** The time limits are long, because the tests wait for a run of the compiler, which is slow on a busy machine. */
vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 })

const ROOT = join(import.meta.dirname, '..')
const COPIED = ['contract', 'e2e', 'server', 'simulators', 'tools', 'web', 'biome.json', 'package.json', 'tsconfig.json']
/**
 * The files that are compiled; they import all other files that the generator makes or changes. cluster.ts is needed for the types of vitest's `inject`.
 */
const ASKED = ['server/handlers.ts', 'server/sweeps/audit-table.ts', 'server/sweeps/own-ids.ts', 'server/sweeps/leaks.test.ts', 'server/test/cluster.ts']
const SEEN = ['e2e/kit/serve.ts', 'e2e/views/till-note-views.ts', 'web/modules/till/till-notes/TillNoteAdd.tsx', 'web/modules/till/till-notes/TillNoteEdit.tsx']
const MADE = ['server/modules/till/till-notes/till-notes.test.ts', 'web/modules/till/till-notes/TillNoteList.tsx']
const FIELDS = ['title:text', 'amount:money', 'share:percent', 'pieces:count', 'due:day', 'level:low,high']

let house = ''
const made: string[] = []

const run = (...args: string[]) => spawnSync(process.execPath, args, { cwd: house, encoding: 'utf8' })
const command = (...args: string[]) => {
  const { status, stdout, stderr } = run('--import', 'tsx', 'tools/new.ts', ...args)
  return { status, said: stderr, files: stdout.split('\n').filter((line) => /^\S+\.\w+$/.test(line)) }
}
const read = (file: string) => readFileSync(join(house, file), 'utf8')
/** Replaces each match of the pattern in a file by the pattern's first group. */
const change = (file: string, pattern: RegExp) => writeFileSync(join(house, file), read(file).replace(pattern, '$1'))
/** A script that writes rights.json as `npm run generate` does. */
const RIGHTS = `import { writeFileSync } from 'node:fs'
import { calls } from './contract/index.ts'
import { rightsText } from './tools/rights.ts'
writeFileSync('web/kit/base/rights.json', rightsText(calls))`

/**
 * The compiler's errors. All files are compiled in one run, so the errors include those of a second resource, till-marks, which breaks the rule about changes.
 */
let errors: string[] = []
const BROKEN = /^server\/(handlers|modules\/till\/till-marks\/till-marks\.calls)\.ts/

beforeAll(() => {
  house = mkdtempSync(join(tmpdir(), 'portal-new-'))
  for (const name of COPIED) cpSync(join(ROOT, name), join(house, name), { recursive: true, filter: (path) => !/[\\/]dist$/.test(path) })
  symlinkSync(join(ROOT, 'node_modules'), join(house, 'node_modules'))
  for (const args of [
    ['call', 'till/till-notes', 'till-note', ...FIELDS],
    ['screen', 'till/till-notes', 'service', 'NotebookPen'],
    ['call', 'till/till-marks', 'till-mark', 'name:text'],
  ]) {
    const { status, said, files } = command(...args)
    expect([status, said]).toEqual([0, ''])
    made.push(...files)
  }
  run('--import', 'tsx', '--input-type=module', '-e', RIGHTS)
  change('contract/till/till-marks.ts', /(tillMarkAdd[\s\S]*?)\n {2}changes: true,/)
  change('server/handlers.ts', /(\n) {2}\.\.\.suppliers,\n/)
  writeFileSync(join(house, 'new.json'), JSON.stringify({ extends: './web/tsconfig.json', include: [], files: [...ASKED, ...SEEN, ...MADE] }))
  const { stdout } = run('node_modules/typescript/bin/tsc', '-p', 'new.json', '--pretty', 'false')
  errors = stdout.split('\n').filter((line) => line.includes('error TS'))
})
afterAll(() => rmSync(house, { recursive: true, force: true }))

test('a table that `npm run new` makes compiles on both sides, and no file or line of it is too long', () => {
  expect(errors.filter((line) => !BROKEN.test(line))).toEqual([])
  const sources = [...new Set(made)].map((path) => ({ path, text: read(path) }))
  expect(sources.length).toBeGreaterThan(30)
  expect([...tooLong(sources), ...tooWide(sources), ...numbered(sources)]).toEqual([])
})

test('a call that does not declare that it changes something can neither write nor log, and a call without a handler does not compile', () => {
  const wrong = errors.filter((line) => BROKEN.test(line)).join('\n')
  expect(wrong).toMatch(/till-marks\.calls\.ts\(\d+,\d+\): error TS2339: Property 'write' does not exist/)
  expect(wrong).toMatch(/till-marks\.calls\.ts\(\d+,\d+\): error TS2349: This expression is not callable/)
  expect(wrong).toMatch(/server\/handlers\.ts\(\d+,\d+\): error TS\d+: .*suppliersList/)
})

test('the texts of a new table repeat no existing text; missing translations are left blank, so that a test names them', () => {
  const texts = (language: string, area: string) => JSON.parse(read(`web/i18n/${language}/${area}.json`))
  expect(made.filter((file) => file.includes('i18n/') && !/\/(fields|words|people\/audit|house|help)\.json$/.test(file))).toEqual([])
  const before = JSON.parse(readFileSync(join(ROOT, 'web/i18n/en/fields.json'), 'utf8'))
  expect(Object.entries(texts('en', 'fields')).filter(([name]) => !(name in before))).toEqual([
    ['title', 'Title'],
    ['share', 'Share'],
    ['pieces', 'Pieces'],
    ['due', 'Due'],
  ])
  expect(texts('de', 'fields')).toMatchObject({ amount: 'Betrag', due: '' })
  expect(texts('en', 'words')).toMatchObject({ till_note_levels: { low: 'Low', high: 'High' } })
  expect(texts('en', 'people/audit').kinds).not.toHaveProperty('till_note')
})

test('a newly made table has, in each language, the texts that all made tables have, such as a help text', () => {
  for (const language of languages) {
    const { topics } = JSON.parse(read(`web/i18n/${language}/help.json`))
    const words = JSON.parse(read(`web/i18n/${language}/words.json`))
    for (const text of [topics.own_rows.what, topics.own_rows.how, words.add_the_first, words.not_here]) expect(text).not.toBe('')
  }
  const { status, stdout } = run('node_modules/vitest/vitest.mjs', 'run', '--root', '.', 'web/screens/help.test.ts')
  expect([status, stdout]).toEqual([0, expect.stringContaining('passed')])
})

test.each([
  ['a name that is taken', ['call', 'goods/suppliers', 'supplier', 'name:text']],
  ['a field that is named twice', ['call', 'goods/holidays', 'holiday', 'name:text', 'day:day', 'day:text']],
  ['a field that every table has', ['call', 'goods/holidays', 'holiday', 'name:text', 'owner_id:text']],
  ['a field of an unknown kind', ['call', 'goods/holidays', 'holiday', 'name:text', 'day:date']],
  ['a wing that does not exist', ['call', 'attic/holidays', 'holiday', 'name:text']],
  ['a group of the menu that does not exist', ['screen', 'till/till-notes', 'nowhere']],
  ['an icon that does not exist', ['screen', 'till/till-notes', 'service', 'NoSuchIcon']],
])('`npm run new` with %s is refused, and no file is made', (_, args) => {
  expect(command(...args)).toMatchObject({ status: 1, files: [] })
})
