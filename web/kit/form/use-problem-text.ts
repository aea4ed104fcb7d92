// What is wrong with a field, as a sentence.
import { useTranslations } from 'use-intl'
import * as z from 'zod/mini'
import type { FieldProblem } from '../../../contract/kit/errors.ts'
import { problemCodeOf } from '../../../contract/kit/problem-codes.ts'
import * as format from '../base/format.ts'
import type { Shape } from './form-values.ts'

/** The sentence for a problem, with its limit in the field's unit, which is found by decoding "1". */
export function useProblemText(shape: Shape) {
  const t = useTranslations('errors.problems')
  return ({ field, code, limit }: FieldProblem) => t(problemCodeOf(code), { limit: boundText(shape[field], limit) })
}

function boundText(schema: z.ZodMiniType | undefined, limit: number | string | undefined): string {
  const one = schema && z.safeDecode(schema, '1').data
  const bound = Number(limit)
  if (limit === undefined || Number.isNaN(bound)) return ''
  if (one === 10_000) return format.money(bound)
  return one === 100 ? format.percent(bound) : format.count(bound)
}
