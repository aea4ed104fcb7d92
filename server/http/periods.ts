// Checks periods of Berlin days for all calls: a period that ends before it begins is refused with an error at its end field.
import type { FieldProblem } from '../../contract/kit/errors.ts'

type Fields = Readonly<Record<string, unknown>>
const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null
const isDay = (value: unknown): value is string => typeof value === 'string'

/** The fields of a period, and of the period it is compared with. */
const PERIODS = [
  { from: 'date_from', to: 'date_to' },
  { from: 'date_from_2', to: 'date_to_2' },
] as const

const isBackwards = (from: unknown, to: unknown) => isDay(from) && isDay(to) && to < from
const within = (fields: unknown, at: string): FieldProblem[] =>
  isFields(fields)
    ? PERIODS.flatMap(({ from, to }) => {
        const begins = fields[from]
        return isBackwards(begins, fields[to]) ? [{ field: `${at}${to}`, code: 'too_small', limit: String(begins) }] : []
      })
    : []

/** Returns the wrong periods of a decoded input and of its filters; none if all are right. */
export const periodProblems = (input: unknown): FieldProblem[] =>
  isFields(input) ? [...within(input, ''), ...(input.filters === undefined ? [] : within(input.filters, 'filters.'))] : []
