// A strip on the start page with suppliers that need attention: our balance with them is low, or they do not answer properly.
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { useNamed } from '../../../kit/base/action-name.ts'
import { query } from '../../../kit/base/api.ts'
import * as format from '../../../kit/base/format.ts'
import type { Row } from '../../../kit/base/list-state.ts'
import { Link } from '../../../kit/router/Pages.tsx'
import { isLow, isPoor } from './supplier-state.ts'

const AGAIN_MS = 60_000

export default function NeedsYou() {
  const t = useTranslations('sales.needs_you')
  const named = useNamed()
  const { data, isPending } = useQuery({ ...query('connectionsList', { filters: { status: true } }), refetchInterval: AGAIN_MS })
  if (isPending) return <i data-waiting hidden />
  const found = (data?.content ?? []).flatMap((row) => [
    ...(isLow(row) ? [{ row, why: 'low' as const }] : []),
    ...(isPoor(row) ? [{ row, why: 'poor' as const }] : []),
  ])
  if (found.length === 0) return null
  return (
    <section className="stack" aria-label={t('title')}>
      {found.map(({ row, why }) => (
        <div key={`${row.connection_id} ${why}`} className={`notice row ${why === 'low' || row.weather === 'down' ? 'danger' : 'warning'}`}>
          <span>{t(why, figuresOf(row))}</span>
          <Button
            {...{ component: Link, to: `/connection/edit/${row.connection_id}`, className: 'push', variant: 'default', size: 'xs' }}
            aria-label={named(t('open'), row.company)}
          >
            {t('open')}
          </Button>
        </div>
      ))}
    </section>
  )
}

type Connection = Row<'connectionsList'>
const figuresOf = ({ company, balance, balance_alarm, answered, asked, slow_ms }: Connection) => ({
  ...{ company, balance: format.money(balance ?? 0), amount: format.money(balance_alarm ?? 0) },
  ...{ answered: format.count(answered), asked: format.count(asked), ms: format.count(slow_ms) },
})
