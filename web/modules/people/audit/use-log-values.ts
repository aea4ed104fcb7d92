// Shows values of the audit log in readable form: formatted amounts and times, yes and no, and words for codes.
import { useTranslations } from 'use-intl'
import { parseMoney, parsePercent } from '../../../../contract/kit/money.ts'
import * as format from '../../../kit/base/format.ts'
import { useWords } from './codes.ts'

const AMOUNTS = ['balance', 'credit_limit', 'amount', 'credit_approval_above', 'balance_trigger', 'balance_topup', 'daily_limit']
const PERCENTS = ['buying_discount']
const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/

/** Returns a function that makes the values of these fields readable; undefined while their words are loading. */
export function useReading(fields: readonly string[]) {
  const word = useTranslations('words')
  const words = useWords(fields)
  if (!words) return undefined
  return (field: string, text: string): string => {
    if (text === '') return '–'
    if (text === 'true') return word('yes')
    if (text === 'false') return word('no')
    if (AMOUNTS.includes(field)) return format.money(parseMoney(text) ?? 0)
    if (PERCENTS.includes(field)) return format.percentInField(parsePercent(text) ?? 0)
    return MOMENT.test(text) ? format.dateTime(text) : words(field, text)
  }
}
