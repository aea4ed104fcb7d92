// Says in words why a supplier could not be asked; a reason for which we have no words is shown in the supplier's own words.
import { useTranslations } from 'use-intl'

const known = ['not_running', 'not_permitted'] as const

export function useReasons(): (reason: string) => string {
  const t = useTranslations('words.supplier_reasons')
  return (reason) => {
    const code = known.find((one) => one === reason)
    return code ? t(code) : reason
  }
}
