// Discounts on goods sold live: customers down, providers across; nobody gives more than it has.
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { providers } from '../../../contract/prices.ts'
import { type Input, type Output, query, useCall, useUser } from '../../kit/api.ts'
import { Empty, Failed } from '../../kit/Empty.tsx'
import * as format from '../../kit/format.ts'
import { Pages } from '../../kit/Pages.tsx'
import { PageTitle } from '../../kit/PageTitle.tsx'
import { Refusal } from '../../kit/Refusal.tsx'
import { useUnsaved } from '../../kit/unsaved.ts'
import { useUrlState, wholeBetween } from '../../kit/url.ts'
import { read, type Typed, textOf } from './grid.ts'
import styles from './prices.module.css'

const SUPERADMIN = 0
/** Twenty customers. */
const PAGE = 100

type Live = Output<'liveDiscounts'>['content'][number]
type Entries = NonNullable<Input<'liveDiscounts'>['entries']>
const keyOf = ({ customer_id, provider }: Live) => `${customer_id} ${provider}`

export default function LiveDiscounts() {
  const t = useTranslations('prices')
  const { customerId: customer_id }: { customerId?: string } = useParams({ strict: false })
  const call = useUser().account_role === SUPERADMIN ? 'liveDiscountsPlatform' : 'liveDiscounts'
  const [state, change] = useUrlState()
  const page = wholeBetween(state['page'], 1, 1_000_000, 1)
  const list = useQuery(query(call, { limit: PAGE, page: page - 1, ...(customer_id && { customer_id }) }))
  const [typed, setTyped] = useState<Typed>({})
  useUnsaved(Object.keys(typed).length > 0)
  const save = useCall(call, { refresh: [call], done: () => setTyped({}) })
  const rows = list.data?.content ?? []
  const entries = entriesOf(rows, typed)
  const isWrong = rows.some((row) => 'problem' in read(typed[keyOf(row)] ?? ''))
  if (list.isError) return <Failed error={list.error} retry={() => list.refetch()} />
  return (
    <div className="stack">
      <PageTitle />
      <Refusal error={save.error} changes />
      {list.isSuccess && rows.length === 0 && <Empty title={t('no_live')} hint={t('no_live_hint')} />}
      {rows.length > 0 && <Matrix rows={rows} typed={typed} type={(key, text) => setTyped({ ...typed, [key]: text })} />}
      {list.data && rows.length > 0 && <Pages page={page} limit={PAGE} total={list.data.filters.total_count} change={change} />}
      {entries.length > 0 && (
        <div className={`row ${styles.bar}`}>
          <span role="status">{t('unsaved', { count: format.count(entries.length) })}</span>
          <Button variant="default" onClick={() => setTyped({})}>
            {t('discard')}
          </Button>
          <Button disabled={isWrong || save.isPending} onClick={() => save.mutate({ entries })}>
            {t('save')}
          </Button>
        </div>
      )}
    </div>
  )
}

function entriesOf(rows: readonly Live[], typed: Typed): Entries {
  return rows.flatMap((row) => {
    const text = typed[keyOf(row)]
    const reading = text === undefined ? undefined : read(text)
    const discount = reading && 'value' in reading ? reading.value : row.discount
    return discount === row.discount ? [] : [{ customer_id: row.customer_id, provider: row.provider, discount }]
  })
}

function Matrix({ rows, typed, type }: { rows: readonly Live[]; typed: Typed; type: (key: string, text: string) => void }) {
  const t = useTranslations('prices')
  const customers = [...new Map(rows.map((row) => [row.customer_id, row.customer_name]))]
  const own = new Map(rows.map((row) => [row.provider, row.discount_own]))
  const ownText = (provider: Live['provider']) => {
    const discount = own.get(provider) ?? null
    return discount === null ? '' : t('live_own', { percent: format.percent(discount) })
  }
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard (WCAG 2.1.1)
    <section className={styles.frame} aria-label={t('discount')} tabIndex={0}>
      <table className={styles.grid}>
        <thead>
          <tr>
            <th scope="col">{t('customer')}</th>
            {providers.map((provider) => (
              <th key={provider} scope="col" className="number">
                {t(`providers.${provider}`)}
                <div className="muted">{ownText(provider)}</div>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {customers.map(([id, name]) => (
            <tr key={id}>
              <th scope="row">{name}</th>
              {rows
                .filter((row) => row.customer_id === id)
                .map((row) => (
                  <td key={row.provider} className="number">
                    <LiveCell row={row} text={typed[keyOf(row)] ?? textOf(row.discount)} type={(text) => type(keyOf(row), text)} />
                  </td>
                ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function LiveCell({ row, text, type }: { row: Live; text: string; type: (text: string) => void }) {
  const t = useTranslations('prices')
  const problems = useTranslations('errors.problems')
  const reading = read(text)
  const isMore = 'value' in reading && row.discount_own !== null && (reading.value ?? 0) > row.discount_own
  const problem = 'problem' in reading ? problems(reading.problem, { limit: '100' }) : isMore ? problems('more_than_own') : undefined
  return (
    <>
      <input
        className={styles.cell}
        inputMode="decimal"
        autoComplete="off"
        value={text}
        placeholder="–"
        aria-label={t('live_cell', { customer: row.customer_name, provider: t(`providers.${row.provider}`) })}
        aria-invalid={problem !== undefined}
        onFocus={(event) => event.currentTarget.select()}
        onChange={(event) => type(event.currentTarget.value)}
      />
      {problem && (
        <div role="alert" className={styles.problem}>
          {problem}
        </div>
      )}
    </>
  )
}
