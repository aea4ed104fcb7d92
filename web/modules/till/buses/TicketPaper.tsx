// A bus ticket on paper, 58 mm, 80 mm or A4: the code that the driver scans, times and places, passengers, and the tax as the supplier states it.

import { useTranslations } from 'use-intl'
import type { Ticket } from '../../../../contract/till/buses.ts'
import * as format from '../../../kit/base/format.ts'
import { qrPicture } from '../../../kit/base/qr-picture.ts'
import type { Paper } from '../../../kit/base/sheet.ts'
import type { Booking } from './use-booking.ts'

const money = (amount: number) => format.printable(format.money(amount))
const at = (instant: string) => format.printable(format.dateTime(instant))
type Props = { booking: Booking; ticket: Ticket; paper: Paper | 'a4'; shop: string }

export function TicketPaper({ booking, ticket, paper, shop }: Props) {
  const t = useTranslations('buses.ticket')
  const field = useTranslations('fields')
  const { order_id, code, rides, passengers, taxes } = ticket
  return (
    <div className={`bus roll roll-${paper}`}>
      <div className="roll-centred">
        <b className="roll-title">{t('title')}</b>
        <div>
          {t('order')} <b>{order_id}</b>
        </div>
        <img className="bus-code" src={qrPicture(code)} alt={t('code')} />
      </div>
      {rides.map(({ trip_id, from, to, departs, arrives, line, seats }) => (
        <section key={trip_id} className="whole roll-part bus-ride">
          <div>
            {field('departs')}: <b>{at(departs)}</b>
          </div>
          <div className="roll-bold bus-place">{from}</div>
          <div>
            {t('arrives')}: <b>{at(arrives)}</b>
          </div>
          <div className="roll-bold bus-place">{to}</div>
          {line && (
            <div>
              {t('line')}: {line}
            </div>
          )}
          {seats.length > 0 && (
            <div>
              {t('seats')}: <b>{seats.join(', ')}</b>
            </div>
          )}
        </section>
      ))}
      <section className="whole roll-part bus-ride">
        <div>{field('passengers')}:</div>
        {passengers.map((passenger, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two passengers may have the same name, and their order never changes
          <div key={i}>{passenger}</div>
        ))}
      </section>
      <section className="whole roll-part bus-ride">
        <div className="roll-ends">
          <b>{field('unit_price')}</b>
          <b>{money(booking.price)}</b>
        </div>
        {taxes.map(({ country, percent, tax }) => (
          <div key={`${country} ${percent}`} className="roll-small">
            {t('tax', { percent: percent.replace('.', ','), country, amount: money(tax) })}
          </div>
        ))}
      </section>
      <div className="roll-small roll-part">
        <div>{t('times')}</div>
        <div>{t('sold_by', { name: shop })}</div>
      </div>
    </div>
  )
}
