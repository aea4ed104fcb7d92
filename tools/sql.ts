// Checks the form of SQL: no line is wider than a reader's window, and parameters are named. Part of `npm run check`.
import { parseSync } from 'vite'
import { report, type Source, sourcesIn } from './sources.ts'

export const COLUMNS_MAX = 120
const CODE = /\.(ts|sql)$/
/** Files that are not checked. Migrations are never changed again; tests and seeds insert rows through a bare connection, without named parameters. */
const LEFT_OUT = /^server\/(migrations|test|sweeps|seeds)\/|\/fixtures\/|\.test\.ts$/
/** Matches texts that are SQL, in files of code that contain other texts too. */
const SQL = /\bselect\b.*\bfrom\b|\b(insert into|update \w+ set|delete from|values \(|order by|left join)\b|\btenant_id =|::(text|uuid|int|jsonb)\b/
const WORDS = /\s/
/** Matches a numbered parameter: `$1`, or one whose number is computed. */
const POSITION = /\$(\d|\$\{)/

type Piece = { text: string; at: number }
type Node = { type: string; start: number; end: number; value?: unknown }

/** Lines with SQL that are too long. Code after the SQL on the same line does not count. */
export const tooWide = (sources: readonly Source[]): string[] =>
  found(sources, ({ text }, piece) => {
    const lines = piece.text.split('\n')
    const first = columnOf(text, piece.at)
    return lines.flatMap((line, i) => (line.length + (i === 0 ? first : 0) > COLUMNS_MAX ? [i] : []))
  }).map((place) => `${place}: SQL beyond column ${COLUMNS_MAX}`)

/** Lines with numbered parameters. A reader would have to count to find their values. */
export const numbered = (sources: readonly Source[]): string[] =>
  found(
    sources.filter(({ path }) => path.endsWith('.ts')),
    (_, { text }) => text.split('\n').flatMap((line, i) => (POSITION.test(line) ? [i] : [])),
  ).map((place) => `${place}: a parameter by number; name it`)

const found = (sources: readonly Source[], wrongLines: (source: Source, piece: Piece) => number[]): string[] =>
  sources
    .filter(({ path }) => CODE.test(path) && !LEFT_OUT.test(path))
    .flatMap((source) => {
      const lines = piecesOf(source).flatMap((piece) => wrongLines(source, piece).map((i) => lineOf(source.text, piece.at) + i))
      return [...new Set(lines)].sort((a, b) => a - b).map((line) => `${source.path}:${line}`)
    })

const lineOf = (text: string, at: number) => text.slice(0, at).split('\n').length
const columnOf = (text: string, at: number) => at - (text.lastIndexOf('\n', at - 1) + 1)

/** Returns the SQL of a file: the whole text of an .sql file, or the texts with SQL in code. */
function piecesOf({ path, text }: Source): Piece[] {
  if (path.endsWith('.sql')) return [{ text, at: 0 }]
  const pieces: Piece[] = []
  const isAllSql = path.endsWith('.sql.ts')
  const visit = (thing: unknown): void => {
    if (Array.isArray(thing)) for (const each of thing) visit(each)
    if (!isNode(thing) || thing.type.startsWith('Import') || thing.type === 'TSLiteralType') return
    if (thing.type === 'TemplateLiteral' || (thing.type === 'Literal' && typeof thing.value === 'string')) {
      const piece = { text: text.slice(thing.start + 1, thing.end - 1), at: thing.start + 1 }
      if ((isAllSql ? WORDS : SQL).test(piece.text)) pieces.push(piece)
    }
    for (const each of Object.values(thing)) visit(each)
  }
  visit(parseSync(path, text).program)
  return pieces
}

const isNode = (thing: unknown): thing is Node => typeof thing === 'object' && thing !== null && 'type' in thing && typeof thing.type === 'string'

if (process.argv[1] === import.meta.filename) {
  const sources = sourcesIn(CODE, ['server'])
  report([...tooWide(sources), ...numbered(sources)])
}
