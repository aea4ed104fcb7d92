// REPORT: a period written out with its time zone, the key figures, and the rows they add up from; prints as shown.
import { Button, NativeSelect, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { day } from './format.ts'
import { PageTitle } from './PageTitle.tsx'
import { type Period, type PeriodName, periodOf, periods } from './period.ts'
import { useUrlState } from './url.ts'

/** `usual`: the period shown first. `children` gets the period, normally for a bare ListPage with the figures above its table. */
export function ReportPage({ title, usual = 'today', children }: { title?: string; usual?: PeriodName; children: (period: Period) => ReactNode }) {
  const t = useTranslations('house.period')
  const [state] = useUrlState()
  const period = periodOf(state, new Date(), usual)
  return (
    <div className="stack">
      <PageTitle title={title}>
        <Button variant="default" onClick={() => window.print()}>
          {t('print')}
        </Button>
      </PageTitle>
      <div className="row">
        <PeriodChoice period={period} usual={usual} />
        <span className="muted">{t('range', { from: day(period.from), to: day(period.to) })}</span>
      </div>
      {children(period)}
    </div>
  )
}

function PeriodChoice({ period, usual }: { period: Period; usual: PeriodName }) {
  const t = useTranslations('house.period')
  const [, change] = useUrlState()
  return (
    <div className="row no-print">
      <NativeSelect
        aria-label={t('label')}
        value={period.name}
        data={periods.map((name) => ({ value: name, label: t(name) }))}
        onChange={({ currentTarget: { value } }) => change({ period: value === usual ? undefined : value, from: undefined, to: undefined, page: undefined })}
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
    </div>
  )
}
