// An error in the reader's language: the sentence for its code, its figures, and the next step.
import { useTranslations } from 'use-intl'
import { CallError } from '../../../contract/kit/client.ts'
import { parseMoney } from '../../../contract/kit/money.ts'
import * as format from '../base/format.ts'

/** Figures that a sentence may contain, each with the dash that is shown if the server did not send the figure. */
const figures = { missing: '–', available: '–' }

const amountPattern = /^-?\d+\.\d{2,4}$/

function valuesOf(error: CallError) {
  const values: Record<string, string> = { ...figures }
  for (const [name, value] of Object.entries(error.detail)) {
    const amount = typeof value === 'string' && amountPattern.test(value) ? parseMoney(value) : undefined
    values[name] = amount === undefined ? String(value) : format.money(amount)
  }
  return values
}

/** `changes`: whether the call changes something. If such a call got no answer, the change may have been made, so the text gives other advice. */
export function Refusal({ error, changes = false }: { error: unknown; changes?: boolean }) {
  const t = useTranslations('errors')
  if (!error) return null
  const isRefusal = error instanceof CallError
  const next = isRefusal ? (`next.${error.code}` as 'next.internal') : changes ? 'no_answer_change' : 'no_answer_read'
  return (
    <div role="alert" className="notice danger">
      <b>{isRefusal ? t(`refusals.${error.code}`) : t('no_answer')}</b>
      {t.has(next) && <p>{t(next, isRefusal ? (valuesOf(error) as never) : undefined)}</p>}
    </div>
  )
}
