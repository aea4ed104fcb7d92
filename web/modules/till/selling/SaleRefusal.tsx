// Says why a sale was refused, and what the seller can do: choose a smaller quantity, sell the number left, or call somebody.
import { Button } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { CallError } from '../../../../contract/kit/client.ts'
import { parseMoney } from '../../../../contract/kit/money.ts'
import type { Offer } from '../../../../contract/till/selling.ts'
import * as format from '../../../kit/base/format.ts'
import { SupportPhone } from '../../../kit/counter/SupportPhone.tsx'
import { Refusal } from '../../../kit/page/Refusal.tsx'
import type { Line } from './basket.ts'
import { priceOfOffer } from './sale-state.ts'

type Props = { error: unknown; offer: Offer; basket: readonly Line[]; onQuantity: (quantity: number) => void; onSell: (quantity: number) => void }

export function SaleRefusal({ error, offer, basket, onQuantity, onSell }: Props) {
  const t = useTranslations('selling.sale')
  if (!error) return null
  if (basket.length > 0) return <BasketRefusal error={error} cards={[...basket.map((line) => line.offer), offer]} />
  const affordable = affordableOf(error, offer)
  const left = error instanceof CallError ? Number(error.detail.left_over ?? 0) : 0
  return (
    <div className="stack">
      <Refusal error={error} />
      {affordable > 0 && (
        <Button variant="default" h={56} onClick={() => onQuantity(affordable)}>
          {t('set_quantity', { quantity: format.count(affordable) })}
        </Button>
      )}
      {left > 0 && (
        <Button variant="default" h={56} onClick={() => onSell(left)}>
          {t('sell_left', { quantity: format.count(left) })}
        </Button>
      )}
      {error instanceof CallError && error.code !== 'price_changed' && <SupportPhone />}
    </div>
  )
}

/** Says why a basket was refused. A basket is sold as a whole, so the named cards must be changed or removed first. */
function BasketRefusal({ error, cards }: { error: unknown; cards: readonly Offer[] }) {
  const named = error instanceof CallError && Array.isArray(error.detail.lines) && error.code !== 'credit_limit_reached' ? error.detail.lines : []
  const names = cards
    .filter(({ configuration_id }) => named.includes(configuration_id))
    .map(({ product_name, value }) => `${product_name} ${format.money(value)}`)
  return (
    <div className="stack">
      {names.length > 0 && <b>{names.join(', ')}</b>}
      <Refusal error={error} />
      <SupportPhone />
    </div>
  )
}

function affordableOf(error: unknown, offer: Offer): number {
  if (!(error instanceof CallError) || error.code !== 'credit_limit_reached') return 0
  const available = parseMoney(String(error.detail.available ?? '')) ?? 0
  return Math.max(0, Math.floor(available / priceOfOffer(offer)))
}
