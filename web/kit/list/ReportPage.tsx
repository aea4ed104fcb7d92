// REPORT: a period and its comparison, the key figures, a chart, and the rows behind the figures. It prints every row. Its state is in the address.
// <ReportPage compares groups={[…]}>{(report) => <ReportList call="salesList" input={…} figures={…} chart={…} … />}</ReportPage>
import { NativeSelect, TextInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useTranslations } from 'use-intl'
import { day } from '../base/format.ts'
import { useUrlState } from '../base/url.ts'
import { PageTitle } from '../page/PageTitle.tsx'
import { comparisons, type Period, type PeriodName, periods } from '../page/period.ts'
import { type Group, type Report, reportFrom } from '../page/report.ts'
import styles from './filters.module.css'
import { Note } from './Note.tsx'
import { type Preparation, Preparations } from './print-rows.ts'
import { ReportRow } from './report-row.ts'

type Props = {
  title?: string
  /** The period shown at first. */
  usual?: PeriodName
  /** Whether the figures can be compared with another period. */
  compares?: boolean
  /** The groupings that the report offers; it opens with the first. */
  groups?: readonly [Group, ...Group[]]
  /** Further controls beside the period, to choose what the report is about. */
  about?: (report: Report) => ReactNode
  /** Buttons at the right of the title. */
  actions?: (report: Report) => ReactNode
  /** Content that does not depend on the period; drawn above the row in which the period is chosen. */
  first?: ReactNode
  /** Drawn between the row in which the period is chosen and the rows of the report. */
  chart?: (report: Report) => ReactNode
  /** Draws the rows: normally a ReportList, or a ListPage without a heading of its own. */
  children: (report: Report) => ReactNode
}

export function ReportPage({ title, usual = 'today', compares = false, groups, about, actions, first, chart, children }: Props) {
  const t = useTranslations('pages.period')
  const word = useTranslations('house.words')
  const [state] = useUrlState()
  const report = reportFrom(state, { usual, compares, ...(groups && { groups }) })
  const range = ({ from, to }: Period) => (from === to ? t('one_day', { day: day(from) }) : t('range', { from: day(from), to: day(to) }))
  const [preparations] = useState(() => new Set<Preparation>())
  const [place, setPlace] = useState<HTMLElement | null>(null)
  const choices = (compares || groups) && (
    <>
      {compares && <Choice name="compare" label={word('compare_with')} value={report.comparison ?? ''} options={['', ...comparisons].map(compareOption(t))} />}
      {groups && <Choice name="group" label={t('group')} value={report.group ?? ''} options={groups} />}
    </>
  )
  const told = report.compared ? t('against', { period: range(report), other: range(report.compared) }) : range(report)
  return (
    <div className={`stack gap-8 report ${first ? 'in-order' : ''}`} data-report>
      <PageTitle title={title} note={<Note texts={[told]} />}>
        {actions?.(report)}
      </PageTitle>
      {first}
      <search className={`row gap-8 no-print ${styles.filters}`}>
        <PeriodChoice period={report} usual={usual} />
        {about?.(report)}
        <div ref={setPlace} className={styles.place} />
      </search>
      {chart?.(report)}
      <Preparations value={preparations}>
        <ReportRow value={{ place, choices }}>{children(report)}</ReportRow>
      </Preparations>
    </div>
  )
}

const compareOption = (t: ReturnType<typeof useTranslations<'pages.period'>>) => (value: string) => ({
  value,
  label: value === 'before' || value === 'year_ago' ? t(value) : t('nothing'),
})

/** A choice kept in the address under `name`. The first option is the default and is not written there. */
function Choice({ name, label, value, options }: { name: string; label: string; value: string; options: readonly Group[] }) {
  const [, change] = useUrlState()
  return (
    <NativeSelect
      aria-label={label}
      value={value}
      data={[...options]}
      onChange={({ currentTarget }) => change({ [name]: currentTarget.value === options[0]?.value ? undefined : currentTarget.value, page: undefined })}
    />
  )
}

function PeriodChoice({ period, usual }: { period: Period; usual: PeriodName }) {
  const t = useTranslations('pages.period')
  const field = useTranslations('fields')
  const [, change] = useUrlState()
  return (
    <>
      <NativeSelect
        className={styles.period}
        aria-label={field('period')}
        value={period.name}
        data={periods.map((name) => ({ value: name, label: t(name) }))}
        onChange={({ currentTarget: { value } }) =>
          change({
            period: value === usual ? undefined : value,
            ...(value === 'custom' ? { from: period.from, to: period.to } : { from: undefined, to: undefined }),
            page: undefined,
          })
        }
      />
      {period.name === 'custom' &&
        (['from', 'to'] as const).map((end) => (
          <TextInput
            key={end}
            type="date"
            aria-label={t(end)}
            value={period[end]}
            onChange={(event) => change({ from: period.from, to: period.to, [end]: event.currentTarget.value, page: undefined })}
          />
        ))}
    </>
  )
}
