// Sums of a period, grouped by one or two dimensions and compared with the period before. Each row links to the sales behind it.
import { NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { type Input, query, queryClient, useUser } from '../../../kit/base/api.ts'
import { listInput } from '../../../kit/base/list-state.ts'
import { useUrlState } from '../../../kit/base/url.ts'
import { SalesCharts } from '../../../kit/charts/charts.tsx'
import { salesPerDay } from '../../../kit/charts/days.ts'
import type { Column } from '../../../kit/list/ListTable.tsx'
import { ReportList } from '../../../kit/list/ReportList.tsx'
import { ReportPage } from '../../../kit/list/ReportPage.tsx'
import { type PeriodName, periodOf } from '../../../kit/page/period.ts'
import type { Report } from '../../../kit/page/report.ts'
import { useLineFilters } from '../sales/sales.ts'
import { type GroupName, type Sums, useGroups, useKeyColumns, useLinesOf } from './grouping.tsx'

type Names = readonly [GroupName, ...GroupName[]]
type Props = {
  groups: Names
  /** The dimensions by which a group can be divided further. If `isCrossed` is set, the first of them is the default. */
  across?: readonly GroupName[]
  isCrossed?: boolean
  usual?: PeriodName
  hasCharts?: boolean
}

export function GroupReport({ groups: names, across = [], isCrossed = false, usual = USUAL, hasCharts = false }: Props) {
  const groups = useGroups(names)
  const [first, ...others] = groups
  if (!first) return null
  return (
    <ReportPage compares usual={usual} groups={[first, ...others]}>
      {(report) => <Grouped report={report} names={names} across={across} isCrossed={isCrossed} hasCharts={hasCharts} />}
    </ReportPage>
  )
}

type GroupedProps = Required<Omit<Props, 'groups' | 'usual'>> & { report: Report; names: Names }

function Grouped({ report, names, across, isCrossed, hasCharts }: GroupedProps) {
  const field = useTranslations('fields')
  const word = useTranslations('words')
  const [state] = useUrlState()
  const [isOpen, setOpen] = useState(false)
  const isMasked = useUser().mask_seller_discount === 1
  const filters = useLineFilters(report, isOpen)
  const group = names.find((name) => name === report.group) ?? names[0]
  const others = across.filter((name) => name !== group)
  const second = others.find((name) => name === state['across']) ?? (isCrossed && state['across'] !== NONE ? others[0] : undefined)
  const group_by = second ? [group, second] : [group]
  const keys = useKeyColumns(group_by)
  const sums = useSumColumns()
  const linesOf = useLinesOf()
  const chosen = listInput('salesByGroup', state, filters, {}).input.filters
  const sort = sortOf(group_by)
  return (
    <ReportList
      report={report}
      call="salesByGroup"
      columns={[...keys, ...sums]}
      rowKey={(row) => row.row_id}
      link={(row) => linesOf(row, group_by, report)}
      filters={filters}
      more={others.length > 0 && <Across names={others} chosen={second} />}
      onUnfold={setOpen}
      {...(hasCharts && {
        chart: <SalesCharts areChosen span={report} compared={report.compared} filters={chosen} hasCustomers={names.includes('customer')} />,
      })}
      input={(days) => ({ ...days, group_by, ...(state['sort'] ? {} : { sort }) })}
      sort={sort}
      nothing={{ title: word('no_sale_in_this_period'), hint: word('choose_another_period') }}
      labels={{
        quantity: field('quantity'),
        face_total: field('face_total'),
        total_sale_amount: field('sold_total'),
        ...(isMasked ? {} : { total_buying_amount: field('bought_total'), margin_total: field('margin') }),
      }}
    />
  )
}

const sortOf = (group_by: readonly GroupName[]): Input<'salesByGroup'>['sort'] => (group_by.includes('day') ? 'day' : '-total_sale_amount')

/** Requests what a report with charts shows first if its address has no parameters. */
export function readFirst(group: GroupName): void {
  const month = periodOf({}, new Date(), USUAL)
  const [group_by, date_from, date_to] = [[group], month.from, month.to]
  const { input } = listInput('salesByGroup', {}, [], { date_from, date_to, group_by, sort: sortOf(group_by) })
  for (const first of [input, salesPerDay(month)]) void queryClient.prefetchQuery(query('salesByGroup', first))
  SalesCharts.fetch().catch(() => undefined)
}

const USUAL = 'this_month'
const NONE = 'none'

function Across({ names, chosen }: { names: readonly GroupName[]; chosen: GroupName | undefined }) {
  const t = useTranslations('sales-reports.sums')
  const [, change] = useUrlState()
  const options = useGroups(names)
  return (
    <NativeSelect
      aria-label={t('across')}
      value={chosen ?? NONE}
      data={[{ value: NONE, label: t('across_none') }, ...options.map(({ value, label }) => ({ value, label: t('across_with', { group: label }) }))]}
      onChange={({ currentTarget }) => change({ across: currentTarget.value, page: undefined })}
    />
  )
}

function useSumColumns(): Column<Sums>[] {
  const field = useTranslations('fields')
  const isMasked = useUser().mask_seller_discount === 1
  return [
    { key: 'count', header: field('sale_count') },
    { key: 'quantity', fact: true, sort: 'quantity' },
    { key: 'given_back', extra: true },
    { key: 'face_total' },
    { key: 'total_sale_amount', fact: true, header: field('sold_total'), sort: 'total_sale_amount' },
    ...(isMasked
      ? []
      : [
          { key: 'total_buying_amount' as const, header: field('bought_total') },
          { key: 'margin_total' as const, fact: true as const, header: field('margin'), sort: 'margin_total' },
        ]),
  ]
}
