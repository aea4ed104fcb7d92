// Values of the log as people read them: amounts, times, yes and no, rights by their names.
import { useTranslations } from 'use-intl'
import { type Flag, flags } from '../../../contract/kit/access.ts'
import { parseMoney, parsePercent } from '../../../contract/kit/money.ts'
import * as format from '../../kit/base/format.ts'

const AMOUNTS = ['balance', 'credit_limit', 'amount', 'credit_approval_above', 'balance_trigger', 'balance_topup', 'daily_limit']
const PERCENTS = ['buying_discount']
const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/
const isFlag = (name: string): name is Flag => flags.some((flag) => flag === name)

/** Needs the texts of the login page's area, which has the names of the rights. */
export function useReading() {
  const t = useTranslations('audit.entry')
  const rights = useTranslations('auth.rights')
  return (field: string, text: string): string => {
    if (text === '') return '–'
    if (text === 'true') return t('yes')
    if (text === 'false') return t('no')
    if (field === 'flags')
      return text
        .split(', ')
        .map((name) => (isFlag(name) ? rights(name) : name))
        .join(', ')
    if (AMOUNTS.includes(field)) return format.money(parseMoney(text) ?? 0)
    if (PERCENTS.includes(field)) return format.percentInField(parsePercent(text) ?? 0)
    return MOMENT.test(text) ? format.dateTime(text) : text
  }
}
