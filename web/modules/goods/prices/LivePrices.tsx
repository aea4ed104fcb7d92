// Customers' prices for live goods: rows are operators and products, with discount, price and margin, and the reason for the discount or for its absence.
import { useMessages, useTranslations } from 'use-intl'
import { liveReasons } from '../../../../contract/goods/live-customer-prices.ts'
import { providers } from '../../../../contract/goods/live-prices.ts'
import { accountRole } from '../../../../contract/kit/access.ts'
import { useUser } from '../../../kit/base/api.ts'
import { can } from '../../../kit/base/can.ts'
import * as format from '../../../kit/base/format.ts'
import type { Filter, Row } from '../../../kit/base/list-state.ts'
import { useUrlState } from '../../../kit/base/url.ts'
import { ListPage } from '../../../kit/list/ListPage.tsx'
import type { Column } from '../../../kit/list/ListTable.tsx'
import { wordsOf } from '../../../kit/list/list-columns.ts'
import { CustomerPick } from './CustomerPick.tsx'

type Price = Row<'liveCustomerPrices'>

const looks = { given: 'badge success', not_given: 'badge', none_own: 'badge', off: 'badge warning', not_on_sale: 'badge warning' }

export default function LivePrices() {
  const t = useTranslations('prices')
  const word = useTranslations('words')
  const houseWord = useTranslations('house.words')
  const field = useTranslations('fields')
  const user = useUser()
  const customer_id = useUrlState()[0]['customer']
  const isPlatform = user.account_role === accountRole.superadmin
  const texts = useMessages()
  const names = { ...texts.words.providers, ...texts.prices.providers }
  const reasons = liveReasons.filter((reason) => reason !== (isPlatform ? 'off' : 'not_on_sale') && !(isPlatform && reason === 'none_own'))
  const words = { providers: wordsOf(providers, (name) => names[name]), reasons: wordsOf(liveReasons, (reason) => t(`live_reasons.${reason}`)) }
  const columns: Column<Price>[] = [
    ...(customer_id ? [] : [{ key: 'customer_name', sort: 'customer_name' } as const]),
    { key: 'operator_name', sort: 'operator_name' },
    { key: 'name', fact: true, header: field('product') },
    { key: 'value', header: field('price') },
    { key: 'discount' },
    {
      key: 'price',
      fact: true,
      header: t('price'),
      cell: (row) => (row.price === null ? houseWord('not_on_offer') : format.moneyExact(row.price)),
      number: true,
    },
    { key: 'cost', header: isPlatform ? t('online.cost') : field('you_pay'), as: 'exact' },
    { key: 'margin', as: 'exact' },
    { key: 'reason', fact: true, header: field('why'), words: words.reasons, looks },
    { key: 'provider', header: field('adapter'), words: words.providers, extra: true },
  ]
  const filters: Filter[] = [
    { name: 'reason', label: field('why'), options: reasons.map((value) => ({ value, label: t(`live_reasons.${value}`), is: value })) },
    { name: 'provider', label: field('adapter'), options: providers.map((value) => ({ value, label: names[value], is: value })) },
  ]
  return (
    <ListPage
      call="liveCustomerPrices"
      input={customer_id ? { customer_id } : {}}
      columns={columns}
      rowKey={(row) => `${row.customer_id} ${row.live_product_id}`}
      more={can(user, 'customersListShort') && <CustomerPick of="liveCustomerPrices" />}
      filters={filters}
      sort="operator_name"
      searchLabel={t('online.search')}
      nothing={{ title: word('no_products_yet'), hint: t(isPlatform ? 'online.nothing_platform' : 'online.nothing_reseller') }}
    />
  )
}
