// The platform's log of sales over suppliers: shop, product, recipient, amount, state. Opening a row shows its details, which link to the requests of the sale.
import { useTranslations } from 'use-intl'
import { useUser } from '../../../kit/base/api.ts'
import { can } from '../../../kit/base/can.ts'
import type { Row } from '../../../kit/base/list-state.ts'
import { stringifySearch, useUrlState } from '../../../kit/base/url.ts'
import { ListPage } from '../../../kit/list/ListPage.tsx'
import type { Column } from '../../../kit/list/ListTable.tsx'
import { ReportPage } from '../../../kit/list/ReportPage.tsx'
import { LinkButton } from '../../../kit/page/LinkButton.tsx'
import { looks, Opened, useSaleFilters, useStates } from './TransactionCheck.tsx'

type Sold = Row<'liveSalesCheck'>

export default function LiveLog() {
  const screen = useTranslations('house.screens')
  const user = useUser()
  return (
    <ReportPage
      actions={() =>
        can(user, 'exchangesList') && (
          <LinkButton to="/report/dynamic-products-log/requests" variant="default">
            {screen('exchanges')}
          </LinkButton>
        )
      }
    >
      {({ from, to }) => <Sales date_from={from} date_to={to} />}
    </ReportPage>
  )
}

function Sales(days: { date_from: string; date_to: string }) {
  const t = useTranslations('connections')
  const field = useTranslations('fields')
  const states = useStates()
  const filters = useSaleFilters()
  const [state, change] = useUrlState()
  const columns: Column<Sold>[] = [
    { key: 'created_at', header: field('since') },
    { key: 'seller_name', header: field('customer') },
    { key: 'product_name' },
    { key: 'recipient_end', header: field('recipient') },
    { key: 'value' },
    { key: 'sold_total' },
    { key: 'state', header: field('stage'), words: states, looks },
    { key: 'supplier_reference', header: t('order.supplier_reference') },
    { key: 'company', header: field('supplier'), extra: true },
    { key: 'said', header: t('check.said'), extra: true },
    { key: 'ended_at', extra: true },
    { key: 'key', header: t('check.key'), extra: true },
  ]
  return (
    <ListPage
      bare
      tools
      call="liveSalesCheck"
      columns={columns}
      rowKey={(row) => row.key}
      link={(row) => `/report/dynamic-products-log${stringifySearch({ ...state, entry: row.key })}`}
      filters={filters}
      input={{ filters: days }}
      searchLabel={t('check.search')}
      above={({ content }) => <Opened sale={content.find(({ key }) => key === state['entry'])} close={() => change({ entry: undefined })} />}
      nothing={{ title: t('check.nothing'), hint: t('check.nothing_hint') }}
    />
  )
}
