// One card on paper: what the buyer takes home. Black on white, no thin strokes; a PIN breaks between its groups and never shrinks.
import type { CSSProperties } from 'react'
import { useTranslations } from 'use-intl'
import type { Sale } from '../../../contract/selling.ts'
import * as format from '../../kit/format.ts'
import { type Paper, papers } from '../../kit/PrintView.tsx'
import { pinGroups } from './pin-groups.ts'

/** Font sizes in points by paper width: 16 digits in groups of four fill one line. */
const sizes = {
  58: { text: '9.5pt', small: '8pt', value: '15pt', pin: '11.6pt' },
  80: { text: '11pt', small: '9pt', value: '18pt', pin: '17.5pt' },
} as const

const centred: CSSProperties = { textAlign: 'center' }
const ends: CSSProperties = { display: 'flex', justifyContent: 'space-between', flexWrap: 'wrap', gap: '0 2mm' }
const boxed: CSSProperties = { border: '1.2pt solid #000', padding: '2mm 0', margin: '2mm 0', ...centred }
const Line = () => <div style={{ borderTop: '1pt dashed #000', margin: '2mm 0' }} />

type Props = { sale: Sale; index: number; width: Paper }

export function Slip({ sale, index, width }: Props) {
  const t = useTranslations('till.slip')
  const size = sizes[width]
  const pin = sale.pins[index]
  const small: CSSProperties = { fontSize: size.small, overflowWrap: 'anywhere' }
  if (!pin) return null
  return (
    <div
      style={{
        width: `${papers[width]}mm`,
        font: `400 ${size.text}/1.3 Arial, 'Liberation Sans', 'DejaVu Sans', sans-serif`,
        color: '#000',
        background: '#fff',
        padding: '1mm 0 8mm',
      }}
    >
      <div style={centred}>
        <b>{sale.seller.name}</b>
        <div style={small}>{[sale.seller.address, sale.seller.city].filter(Boolean).join(', ')}</div>
      </div>
      <Line />
      {sale.copy > 0 && <div style={{ ...centred, fontWeight: 700, fontSize: size.value }}>{t('copy', { number: String(sale.copy) })}</div>}
      <div style={centred}>
        <b>{[sale.product_name, sale.info].filter(Boolean).join(' ')}</b>
        <div style={{ fontSize: size.value, fontWeight: 700 }}>{format.printable(format.money(sale.value))}</div>
        <div style={small}>{t('pin')}</div>
      </div>
      <div style={{ ...boxed, font: `700 ${size.pin}/1.35 'JetBrains Mono', 'DejaVu Sans Mono', monospace`, fontVariantLigatures: 'none' }}>
        {pinGroups(pin.pin)}
      </div>
      <div style={small}>
        <div>{t('serial', { serial: pin.serial })}</div>
        {pin.batch && <div>{t('lot', { lot: pin.batch })}</div>}
        {pin.expires_on && <div>{t('expires', { day: format.day(pin.expires_on) })}</div>}
        {sale.instructions && <div style={{ whiteSpace: 'pre-line' }}>{sale.instructions}</div>}
        {sale.customer_care && <div>{t('care', { phone: sale.customer_care })}</div>}
      </div>
      <Line />
      <div style={small}>
        <div style={ends}>
          <span>{format.printable(format.dateTime(sale.created_at))}</span>
          <span>{t('card', { number: String(index + 1), count: String(sale.pins.length) })}</span>
        </div>
        <div>{t('transaction', { id: sale.sale_id })}</div>
        <div>{t('sold_by', { name: sale.username, organisation: sale.organisation_name })}</div>
      </div>
      <div style={{ ...small, ...centred, marginTop: '2mm' }}>{t('voucher')}</div>
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
          {i > 0 && <div style={{ ...centred, borderTop: '1.5pt dashed #000', margin: '0 0 3mm', fontSize: '8pt' }}>{cut}</div>}
          {slip}
        </div>
      ))}
    </div>
  )
}
