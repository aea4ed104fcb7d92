// A chart of the undecided claims by how long they have been waiting. Without undecided claims nothing is shown.
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { type Input, query } from '../base/api.ts'
import * as format from '../base/format.ts'
import { Bars } from './Bars.tsx'
import { Chart } from './Chart.tsx'

export default function ClaimAges({ asked }: { asked: Partial<Input<'reclaimsList'>> }) {
  const t = useTranslations('charts')
  const field = useTranslations('fields')
  const answer = useQuery(query('reclaimsList', { ...asked, with_ages: true, limit: 1 }))
  const bars = (answer.data?.ages ?? []).map(({ from_days, to_days, count }) => ({
    label: to_days === null ? t('age_from', { from: from_days }) : t('age', { from: from_days, to: to_days }),
    value: count,
    told: format.count(count),
  }))
  const oldest = bars.findLast(({ value }) => value > 0)
  if (answer.data && !oldest) return null
  const all = format.count(bars.reduce((sum, { value }) => sum + value, 0))
  return (
    <Chart
      title={t('claim_ages')}
      asked={answer}
      content={
        oldest && {
          sentence: t('claim_sentence', { all, age: oldest.label, count: oldest.told }),
          head: [t('waits'), field('reclaims')],
          points: bars.map(({ label, told }) => ({ label, values: [told] })),
          draw: (at, read) => <Bars bars={bars} at={at} read={read} />,
        }
      }
    />
  )
}
