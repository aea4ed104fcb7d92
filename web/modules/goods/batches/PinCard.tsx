// The result of looking up a PIN: its goods, its state and its history. The code itself is never shown.
import { useTranslations } from 'use-intl'
import type { Output } from '../../../kit/base/api.ts'
import * as format from '../../../kit/base/format.ts'
import { Facts } from '../../../kit/page/DetailPage.tsx'
import { InnerLink } from '../../../kit/page/InnerLink.tsx'
import { PinState } from './PinState.tsx'
import { Trail } from './Trail.tsx'

export function PinCard({ pin }: { pin: Output<'inventorySearch'>['pins'][number] }) {
  const t = useTranslations('goods.batches')
  const field = useTranslations('fields')
  const name = `${pin.product_name} ${format.money(pin.value)}`
  return (
    <section className="card stack" aria-label={`${name} ••••${pin.last4}`}>
      <div className="row">
        <h2>{name}</h2>
        <PinState state={pin.state} />
      </div>
      <Facts
        facts={[
          { label: field('code'), value: `••••${pin.last4}` },
          { label: field('serial'), value: pin.serial || '–' },
          { label: field('batch'), value: <InnerLink to={`/inventory/details/${pin.configuration_id}`}>{String(pin.batch_no)}</InnerLink> },
          { label: field('expires'), value: pin.expires_on ? format.day(pin.expires_on) : '–' },
          { label: t('sold_to'), value: pin.sold_to || '–' },
        ]}
      />
      <h3>{t('trail')}</h3>
      <Trail trail={pin.trail} />
    </section>
  )
}
