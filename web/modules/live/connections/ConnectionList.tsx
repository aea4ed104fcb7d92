// The suppliers that are asked at the moment of sale: whether they answer, and our balance with each.
import { Button } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { providers } from '../../../../contract/goods/live-prices.ts'
import { adapterNames, adapters } from '../../../../contract/kit/adapters.ts'
import { weathers } from '../../../../contract/live/connections.ts'
import * as format from '../../../kit/base/format.ts'
import type { Filter, Row } from '../../../kit/base/list-state.ts'
import { ListPage } from '../../../kit/list/ListPage.tsx'
import type { Column } from '../../../kit/list/ListTable.tsx'
import { wordsOf, yesNo } from '../../../kit/list/list-columns.ts'
import { inUse } from '../../../kit/page/field-format.tsx'
import { Link } from '../../../kit/router/Pages.tsx'
import { useProviderNames } from './ConnectionFields.tsx'
import { SupplierBalance } from './SupplierBalance.tsx'
import { weatherLooks } from './supplier-state.ts'
import { useTestWords } from './use-test-words.ts'

type Connection = Row<'connectionsList'>

export default function ConnectionList() {
  const t = useTranslations('connections')
  const screen = useTranslations('house.screens')
  const word = useTranslations('words')
  const field = useTranslations('fields')
  const words = useTestWords()
  const names = useProviderNames()
  const columns: Column<Connection>[] = [
    { key: 'company', header: field('supplier') },
    { key: 'adapter', words: wordsOf(adapterNames, (name) => adapters[name].name) },
    { key: 'provider', words: wordsOf(providers, (name) => names[name]), extra: true },
    { key: 'base_url', extra: true },
    { key: 'is_sandbox', words: yesNo(field('is_sandbox'), t('real')) },
    { key: 'balance', header: word('our_balance'), cell: (row) => <SupplierBalance {...row} />, number: true },
    { key: 'weather', header: word('weather_now'), words: wordsOf(weathers, (weather) => word(`weathers.${weather}`)), looks: weatherLooks },
    {
      key: 'answered',
      header: word('answered_lately'),
      cell: ({ asked, answered }) => (asked === 0 ? '–' : `${format.count(answered)} / ${format.count(asked)}`),
    },
    { key: 'slow_ms', header: t('log.duration'), extra: true },
    { key: 'open_orders', header: t('open_orders') },
    { key: 'test_outcome', cell: ({ test_outcome }) => words(test_outcome) },
    { key: 'tested_at', header: t('tested_at'), extra: true },
    { key: 'status', header: t('status'), words: yesNo(word('on'), t('off')), looks: inUse },
  ]
  const filters: Filter[] = [
    {
      name: 'status',
      label: t('status'),
      options: [
        { value: '1', label: word('on'), is: true },
        { value: '0', label: t('off'), is: false },
      ],
    },
  ]
  return (
    <ListPage
      call="connectionsList"
      columns={columns}
      rowKey={(row) => row.connection_id}
      link={(row) => `/connection/edit/${row.connection_id}`}
      filters={filters}
      searchLabel={t('search')}
      actions={
        <Button component={Link} to="/connection/add">
          {screen('connection_add')}
        </Button>
      }
      nothing={{ title: t('nothing'), hint: t('nothing_hint') }}
    />
  )
}
