// Names that say nothing of what they hold: types that are only a participle (`Asked`), files that are only a verb's form or a preposition (`changing.ts`).
// Part of `npm run check`.
import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Source } from './lines.ts'

const FOLDERS = ['bench', 'contract', 'e2e', 'server', 'simulators', 'tools', 'web']
const NOT_OURS = /(^|\/)(node_modules|dist)\/|^server\/migrations\//
const CODE = /\.(ts|tsx|sql)$/

const EMPTY_TYPE = /^(?:export )?(?:type|interface|class) (Asked|Ground|Wanted|Known|Said|Found|Told|Given)\b/gm
/** One word, without its ending `.calls.ts`, `.sql.ts`, `.test.ts`; a participle behind a noun (`key-limit`) or before one (`sealed-order`) is clear. */
const VERB = /^(?:\d+-)?(?:use-)?([a-z]*(?:ing|ed|told|said|sold|sent|seen|given|known|found|kept|held|made|left|shown))$/
const PREPOSITION = /^(above|after|alone|anew|at|before|below|beside|by|for|from|here|in|of|on|since|there|to|together|until|with|within)$/
/** Nouns of the field, or of the house, that end like a verb's form. */
const NOUNS = new Set([
  ...['billing', 'booking', 'encoding', 'embedded', 'grouping', 'housekeeping', 'landing', 'pairing', 'paging', 'printing', 'selling', 'sending', 'testing'],
  ...['training', 'waiting', 'wording', 'picked', 'closing', 'tampering', 'planning', 'drawing', 'seed', 'feed', 'given'],
])

/** Names that are not nouns, a line each. */
export function emptyNames(sources: readonly Source[]): string[] {
  const files = sources.flatMap(({ path }) => {
    const [name = ''] = basename(path).split('.')
    const verb = VERB.exec(name)?.[1]
    return (verb && !NOUNS.has(verb)) || PREPOSITION.test(name) ? [`${path}: a file is named by a noun`] : []
  })
  const types = sources.flatMap(({ path, text }) => [...text.matchAll(EMPTY_TYPE)].map(([, name]) => `${path}: ${name} says nothing of what it holds`))
  return [...files, ...types]
}

if (process.argv[1] === import.meta.filename) {
  const root = join(import.meta.dirname, '..')
  const below = (folder: string) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((path) => `${folder}/${path.replaceAll('\\', '/')}`)
  const paths = FOLDERS.flatMap(below).filter((path) => CODE.test(path) && !NOT_OURS.test(path))
  const wrong = emptyNames(paths.map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') })))
  for (const each of wrong) process.stderr.write(`${each}\n`)
  process.exitCode = wrong.length > 0 ? 1 : 0
}
