// The rows of a report below its key figures. If two periods are compared, each key figure also shows its value in the other period, with the same filters;
// the rows are those of the first period.
import { useQuery } from '@tanstack/react-query'
import { type ComponentProps, lazy, type ReactNode, Suspense } from 'react'
import { areBookings, totalKinds } from '../../../contract/kit/row-kinds.ts'
import { type CallName, type Input, type Output, query } from '../base/api.ts'
import { contractOf } from '../base/contract.ts'
import { loadArea } from '../base/language.tsx'
import { type ListName, listInput } from '../base/list-state.ts'
import { useUrlState } from '../base/url.ts'
import { type Figure, Figures } from '../page/Figures.tsx'
import { centsOf, lookIn } from '../page/field-format.tsx'
import type { Report } from '../page/report.ts'
import { ListPage } from './ListPage.tsx'

const Agreement = lazy(async () => {
  await loadArea('charts')
  return { default: (await import('../page/Agreement.tsx')).Agreement }
})

/** The names of lists whose answers contain the totals of all their rows. */
type ReportName = { [N in ListName]: Output<N> extends { totals: object } ? N : never }[ListName]
type Totals<N extends ReportName> = Output<N>['totals']

type Props<N extends ReportName> = Omit<ComponentProps<typeof ListPage<N>>, 'bare' | 'tools' | 'input' | 'figures'> & {
  report: Report
  /** Returns the call's input for the days of a period. */
  input: (days: { date_from: string; date_to: string }) => Partial<Input<N>>
  /** The labels of the totals to show, in this order. A total that the user may not see is left out. */
  labels: Partial<Record<keyof Totals<N>, string>>
  /** Drawn between the figures and the rows. */
  chart?: ReactNode
}

export function ReportList<N extends ReportName>({ report, input, labels, chart, ...list }: Props<N>) {
  const [state] = useUrlState()
  const { call, filters = [] } = list as { call: N; filters?: Parameters<typeof listInput>[2] }
  const { compared } = report
  const asked = listInput(call, { ...state, page: undefined, per: '1' }, filters, input(daysOf(compared ?? report))).input
  const other = useQuery({ ...query(call, asked), enabled: compared !== undefined })
  const isProven = 'agrees' in contractOf(call).output.shape
  const then = compared && other.data ? figuresOf(call, other.data.totals, labels) : []
  return (
    <ListPage
      {...(list as ComponentProps<typeof ListPage<N>>)}
      bare
      tools
      input={input(daysOf(report))}
      figures={(answer) => (
        <>
          <Figures
            labels={Object.values(labels)}
            figures={answer && figuresOf(call, answer.totals, labels)}
            then={then}
            isCompared={compared !== undefined}
            agreement={isProven && <Suspense>{answer && 'agrees' in answer && <Agreement {...answer.agrees} />}</Suspense>}
          />
          {chart}
        </>
      )}
    />
  )
}

const daysOf = ({ from, to }: { from: string; to: string }) => ({ date_from: from, date_to: to })

function figuresOf(call: CallName, totals: object, labels: Readonly<Record<string, string | undefined>>): Figure[] {
  const asked = contractOf(call)
  const [kinds, exact] = [totalKinds(asked), areBookings(asked)]
  const known = new Map<string, unknown>(Object.entries(totals))
  return Object.entries(labels).flatMap(([key, label]) => {
    const value = known.get(key)
    if (label === undefined || typeof value !== 'number') return []
    return [{ label, value, look: lookIn(kinds.get(key) ?? 'count', exact), cents: centsOf(totals, key) }]
  })
}
