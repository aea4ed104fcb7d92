// The result of a list of credits for many customers as a file: each row as it was requested, with its outcome. No cell can be run as a formula by a
// spreadsheet.
import { useTranslations } from 'use-intl'
import { CSV_MARK, csvRow } from '../../../../contract/kit/csv.ts'
import { moneyText } from '../../../../contract/kit/money.ts'
import { berlinDay } from '../../../kit/base/format.ts'
import { saveFile } from '../../../kit/base/save-file.ts'
import { amountOf, type MultiRow } from './multi-rows.ts'
import type { Customer } from './use-own-customers.ts'
import { useRowState } from './use-row-state.ts'

const comma = (text: string) => text.replace('.', ',')

export function useResultFile(rows: readonly MultiRow[], customers: ReadonlyMap<string, Customer> | undefined) {
  const t = useTranslations('credit.multi')
  const field = useTranslations('fields')
  const stateOf = useRowState()
  const head = [field('line'), field('customer'), field('username'), field('amount'), field('after'), field('note'), field('state')]
  const lineOf = (row: MultiRow, at: number) => {
    const customer = customers?.get(row.username)
    const amount = amountOf(row)
    return [
      String(row.line ?? at + 1),
      customer?.name ?? '',
      row.username,
      amount === undefined ? row.amount : comma(moneyText(amount)),
      row.balance_after === null ? '' : comma(moneyText(row.balance_after)),
      row.note,
      stateOf({ ...row, at, customer, isRepeated: false, isKnown: true }, true).text,
    ]
  }
  return () => saveFile(`${t('result_name')}-${berlinDay()}.csv`, [CSV_MARK, ...[head, ...rows.map(lineOf)].map(csvRow)].join(''))
}
