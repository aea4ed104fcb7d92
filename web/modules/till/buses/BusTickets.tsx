// Tickets that this shop sold, newest first; a row opens the ticket.
import { useTranslations } from 'use-intl'
import { bookingStates } from '../../../../contract/till/buses.ts'
import type { Row } from '../../../kit/base/list-state.ts'
import { ListPage } from '../../../kit/list/ListPage.tsx'
import type { Column } from '../../../kit/list/ListTable.tsx'
import { wordsOf } from '../../../kit/list/list-columns.ts'
import { LinkButton } from '../../../kit/page/LinkButton.tsx'

const paid = bookingStates.filter((state) => state !== 'reserved' && state !== 'filled' && state !== 'over')
const looks = {
  ...{ checking: 'badge warning', sold: 'badge success', refused: 'badge danger', cancelling: 'badge warning', cancelled: 'badge' },
  ...{ reserved: 'badge', filled: 'badge', over: 'badge' },
}

export default function BusTickets() {
  const t = useTranslations('buses.list')
  const field = useTranslations('fields')
  const states = useTranslations('buses.states')
  const columns: Column<Row<'busTickets'>>[] = [
    { key: 'route', header: t('route') },
    { key: 'departs' },
    { key: 'passengers' },
    { key: 'price', header: field('unit_price') },
    { key: 'refunded' },
    { key: 'state', words: wordsOf(bookingStates, states), looks },
    { key: 'username' },
    { key: 'created_at', header: t('created_at') },
  ]
  const sell = <LinkButton to="/flixbus">{t('sell')}</LinkButton>
  return (
    <ListPage
      call="busTickets"
      columns={columns}
      rowKey={(row) => row.booking_id}
      link={(row) => `/flixbus/ticket/${row.booking_id}`}
      filters={[{ name: 'state', label: field('state'), options: paid.map((value) => ({ value, label: states(value), is: value })) }]}
      searchLabel={field('city')}
      actions={sell}
      nothing={{ title: t('nothing'), hint: t('nothing_hint'), action: sell }}
    />
  )
}
