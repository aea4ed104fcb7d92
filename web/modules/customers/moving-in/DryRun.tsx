// The result of the dry run of a move (moving in from another system): sums to compare with the old system, and every cell to be corrected, by file, line and
// column.
import { Button } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { moveProblemCodes } from '../../../../contract/customers/moving-in.ts'
import { CSV_MARK, csvRow } from '../../../../contract/kit/csv.ts'
import { problemCodeOf } from '../../../../contract/kit/problem-codes.ts'
import * as format from '../../../kit/base/format.ts'
import { saveFile } from '../../../kit/base/save-file.ts'
import { ListTable } from '../../../kit/list/ListTable.tsx'
import { Facts } from '../../../kit/page/DetailPage.tsx'
import type { MoveTable } from './headings.ts'
import { useColumnName } from './use-column-name.ts'
import { type Checked, rowsOf } from './use-move.ts'

type Problem = Checked['problems'][number]
type Line = { at: string; file: string; line: number; column: string; text: string; is_warning: boolean; cells: readonly string[] }

export function DryRun({ checked, tables }: { checked: Checked; tables: readonly MoveTable[] }) {
  const t = useTranslations('customers.moving')
  const field = useTranslations('fields')
  const file = useTranslations('supplier_files')
  const lines = useLines(checked, tables)
  const { bad, waiting } = checked
  const facts = [
    { label: field('customers'), value: format.count(checked.customers) },
    { label: field('balance'), value: format.money(checked.balance) },
    { label: field('credit_limit'), value: format.money(checked.credit_limit) },
    { label: t('kinds.prices'), value: format.count(checked.prices) },
    { label: t('kinds.stock'), value: format.count(rowsOf(tables, 'stock').length) },
  ]
  return (
    <section className="stack" aria-label={t('found')}>
      <div role="status" className={bad > 0 ? 'notice danger stack gap-4' : 'notice success stack gap-4'}>
        <b>{bad > 0 ? t('bad', { n: bad, count: format.count(bad) }) : t('compare')}</b>
        {waiting > 0 && <span>{t('second', { n: waiting, count: format.count(waiting) })}</span>}
      </div>
      <div className="card stack gap-8">
        <Facts facts={facts} big />
        {checked.plans.length > 0 && (
          <ul className="points">
            {checked.plans.map(({ plan_name: plan, prices, customers }) => (
              <li key={plan}>{t('new_plan', { plan, prices: format.count(prices), customers: format.count(customers) })}</li>
            ))}
          </ul>
        )}
      </div>
      {lines.length > 0 && (
        <>
          <ListTable
            whole
            rows={lines}
            rowKey={({ at }) => at}
            columns={[
              { key: 'line', cell: ({ line }) => format.count(line), number: true },
              { key: 'column', header: field('columns'), field: 'column' },
              {
                key: 'text',
                header: t('found'),
                cell: (row) => <span className={row.is_warning ? 'warned' : 'negative'}>{row.text}</span>,
              },
              { key: 'file', header: field('filename'), field: 'file' },
            ]}
          />
          <div className="row">
            <Button variant="default" onClick={() => save(lines)}>
              {t('bad_file')}
            </Button>
          </div>
        </>
      )}
    </section>
  )

  function save(rows: readonly Line[]) {
    const titles = [field('filename'), field('line'), field('columns'), t('found')]
    const csv = [titles, ...rows.map((row) => [row.file, String(row.line), row.column, row.text, ...row.cells])].map(csvRow)
    saveFile(`${file('to_correct')}.csv`, `${CSV_MARK}${csv.join('')}`)
  }
}

/** Returns the problems, each with its line number in the file that the user dropped. */
function useLines({ problems }: Checked, tables: readonly MoveTable[]): Line[] {
  const nameOf = useColumnName()
  const textOf = useProblem()
  const rows = { customers: rowsOf(tables, 'customers'), prices: rowsOf(tables, 'prices') }
  return problems.flatMap((problem, i) => {
    const row = rows[problem.file][problem.row - 1]
    const same = problem.code === 'row_twice' ? rows[problem.file][Number(problem.limit) - 1] : undefined
    const text = textOf(same ? { ...problem, limit: String(same.line) } : problem)
    return row ? [{ at: String(i), file: row.file, line: row.line, column: nameOf(problem.field), text, is_warning: problem.is_warning, cells: row.cells }] : []
  })
}

const discountOf = (limit: string | null) => (limit === null ? '–' : format.percent(Number(limit)))

/** Returns a function that says a problem in words; limits of amounts and percentages are converted from the contract's units. */
function useProblem() {
  const t = useTranslations('customers.moving.problems')
  const general = useTranslations('errors.problems')
  return ({ code, field, limit }: Problem) => {
    const own = moveProblemCodes.find((one) => one === code)
    if (own) return t(own, { limit: own === 'limit_below_debt' ? format.money(Number(limit)) : own === 'plan_differs' ? discountOf(limit) : (limit ?? '') })
    const bound = Number(limit)
    const shown = ['balance', 'credit_limit', 'value'].includes(field)
      ? format.money(bound)
      : field === 'discount'
        ? format.percent(bound)
        : format.count(bound)
    return general(problemCodeOf(code), { limit: limit === null ? '' : shown })
  }
}
