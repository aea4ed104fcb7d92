// The transaction check of a reseller's office: sales over suppliers by the shops below it, found by a complete transaction number, telephone number or
// supplier's number. Opening a row shows all its details.
import { useTranslations } from 'use-intl'
import { transactionOutcomes } from '../../../../contract/kit/live.ts'
import { liveTypes } from '../../../../contract/kit/product-types.ts'
import { useUser } from '../../../kit/base/api.ts'
import { can } from '../../../kit/base/can.ts'
import * as format from '../../../kit/base/format.ts'
import type { Filter, Row } from '../../../kit/base/list-state.ts'
import { stringifySearch, useUrlState } from '../../../kit/base/url.ts'
import { ListPage } from '../../../kit/list/ListPage.tsx'
import type { Column } from '../../../kit/list/ListTable.tsx'
import { wordsOf } from '../../../kit/list/list-columns.ts'
import { Amount } from '../../../kit/page/Amount.tsx'
import { Facts } from '../../../kit/page/DetailPage.tsx'
import { Dialog } from '../../../kit/page/Dialog.tsx'
import { InnerLink } from '../../../kit/page/InnerLink.tsx'

type Checked = Row<'liveSalesCheck'>
export const looks = { pending: 'badge warning', successful: 'badge success', failed: 'badge' }

/** The words for the states of a sale over a supplier, which are the words for the states of its order. */
export function useStates(): Record<Checked['state'], string> {
  const t = useTranslations('connections.order.states')
  return wordsOf(transactionOutcomes, (state) => t(({ pending: 'unknown', successful: 'delivered', failed: 'refused' } as const)[state]))
}

/** The filters of sales over suppliers: by state and by kind of goods. */
export function useSaleFilters(): Filter[] {
  const field = useTranslations('fields')
  const types = useTranslations('house.product_types')
  const states = useStates()
  return [
    { name: 'state', label: field('stage'), options: transactionOutcomes.map((value) => ({ value, label: states[value], is: value })) },
    { name: 'product_type', label: field('product_type'), options: liveTypes.map((value) => ({ value, label: types(value), is: value })) },
  ]
}

export default function TransactionCheck() {
  const t = useTranslations('connections')
  const field = useTranslations('fields')
  const states = useStates()
  const filters = useSaleFilters()
  const [state, change] = useUrlState()
  const columns: Column<Checked>[] = [
    { key: 'created_at', header: field('since') },
    { key: 'seller_name', header: field('customer') },
    { key: 'product_name' },
    { key: 'recipient_end', header: field('recipient') },
    { key: 'sold_total' },
    { key: 'state', header: field('stage'), words: states, looks },
    { key: 'said', header: t('check.said') },
    { key: 'supplier_reference', header: t('order.supplier_reference'), extra: true },
    { key: 'ended_at', extra: true },
    { key: 'key', header: t('check.key'), extra: true },
  ]
  return (
    <ListPage
      call="liveSalesCheck"
      columns={columns}
      rowKey={(row) => row.key}
      link={(row) => `/transaction-check${stringifySearch({ ...state, entry: row.key })}`}
      filters={filters}
      searchLabel={t('check.search')}
      above={({ content }) => <Opened sale={content.find(({ key }) => key === state['entry'])} close={() => change({ entry: undefined })} />}
      nothing={{ title: t('check.nothing'), hint: t('check.nothing_hint') }}
    />
  )
}

export function Opened({ sale, close }: { sale: Checked | undefined; close: () => void }) {
  const t = useTranslations('connections')
  const field = useTranslations('fields')
  const failures = useTranslations('top_ups.failures')
  const states = useStates()
  const user = useUser()
  if (!sale) return null
  const { key, state, failure, created_at, ended_at, seller_name, recipient_end, value, sold_total, bought_total, margin_total } = sale
  const { supplier_reference, said, company, sale_id } = sale
  const [from, to] = [format.berlinDay(new Date(created_at)), format.berlinDay()]
  const log = stringifySearch({ q: key, period: 'custom', from, to })
  const costs = [
    { label: field('bought_total'), value: bought_total },
    { label: field('margin'), value: margin_total },
  ].flatMap(({ label, value: amount }) => (amount === null ? [] : [{ label, value: <Amount value={amount} exact /> }]))
  return (
    <Dialog title={sale.product_name} onClose={close} wide>
      <div className="stack">
        <p>
          <span className={looks[state]}>{states[state]}</span> {failure && failures(failure)}
        </p>
        <Facts
          facts={[
            { label: field('since'), value: format.dateTime(created_at) },
            { label: field('ended'), value: ended_at ? format.dateTime(ended_at) : '–' },
            { label: field('customer'), value: seller_name },
            { label: field('recipient'), value: recipient_end || '–' },
            { label: field('value'), value: <Amount value={value} exact /> },
            { label: field('sold_total'), value: <Amount value={sold_total} exact /> },
            ...costs,
            ...(company === null ? [] : [{ label: field('supplier'), value: company }]),
            { label: t('order.supplier_reference'), value: supplier_reference || '–' },
            { label: t('check.said'), value: said || '–' },
            { label: t('check.key'), value: <span className="mono">{key}</span> },
            { label: field('sale_number'), value: <span className="mono">{sale_id ?? '–'}</span> },
          ]}
        />
        {can(user, 'liveOrdersList') && (
          <div className="row">
            <InnerLink to={`/live-orders${stringifySearch({ q: key })}`}>{t('check.open_order')}</InnerLink>
            <InnerLink to={`/report/dynamic-products-log/requests${log}`}>{t('check.open_log')}</InnerLink>
          </div>
        )}
      </div>
    </Dialog>
  )
}
