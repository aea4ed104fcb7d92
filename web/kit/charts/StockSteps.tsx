// A chart from the stock at the start of a period to the stock at its end: one step for imported PINs, and one for each way in which PINs left the stock.
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { type Input, type Output, query } from '../base/api.ts'
import * as format from '../base/format.ts'
import { Bars } from './Bars.tsx'
import { Chart, type Content } from './Chart.tsx'

type Totals = Output<'stockReport'>['totals']

/** The ways in which PINs leave the stock; a negative count means that PINs came back. */
const WAYS_OUT = ['sold', 'reclaimed', 'blocked', 'expired'] as const

export default function StockSteps({ asked }: { asked: Partial<Input<'stockReport'>> }) {
  const t = useTranslations('charts')
  const contentOf = useContent()
  const answer = useQuery(query('stockReport', { ...asked, limit: 1 }))
  return <Chart title={t('stock_steps')} asked={answer} content={answer.data && contentOf(answer.data.totals)} />
}

function useContent(): (totals: Totals) => Content | undefined {
  const t = useTranslations('charts')
  const field = useTranslations('fields')
  const moves = useTranslations('stock_reports.moves')
  return (totals) => {
    const { opening, received, closing } = totals
    let level = opening
    const steps = [{ label: moves('received'), value: received }, ...WAYS_OUT.map((way) => ({ label: moves(way), value: 0 - totals[way] }))].map((step) => {
      const from = level
      level += step.value
      return { ...step, from, told: `${step.value > 0 ? '+' : ''}${format.count(step.value)}` }
    })
    const bars = [
      { label: moves('opening'), value: opening, told: format.count(opening) },
      ...steps,
      { label: moves('closing'), value: closing, told: format.count(closing) },
    ]
    if (bars.every(({ value }) => value === 0)) return undefined
    return {
      sentence: t('stock_sentence', {
        opening: format.count(opening),
        received: format.count(received),
        sold: format.count(totals.sold),
        closing: format.count(closing),
      }),
      head: [field('name'), field('pins')],
      points: bars.map(({ label, told }) => ({ label, values: [told] })),
      draw: (at, read) => <Bars bars={bars} at={at} read={read} />,
    }
  }
}
