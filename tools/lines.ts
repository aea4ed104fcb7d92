// The maximum length of a file, so that a reader finds a line within a few screens. Part of `npm run check`.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export const LINES_MAX = 250
const FOLDERS = ['bench', 'contract', 'e2e', 'server', 'simulators', 'tools', 'web']
const NOT_OURS = /(^|\/)(node_modules|dist)\//
const CODE = /\.(ts|tsx|css|sql)$/
/** Migrations are never changed again, so they stay as long as they are; the catalogue is a list with three lines an area. */
const LEFT_OUT = /^server\/migrations\/|^web\/i18n\/catalogue\.ts$/

export type Source = { path: string; text: string }

/** Code files that are too long, with their number of lines. */
export const tooLong = (sources: readonly Source[]): string[] =>
  sources
    .filter(({ path }) => CODE.test(path) && !LEFT_OUT.test(path))
    .map(({ path, text }) => ({ path, lines: text.split('\n').length - 1 }))
    .filter(({ lines }) => lines > LINES_MAX)
    .map(({ path, lines }) => `${path}: ${lines} lines, ${LINES_MAX} at most`)

if (process.argv[1] === import.meta.filename) {
  const root = join(import.meta.dirname, '..')
  const below = (folder: string) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((path) => `${folder}/${path.replaceAll('\\', '/')}`)
  const paths = FOLDERS.flatMap(below).filter((path) => CODE.test(path) && !NOT_OURS.test(path))
  const wrong = tooLong(paths.map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') })))
  for (const each of wrong) process.stderr.write(`${each}\n`)
  process.exitCode = wrong.length > 0 ? 1 : 0
}
