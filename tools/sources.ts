// Reads the files of this repository for the checks of lines, names and SQL.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export type Source = { path: string; text: string }

const ROOT = join(import.meta.dirname, '..')
const FOLDERS = ['bench', 'contract', 'e2e', 'packages', 'server', 'simulators', 'tools', 'web']
const NOT_OURS = /(^|\/)(node_modules|dist)\//

/** All our files in the named folders whose path matches; paths are from the root. */
export const sourcesIn = (pattern: RegExp, folders: readonly string[] = FOLDERS): Source[] =>
  folders
    .flatMap((folder) => readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((path) => `${folder}/${path.replaceAll('\\', '/')}`))
    .filter((path) => pattern.test(path) && !NOT_OURS.test(path))
    .map((path) => ({ path, text: readFileSync(join(ROOT, path), 'utf8') }))

/** Ends a check: prints the faults, one per line, and if there are any, sets the exit code that stops the build. */
export function report(wrong: readonly string[]): void {
  for (const each of wrong) process.stderr.write(`${each}\n`)
  process.exitCode = wrong.length > 0 ? 1 : 0
}
