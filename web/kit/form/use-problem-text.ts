// A field's problem, as a sentence.
import { useLocale, useTranslations } from 'use-intl'
import * as z from 'zod/mini'
import type { FieldProblem } from '../../../contract/kit/errors.ts'
import { problemCodeOf } from '../../../contract/kit/problem-codes.ts'
import * as format from '../base/format.ts'
import type { Shape } from './form-values.ts'

/** Returns a function that writes the sentence for a problem, with its limit as text (boundText). */
export function useProblemText(shape: Shape) {
  const t = useTranslations('errors.problems')
  const locale = useLocale()
  return ({ field, code, limit }: FieldProblem) => t(problemCodeOf(code), { limit: boundText(shape[field], limit, locale) })
}

const DAY = /^\d{4}-\d\d-\d\d$/
const COUNTRY = /^[A-Z]{2}$/

/** Writes the limit of a problem as text: a day, a country's name, or a figure in the field's unit. */
export function boundText(schema: z.ZodMiniType | undefined, limit: number | string | undefined, locale: string): string {
  if (limit === undefined) return ''
  const text = String(limit)
  if (DAY.test(text)) return format.day(text)
  if (COUNTRY.test(text)) return new Intl.DisplayNames(locale, { type: 'region', fallback: 'code' }).of(text) ?? text
  const one = schema && z.safeDecode(schema, '1').data
  const bound = Number(limit)
  if (Number.isNaN(bound)) return text
  if (one === 10_000) return format.money(bound)
  return one === 100 ? format.percent(bound) : format.count(bound)
}
