// Says how many cards are left if they are few, and warns before a sale is sent if fewer are left than requested.
import { Button } from '@mantine/core'
import { useTranslations } from 'use-intl'
import * as format from '../../../kit/base/format.ts'
import { FEW } from '../../../kit/counter/stock-left.ts'

type Props = { left: number | null; quantity: number; onQuantity: (quantity: number) => void }

export function FewLeft({ left, quantity, onQuantity }: Props) {
  const t = useTranslations('selling')
  const word = useTranslations('house.words')
  if (left === null || (left > FEW && left >= quantity)) return null
  const text = left === 0 ? word('sold_out') : t('tile.few', { count: format.count(left) })
  if (left >= quantity) return <p className="muted">{text}</p>
  return (
    <div role="alert" className="notice warning row">
      <b>{text}</b>
      {left > 0 && (
        <Button variant="default" h={56} onClick={() => onQuantity(left)}>
          {t('sale.set_quantity', { quantity: format.count(left) })}
        </Button>
      )}
    </div>
  )
}
