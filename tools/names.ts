// Names must say what they hold: no type may be named by a participle alone (`Asked`), and no file by a participle or a preposition alone (`changing`,
// `below`). Part of `npm run check`.
import { basename } from 'node:path'
import { report, type Source, sourcesIn } from './sources.ts'

/** The files whose names are checked: all code except migrations, which keep the names under which they ran. */
const CODE = /^(?!server\/migrations\/).*\.(ts|tsx|sql)$/

const EMPTY_TYPE = /^(?:export )?(?:type|interface|class) (Asked|Ground|Wanted|Known|Said|Found|Told|Given)\b/gm
/**
 * Matches a file name that is only a participle, apart from an ending such as `.calls.ts`, `.sql.ts` or `.test.ts`. A participle beside a noun is clear
 * (`key-limit`, `sealed-order`) and does not match.
 */
const VERB = /^(?:\d+-)?(?:use-)?([a-z]*(?:ing|ed|told|said|sold|sent|seen|given|known|found|kept|held|made|left|shown))$/
const PREPOSITION = /^(above|after|alone|anew|at|before|below|beside|by|for|from|here|in|of|on|since|there|to|together|until|with|within)$/
/** Nouns that end like a participle; they are allowed as names. */
const NOUNS = new Set([
  ...['billing', 'booking', 'encoding', 'grouping', 'housekeeping', 'pairing', 'paging', 'printing', 'selling', 'sending', 'testing'],
  ...['training', 'waiting', 'wording', 'closing', 'tampering'],
])

/** Returns the names that break the rule, one per line. */
export function emptyNames(sources: readonly Source[]): string[] {
  const files = sources.flatMap(({ path }) => {
    const [name = ''] = basename(path).split('.')
    const verb = VERB.exec(name)?.[1]
    return (verb && !NOUNS.has(verb)) || PREPOSITION.test(name) ? [`${path}: a file is named by a noun`] : []
  })
  const types = sources.flatMap(({ path, text }) => [...text.matchAll(EMPTY_TYPE)].map(([, name]) => `${path}: ${name} says nothing of what it holds`))
  return [...files, ...types]
}

if (process.argv[1] === import.meta.filename) report(emptyNames(sourcesIn(CODE)))
