// Until when a customer's money lasts, in words: a weekday and an hour within the week, a day beyond it.
import { useTranslations } from 'use-intl'
import * as format from '../../kit/format.ts'
import { useLanguage } from '../../kit/language.tsx'
import type { Details } from './customer-form.ts'

const WEEK_MS = 6 * 24 * 60 * 60_000

export function useLasts() {
  const t = useTranslations('people.page')
  const weekday = new Intl.DateTimeFormat(useLanguage(), { weekday: 'long', timeZone: format.TIME_ZONE })
  return ({ lasts_until, wallet }: Pick<Details, 'lasts_until' | 'wallet'>) => {
    if (wallet.available <= 0) return t('lasts_nothing')
    if (!lasts_until) return t('lasts_unknown')
    const at = new Date(lasts_until)
    if (at.getTime() - Date.now() > WEEK_MS) return t('lasts_day', { day: format.date(at) })
    return t('lasts_until', { weekday: weekday.format(at), time: format.time(at) })
  }
}
