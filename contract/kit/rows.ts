// Schemas of answers with rows: the name of the list, the kinds of its fields, and its totals. Lists, exports and columns read all these from the schema.
import * as z from 'zod/mini'

/** The names of lists in answers: rows are in `content`, except in three older calls (docs/domain.md, Lists). */
export const rowWords = ['content', 'pad_list', 'registrations', 'organisations'] as const
export type RowWord = (typeof rowWords)[number]

/** The page that was requested, and the number of rows in the whole list. */
const filters = z.object({ page: z.int(), limit: z.int(), total_count: z.int() })

type Shape = Record<string, z.ZodMiniType>
// biome-ignore lint/complexity/noBannedTypes: nothing beside the rows
type Nothing = {}

/** The schema of a page of rows whose list has another name than `content`. */
export const listUnder = <const W extends RowWord, Row extends z.ZodMiniType, Beside extends Shape = Nothing>(word: W, row: Row, beside?: Beside) =>
  z.object({ [word]: z.array(row), filters, ...beside } as Record<W, z.ZodMiniArray<Row>> & { filters: typeof filters } & Beside)

/** The schema of an answer with a page of rows in `content`, and with further fields. */
export const listOf = <Row extends z.ZodMiniType, Beside extends Shape = Nothing>(row: Row, beside?: Beside) => listUnder('content', row, beside)

/** The schema of a page of rows with the totals of all rows, not only of this page. */
export const reportOf = <Row extends z.ZodMiniType, Totals extends z.ZodMiniObject, Beside extends Shape = Nothing>(
  row: Row,
  totals: Totals,
  beside?: Beside,
) => listOf(row, { totals, ...beside } as { totals: Totals } & Beside)

/** The type of one row of an answer's list. */
export type RowOf<Answer> = { [W in RowWord]: Answer extends Record<W, (infer Row)[]> ? Row : never }[RowWord]

export const wordOf = (answer: object): RowWord | undefined => rowWords.find((word) => word in answer)

/** The rows of an answer; empty as long as there is no answer. */
export function rowsIn<Answer extends object>(answer: Answer | undefined): RowOf<Answer>[] {
  const word = answer && wordOf(answer)
  return word ? (answer as unknown as Record<RowWord, RowOf<Answer>[]>)[word] : []
}

/**
 * The answer of a call that undoes a bulk action: the names of the rows that it did not change, because they no longer have the value that is to be undone. A
 * row that has its earlier value already is not named (decision 0103).
 */
export const kept = z.array(z.string())
