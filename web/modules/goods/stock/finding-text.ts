// The sentence for a finding of the check, with the figures that the server sent.
import { useTranslations } from 'use-intl'
import { type Finding, findings } from '../../../../contract/goods/findings.ts'
import { parseMoney } from '../../../../contract/kit/money.ts'
import * as format from '../../../kit/base/format.ts'

/** Returns a finding by its code. A code that this version of the app does not know is shown as a row whose columns do not fit. */
export const findingOf = (text: string): Finding => findings.find((known) => known === text) ?? 'columns_missing'

type Detail = Record<string, string | number>

/** Values that a sentence may contain, each with the dash that is shown if the server did not send the value. */
const figures = { expected: '–', found: '–', row: '–', batch_no: '–', created_at: '–', expires_on: '–' }

const writers: Record<string, (value: string | number) => string> = {
  row: (value) => format.count(Number(value)),
  created_at: (value) => format.date(String(value)),
  expires_on: (value) => format.day(String(value)),
}

function written(finding: Finding, name: string, value: string | number): string {
  const amount = finding === 'other_value' ? parseMoney(String(value)) : undefined
  return amount === undefined ? (writers[name]?.(value) ?? String(value)) : format.money(amount)
}

export function useFindingText() {
  const t = useTranslations('stock.findings')
  return (finding: Finding, detail: Detail) => {
    const known = Object.entries(detail).map(([name, value]) => [name, written(finding, name, value)])
    return t(finding, { ...figures, ...Object.fromEntries(known) })
  }
}
