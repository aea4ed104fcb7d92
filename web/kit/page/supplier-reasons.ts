// Says in words why a supplier could not be asked. A reason without a text of ours is shown as the supplier worded it.
import { useTranslations } from 'use-intl'

const known = ['not_running', 'not_permitted'] as const

export function useReasons(): (reason: string) => string {
  const t = useTranslations('words.supplier_reasons')
  return (reason) => {
    const code = known.find((one) => one === reason)
    return code ? t(code) : reason
  }
}
