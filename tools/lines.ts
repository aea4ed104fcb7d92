// The maximum length of a file, so that a reader finds a line within a few screens. Part of `npm run check`.
import { report, type Source, sourcesIn } from './sources.ts'

export const LINES_MAX = 250
const CODE = /\.(ts|tsx|css|sql)$/
/** Migrations are never changed again, so they stay as long as they are; the catalogue is a list with three lines an area. */
const LEFT_OUT = /^server\/migrations\/|^web\/i18n\/catalogue\.ts$/

/** Code files that are too long, with their number of lines. */
export const tooLong = (sources: readonly Source[]): string[] =>
  sources
    .filter(({ path }) => CODE.test(path) && !LEFT_OUT.test(path))
    .map(({ path, text }) => ({ path, lines: text.split('\n').length - 1 }))
    .filter(({ lines }) => lines > LINES_MAX)
    .map(({ path, lines }) => `${path}: ${lines} lines, ${LINES_MAX} at most`)

if (process.argv[1] === import.meta.filename) report(tooLong(sourcesIn(CODE)))
