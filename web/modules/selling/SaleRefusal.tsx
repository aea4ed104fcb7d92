// Why a sale was refused, and what helps: fewer, what is left, or whom to call.
import { Button } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { CallError } from '../../../contract/kit/client.ts'
import { parseMoney } from '../../../contract/kit/money.ts'
import type { Offer } from '../../../contract/selling.ts'
import * as format from '../../kit/base/format.ts'
import { useOrganisation } from '../../kit/base/organisation.ts'
import { Refusal } from '../../kit/page/Refusal.tsx'
import { priceOfOffer } from './sale-state.ts'

type Props = { error: unknown; offer: Offer; onQuantity: (quantity: number) => void; onSell: (quantity: number) => void }

export function SaleRefusal({ error, offer, onQuantity, onSell }: Props) {
  const t = useTranslations('selling.sale')
  if (!error) return null
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

function affordableOf(error: unknown, offer: Offer): number {
  if (!(error instanceof CallError) || error.code !== 'credit_limit_reached') return 0
  const available = parseMoney(String(error.detail.available ?? '')) ?? 0
  return Math.max(0, Math.floor(available / priceOfOffer(offer)))
}

export function SupportPhone() {
  const t = useTranslations('selling')
  const { support } = useOrganisation()
  if (!support?.phone) return null
  return <a href={`tel:${support.phone.replaceAll(' ', '')}`}>{t('call', { name: support.name, phone: support.phone })}</a>
}
