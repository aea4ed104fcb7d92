// Live goods: the platform sees all products of the suppliers' catalogues, a reseller what it may sell. Chosen products are put on sale or taken off together.
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { providers } from '../../../../contract/goods/live-prices.ts'
import { accountRole } from '../../../../contract/kit/access.ts'
import { liveStates } from '../../../../contract/live/live-products.ts'
import { query, useUser } from '../../../kit/base/api.ts'
import type { Filter, Row } from '../../../kit/base/list-state.ts'
import { useTaxWords } from '../../../kit/form/TaxFields.tsx'
import { ListPage } from '../../../kit/list/ListPage.tsx'
import type { Column } from '../../../kit/list/ListTable.tsx'
import { Catalogues } from './Catalogues.tsx'
import { LiveBulk } from './LiveBulk.tsx'
import { stateLooks, useWords } from './words.ts'

type Product = Row<'liveProductsList'>

export default function LiveProductList() {
  const t = useTranslations('prices.online')
  const word = useTranslations('words')
  const field = useTranslations('fields')
  const words = useWords()
  const tax = useTaxWords()
  const isPlatform = useUser().account_role === accountRole.superadmin
  const own: Column<Product>[] = [
    { key: 'name', header: field('product'), sort: 'name' },
    { key: 'operator_name' },
    { key: 'country' },
    { key: 'provider', header: field('adapter'), words: words.providers },
    { key: 'cost', header: isPlatform ? t('cost') : field('you_pay'), as: 'exact', sort: 'cost' },
    { key: 'price', sort: 'price' },
    { key: 'state', words: words.states, looks: stateLooks },
    { key: 'retail', header: t('retail'), extra: true },
    { key: 'position', sort: 'position', extra: true },
  ]
  const catalogue: Column<Product>[] = [
    { key: 'connection_name', header: field('supplier'), extra: true },
    { key: 'supplier_name', header: t('supplier_name'), extra: true },
    { key: 'margin_percent' },
    { key: 'margin_amount', extra: true },
    { key: 'vat_treatment', words: Object.fromEntries(tax.treatments.map(({ value, label }) => [value, label])) },
    { key: 'vat_rate', extra: true },
    { key: 'vat_country', extra: true },
    { key: 'dearer_at', header: t('dearer'), as: 'date' },
    { key: 'seen_at', header: field('last_seen'), extra: true },
  ]
  const states = isPlatform ? liveStates : (['on', 'off'] as const)
  const suppliers = useQuery({ ...query('connectionsList', { limit: 100 }), enabled: isPlatform }).data?.content ?? []
  const platformOnly: Filter[] = isPlatform
    ? [
        { name: 'connection_id', label: field('supplier'), options: suppliers.map(({ connection_id: is, company: label }) => ({ value: is, label, is })) },
        { name: 'vat_treatment', label: field('vat_treatment'), options: tax.treatments.map(({ value, label }) => ({ value, label, is: value })) },
        { name: 'dearer', label: t('dearer'), options: [{ value: '1', label: t('dearer'), is: true }] },
      ]
    : []
  const filters: Filter[] = [
    { name: 'state', label: field('state'), options: states.map((value) => ({ value, label: t(`states.${value}`), is: value })) },
    { name: 'provider', label: field('adapter'), options: providers.map((value) => ({ value, label: words.providers[value] ?? value, is: value })) },
    ...platformOnly,
  ]
  return (
    <ListPage
      call="liveProductsList"
      columns={isPlatform ? [...own, ...catalogue] : own}
      rowKey={(row) => row.live_product_id}
      link={(row) => (isPlatform ? `/dynamic-products/${row.live_product_id}` : undefined)}
      filters={filters}
      searchLabel={t('search')}
      sort="position"
      below={({ catalogues }) => (catalogues.length > 0 ? <Catalogues catalogues={catalogues} /> : null)}
      bulk={({ ids, clear }) => <LiveBulk ids={ids} isPlatform={isPlatform} done={clear} />}
      nothing={{ title: word('no_products_yet'), hint: t(isPlatform ? 'nothing_platform' : 'nothing_reseller') }}
    />
  )
}
