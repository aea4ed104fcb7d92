// Top-ups and recharges of a period by operator and country. A row links to the list of single sales of its kind of goods, which is not narrowed to the row.
import { useTranslations } from 'use-intl'
import { accountRole } from '../../../../contract/kit/access.ts'
import { sentTypes } from '../../../../contract/till/recharges.ts'
import { useUser } from '../../../kit/base/api.ts'
import { useLanguage } from '../../../kit/base/language.tsx'
import type { Filter, Row } from '../../../kit/base/list-state.ts'
import { stringifySearch } from '../../../kit/base/url.ts'
import { countryNames } from '../../../kit/form/countries.ts'
import { ListPage } from '../../../kit/list/ListPage.tsx'
import type { Column } from '../../../kit/list/ListTable.tsx'
import { wordsOf } from '../../../kit/list/list-columns.ts'
import { ReportPage } from '../../../kit/list/ReportPage.tsx'

type Sum = Row<'rechargeSummary'>
/** For each kind, the list in which a shop finds the single sales. */
const PLACES: Record<Sum['product_type'], string> = { international_top_up: '/seller/top-ups', direct_recharge: '/direct-recharge', dynamic: '/on-demand' }

export default function RechargeSummary() {
  return <ReportPage usual="this_month">{({ from, to }) => <Sums date_from={from} date_to={to} />}</ReportPage>
}

function Sums(days: { date_from: string; date_to: string }) {
  const t = useTranslations('top_ups.summary')
  const word = useTranslations('words')
  const field = useTranslations('fields')
  const types = useTranslations('house.product_types')
  const country = countryNames(useLanguage())
  const isShop = useUser().account_role === accountRole.seller
  const columns: Column<Sum>[] = [
    { key: 'operator_name' },
    { key: 'country', cell: (row) => country(row.country) },
    { key: 'product_type', words: wordsOf(sentTypes, (type) => types(type)) },
    { key: 'sent', header: t('sent'), number: true },
    { key: 'failed', header: t('failed'), number: true },
    { key: 'pending', header: t('pending'), number: true },
    { key: 'numbers', header: t('numbers'), number: true },
    { key: 'face_total', header: t('face_total') },
  ]
  const filters: Filter[] = [
    { name: 'product_type', label: field('product_type'), options: sentTypes.map((value) => ({ value, label: types(value), is: value })) },
  ]
  return (
    <ListPage
      bare
      tools
      call="rechargeSummary"
      columns={columns}
      rowKey={(row) => `${row.operator_name} ${row.country} ${row.product_type}`}
      link={({ product_type }) => (isShop ? PLACES[product_type] : `/transaction-check${stringifySearch({ product_type })}`)}
      filters={filters}
      input={{ filters: days }}
      searchLabel={t('search')}
      nothing={{ title: t('nothing'), hint: word('choose_longer_period') }}
    />
  )
}
