// Applies two plans to the sales of a period and compares them: number sold, margin under each plan, and the difference, per product and in total.

import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { difference, parts } from '../../../../contract/kit/cents.ts'
import { type Output, query } from '../../../kit/base/api.ts'
import * as format from '../../../kit/base/format.ts'
import { useUrlState } from '../../../kit/base/url.ts'
import { ReportPage } from '../../../kit/list/ReportPage.tsx'
import { Amount } from '../../../kit/page/Amount.tsx'
import { Facts } from '../../../kit/page/DetailPage.tsx'
import { Empty, Failed } from '../../../kit/page/Empty.tsx'
import { PlanPick } from './PlanPick.tsx'
import styles from './prices.module.css'

type Compared = Output<'plansCompare'>

export default function PlansCompare() {
  const word = useTranslations('house.words')
  return (
    <ReportPage
      usual="last_month"
      actions={() => (
        <Button variant="default" onClick={() => print()}>
          {word('print')}
        </Button>
      )}
    >
      {({ from, to }) => <Plans date_from={from} date_to={to} />}
    </ReportPage>
  )
}

function Plans(days: { date_from: string; date_to: string }) {
  const t = useTranslations('prices.two')
  const [state, change] = useUrlState()
  const ids = [state['plan'] ?? '', state['with'] ?? ''] as const
  const first = useQuery({ ...query('plansList', { discount_plan_id: ids[0] }), enabled: ids[0] !== '' }).data?.content[0]
  const second = useQuery({ ...query('plansList', { discount_plan_id: ids[1] }), enabled: ids[1] !== '' }).data?.content[0]
  const isChosen = ids[0] !== '' && ids[1] !== ''
  const answer = useQuery({ ...query('plansCompare', { discount_plan_id: ids[0], discount_plan_id_2: ids[1], ...days }), enabled: isChosen })
  const names = [first?.plan_name ?? '', second?.plan_name ?? ''] as const
  // The columns are named after the plans, so nothing is shown before both plans are known.
  const compared = first && second ? answer.data : undefined
  return (
    <div className="stack">
      <div className="row no-print">
        <PlanPick
          id="plan"
          required
          label={t('first')}
          value={ids[0]}
          known={first}
          except={ids[1]}
          choose={(id) => change({ plan: id || undefined }, { replace: true })}
        />
        <PlanPick
          id="with"
          required
          label={t('second')}
          value={ids[1]}
          known={second}
          except={ids[0]}
          choose={(id) => change({ with: id || undefined }, { replace: true })}
        />
      </div>
      {!isChosen && <Empty title={t('choose')} hint={t('hint')} />}
      {isChosen && answer.isError && <Failed error={answer.error} retry={() => answer.refetch()} />}
      {isChosen && compared && <Sums answer={compared} names={names} />}
      {isChosen && compared?.content.length === 0 && <Empty title={t('nothing')} />}
      {isChosen && compared && compared.content.length > 0 && <Goods answer={compared} names={names} />}
    </div>
  )
}

type Props = { answer: Compared; names: readonly [string, string] }

function Sums({ answer: { totals, margin_made }, names }: Props) {
  const t = useTranslations('prices.two')
  const field = useTranslations('fields')
  const facts = [
    { label: t('pieces'), value: format.count(totals.quantity) },
    { label: t('made'), value: <Amount value={margin_made} /> },
    { label: t('margin_of', { name: names[0] }), value: <Amount value={totals.margin} /> },
    { label: t('margin_of', { name: names[1] }), value: <Amount value={totals.margin_2} /> },
    { label: field('difference'), value: <Amount value={totals.margin_2 - totals.margin} cents={difference(totals.margin_2, totals.margin)} /> },
  ]
  return <Facts facts={facts} />
}

function Goods({ answer: { content }, names }: Props) {
  const t = useTranslations('prices.two')
  const field = useTranslations('fields')
  const [one, two] = [parts(content.map(({ margin }) => margin ?? 0)), parts(content.map(({ margin_2 }) => margin_2 ?? 0))]
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: an element that scrolls must be reachable by keyboard (WCAG 2.1.1)
    <section className={`card ${styles.frame}`} aria-label={t('goods')} tabIndex={0}>
      <table className="plain">
        <thead>
          <tr>
            <th scope="col">{field('product')}</th>
            {[t('pieces'), t('margin_of', { name: names[0] }), t('margin_of', { name: names[1] }), field('difference')].map((header) => (
              <th key={header} scope="col" className="number">
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {content.map(({ configuration_id, product_name, value, quantity, margin, margin_2 }, i) => (
            <tr key={configuration_id}>
              <td>{`${product_name} ${format.money(value)}`}</td>
              <td className="number">{format.count(quantity)}</td>
              <td className="number">{margin === null ? t('not_in') : <Amount value={margin} cents={one[i]} />}</td>
              <td className="number">{margin_2 === null ? t('not_in') : <Amount value={margin_2} cents={two[i]} />}</td>
              <td className="number">
                <Amount value={(margin_2 ?? 0) - (margin ?? 0)} cents={(two[i] ?? 0) - (one[i] ?? 0)} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
