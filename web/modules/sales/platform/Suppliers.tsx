// The suppliers of all resellers: how they answer now, and our balance with each. Suppliers that need attention come first.
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { weathers } from '../../../../contract/live/connections.ts'
import * as format from '../../../kit/base/format.ts'
import { type Column, ListTable } from '../../../kit/list/ListTable.tsx'
import { wordsOf } from '../../../kit/list/list-columns.ts'
import { NOTHING } from '../../../kit/page/field-format.tsx'
import { isLow, isPoor, SupplierBalance, weatherLooks } from '../../live/connections/connections.ts'
import { TenantLink } from './TenantLink.tsx'
import type { Tenant } from './use-tenants.ts'

type Connection = NonNullable<Tenant['connections']>[number]
type Row = Connection & { tenant: Tenant }
/** How many suppliers are shown at first. Those that need attention come first, then those that were asked lately. */
const FIRST = 4

const urgency = (row: Row) => (isLow(row) || isPoor(row) ? 2 : Number(row.asked > 0))

export function Suppliers({ rows }: { rows: readonly Tenant[] | undefined }) {
  const t = useTranslations('platform')
  const word = useTranslations('words')
  const field = useTranslations('fields')
  const all = (rows ?? []).flatMap((tenant) => (tenant.connections ?? []).map((connection): Row => ({ ...connection, tenant })))
  const [isWhole, setWhole] = useState(false)
  if (all.length === 0) return null
  const ordered = all.sort((a, b) => urgency(b) - urgency(a) || a.company.localeCompare(b.company))
  const columns: Column<Row>[] = [
    {
      key: 'company',
      header: field('supplier'),
      cell: (row) => (
        <TenantLink tenant={row.tenant} to={`/connection/edit/${row.connection_id}`} label={row.company}>
          {row.company}
        </TenantLink>
      ),
    },
    { key: 'tenant', cell: ({ tenant }) => tenant.name, fact: true },
    { key: 'weather', header: word('weather_now'), words: wordsOf(weathers, (weather) => word(`weathers.${weather}`)), looks: weatherLooks, fact: true },
    {
      key: 'answered',
      header: word('answered_lately'),
      cell: ({ asked, answered }) => (asked === 0 ? NOTHING : `${format.count(answered)} / ${format.count(asked)}`),
    },
    { key: 'balance', header: word('our_balance'), number: true, fact: true, cell: (row) => <SupplierBalance {...row} /> },
  ]
  return (
    <section className="stack" aria-label={t('suppliers')}>
      <h2>{t('suppliers')}</h2>
      <ListTable columns={columns} rows={isWhole ? ordered : ordered.slice(0, FIRST)} rowKey={(row) => row.connection_id} />
      {!isWhole && ordered.length > FIRST && (
        <div>
          <Button variant="default" size="xs" onClick={() => setWhole(true)}>
            {t('show_all', { count: format.count(ordered.length) })}
          </Button>
        </div>
      )}
    </section>
  )
}
