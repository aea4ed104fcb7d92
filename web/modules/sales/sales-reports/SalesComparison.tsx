// Two periods side by side: for each row the difference, and the difference as a share of the sum of both periods (docs/domain.md, Comparison of periods).
import { NativeSelect, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useNamed } from '../../../kit/base/action-name.ts'
import { day } from '../../../kit/base/format.ts'
import { listInput } from '../../../kit/base/list-state.ts'
import { useUrlState } from '../../../kit/base/url.ts'
import { Differences } from '../../../kit/charts/charts.tsx'
import type { Column } from '../../../kit/list/ListTable.tsx'
import { ReportList } from '../../../kit/list/ReportList.tsx'
import { ReportPage } from '../../../kit/list/ReportPage.tsx'
import { shown } from '../../../kit/page/field-format.tsx'
import { comparedWith, comparisons, type Period, periodOf } from '../../../kit/page/period.ts'
import type { Report } from '../../../kit/page/report.ts'
import { useLineFilters } from '../sales/sales.ts'
import { type GroupName, type Sums, useGroups, useKeyColumns, useLinesOf, useRowName } from './grouping.tsx'

const GROUPS = ['customer', 'seller', 'product', 'configuration', 'product_type', 'user', 'supplier'] as const satisfies readonly GroupName[]
const OWN = 'custom'

export default function SalesComparison() {
  const [first, ...others] = useGroups(GROUPS)
  if (!first) return null
  return (
    <ReportPage usual="this_month" groups={[first, ...others]} about={(report) => <SecondChoice report={report} />}>
      {(report) => <Compared report={report} />}
    </ReportPage>
  )
}

/** Returns the second period, from the address: the period before, the same period a year ago, or custom days. */
function useSecond(report: Report): Period {
  const [state] = useUrlState()
  if (state['against'] === OWN) return periodOf({ period: OWN, from: state['from_2'], to: state['to_2'] })
  return comparedWith(report, comparisons.find((known) => known === state['against']) ?? 'before')
}

function Compared({ report }: { report: Report }) {
  const t = useTranslations('sales-reports.comparison')
  const word = useTranslations('words')
  const houseWord = useTranslations('house.words')
  const field = useTranslations('fields')
  const [state] = useUrlState()
  const [isOpen, setOpen] = useState(false)
  const second = useSecond(report)
  const filters = useLineFilters(report, isOpen)
  const group = GROUPS.find((name) => name === report.group) ?? 'customer'
  const keys = useKeyColumns([group])
  const linesOf = useLinesOf()
  const nameOf = ({ from, to }: Period) => (from === to ? day(from) : `${day(from)}–${day(to)}`)
  const columns: Column<Sums>[] = [
    ...keys,
    { key: 'total_sale_amount', header: t('column_1', { period: nameOf(report) }), sort: 'total_sale_amount' },
    { key: 'total_sale_amount_2', header: t('column_2', { period: nameOf(second) }) },
    { key: 'difference', sort: 'difference' },
    {
      key: 'difference_percentage',
      header: t('share'),
      number: true,
      cell: (row) => (row.difference_percentage === null ? houseWord('not_available') : shown(row.difference_percentage, 'percent')),
    },
  ]
  const rowName = useRowName()
  const days = { date_from: report.from, date_to: report.to, date_from_2: second.from, date_to_2: second.to }
  const isTwice = second.from === report.from && second.to === report.to
  if (isTwice)
    return (
      <p role="alert" className="notice warning">
        {t('twice')}
      </p>
    )
  return (
    <ReportList
      report={report}
      call="salesByGroup"
      columns={columns}
      rowKey={(row) => row.row_id}
      link={(row) => linesOf(row, [group], report)}
      filters={filters}
      onUnfold={setOpen}
      chart={<Differences asked={{ ...days, ...listInput('salesByGroup', state, filters, {}).input, page: 0, group_by: [group] }} nameOf={rowName} />}
      input={() => ({
        ...days,
        group_by: [group],
        ...(state['sort'] ? {} : { sort: 'difference' as const }),
      })}
      sort="difference"
      nothing={{ title: word('no_sale_in_this_period'), hint: word('choose_another_period') }}
      labels={{
        total_sale_amount: t('column_1', { period: nameOf(report) }),
        total_sale_amount_2: t('column_2', { period: nameOf(second) }),
        difference: field('difference'),
        difference_percentage: t('share'),
      }}
    />
  )
}

function SecondChoice({ report }: { report: Report }) {
  const second = useSecond(report)
  const word = useTranslations('house.words')
  const house = useTranslations('pages.period')
  const [state, change] = useUrlState()
  const named = useNamed()
  const own = state['against'] === OWN
  return (
    <>
      <NativeSelect
        aria-label={word('compare_with')}
        value={own ? OWN : (state['against'] ?? 'before')}
        data={[...comparisons.map((value) => ({ value, label: house(value) })), { value: OWN, label: house(OWN) }]}
        onChange={({ currentTarget: { value } }) =>
          change({
            against: value === 'before' ? undefined : value,
            ...(value === OWN ? { from_2: second.from, to_2: second.to } : { from_2: undefined, to_2: undefined }),
            page: undefined,
          })
        }
      />
      {own &&
        (['from', 'to'] as const).map((end) => (
          <TextInput
            key={end}
            type="date"
            aria-label={named(word('compare_with'), house(end))}
            value={second[end]}
            onChange={(event) => change({ from_2: second.from, to_2: second.to, [`${end}_2`]: event.currentTarget.value, page: undefined })}
          />
        ))}
    </>
  )
}
