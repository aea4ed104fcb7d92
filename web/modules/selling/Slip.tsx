// One card on paper: what the buyer takes home. Black on white, no thin strokes; a PIN breaks between its groups and never shrinks.
import { useTranslations } from 'use-intl'
import type { Sale } from '../../../contract/selling.ts'
import * as format from '../../kit/base/format.ts'
import type { Paper } from '../../kit/base/sheet.ts'
import { pinGroups } from './pin-groups.ts'

const Line = () => <div className="slip-line" />

type Props = { sale: Sale; index: number; width: Paper }

export function Slip({ sale, index, width }: Props) {
  const t = useTranslations('selling.slip')
  const pin = sale.pins[index]
  if (!pin) return null
  return (
    <div className={`slip slip-${width}`}>
      <div className="slip-centred">
        <b>{sale.seller.name}</b>
        <div className="slip-small">{[sale.seller.address, sale.seller.city].filter(Boolean).join(', ')}</div>
      </div>
      <Line />
      {sale.copy > 0 && <div className="slip-centred slip-value">{t('copy', { number: String(sale.copy) })}</div>}
      <div className="slip-centred">
        <b>{[sale.product_name, sale.info].filter(Boolean).join(' ')}</b>
        <div className="slip-value">{format.printable(format.money(sale.value))}</div>
        <div className="slip-small">{t('pin')}</div>
      </div>
      <div className="slip-pin">{pinGroups(pin.pin)}</div>
      <div className="slip-small">
        <div>{t('serial', { serial: pin.serial })}</div>
        {pin.batch && <div>{t('lot', { lot: pin.batch })}</div>}
        {pin.expires_on && <div>{t('expires', { day: format.day(pin.expires_on) })}</div>}
        {sale.instructions && <div className="slip-instructions">{sale.instructions}</div>}
        {sale.customer_care && <div>{t('care', { phone: sale.customer_care })}</div>}
      </div>
      <Line />
      <div className="slip-small">
        <div className="slip-ends">
          <span>{format.printable(format.dateTime(sale.created_at))}</span>
          <span>{t('card', { number: String(index + 1), count: String(sale.pins.length) })}</span>
        </div>
        <div>{t('transaction', { id: sale.sale_id })}</div>
        <div>{t('sold_by', { name: sale.username, organisation: sale.organisation_name })}</div>
      </div>
      <div className="slip-small slip-centred slip-voucher">{t('voucher')}</div>
    </div>
  )
}

/** All cards of a sale: one page each, or one long slip to be cut. */
export function slipPages(sale: Sale, width: Paper, merged: boolean, cut: string) {
  const slips = sale.pins.map((pin, index) => <Slip key={pin.pin_id} sale={sale} index={index} width={width} />)
  if (!merged || slips.length < 2) return slips
  return (
    <div>
      {slips.map((slip, i) => (
        <div key={slip.key}>
          {i > 0 && <div className="slip-cut">{cut}</div>}
          {slip}
        </div>
      ))}
    </div>
  )
}
