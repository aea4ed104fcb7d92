// The maximum length of a file and of a function, so that a reader finds a line within a few screens. Part of `npm run check`.
// `npx tsx tools/lines.ts --long` lists the functions that are longer than half of the maximum, the longest first.
import { type FunctionLength, functionsIn } from './functions.ts'
import { report, type Source, sourcesIn } from './sources.ts'

export const LINES_MAX = 250
export const FUNCTION_LINES_MAX = 100
const CODE = /\.(ts|tsx|css|sql)$/
/** Files whose length is not checked: generated files, migrations (never changed again), and the catalogue of texts (three lines for each area). */
const LEFT_OUT = /^server\/migrations\/|^web\/i18n\/catalogue\.ts$|\.gen\.ts$/

const TYPESCRIPT = /\.tsx?$/
/** Files whose functions are not checked: a test may be long, because it is a sequence of short steps. */
const TESTS = /\.test\.tsx?$|^(bench|e2e|server\/(test|sweeps))\//

/** Code files that are too long, with their number of lines. */
export const tooLong = (sources: readonly Source[]): string[] =>
  sources
    .filter(({ path }) => CODE.test(path) && !LEFT_OUT.test(path))
    .map(({ path, text }) => ({ path, lines: text.split('\n').length - 1 }))
    .filter(({ lines }) => lines > LINES_MAX)
    .map(({ path, lines }) => `${path}: ${lines} lines, ${LINES_MAX} at most`)

/** Functions of more lines than `most`, the longest first. Nested functions, comments and blank lines count. */
const longerThan = (sources: readonly Source[], most: number): FunctionLength[] =>
  sources
    .filter(({ path }) => TYPESCRIPT.test(path) && !TESTS.test(path))
    .flatMap(functionsIn)
    .filter(({ lines }) => lines > most)
    .sort((a, b) => b.lines - a.lines)

export const tooLongFunctions = (sources: readonly Source[]): string[] =>
  longerThan(sources, FUNCTION_LINES_MAX).map(({ path, name, lines }) => `${path}: ${name} has ${lines} lines, ${FUNCTION_LINES_MAX} at most`)

if (process.argv[1] === import.meta.filename) {
  const sources = sourcesIn(CODE)
  if (process.argv.includes('--long'))
    for (const { path, name, lines } of longerThan(sources, FUNCTION_LINES_MAX / 2)) process.stdout.write(`${lines} ${name} ${path}\n`)
  else report([...tooLong(sources), ...tooLongFunctions(sources)])
}
