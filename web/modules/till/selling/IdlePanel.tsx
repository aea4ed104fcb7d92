// The right side of the till between two customers: the last sale, which can be reprinted, and the till's options.
import { useTranslations } from 'use-intl'
import { useUser } from '../../../kit/base/api.ts'
import * as format from '../../../kit/base/format.ts'
import { Key } from '../../../kit/counter/Key.tsx'
import { keptLastSale, type LastSale } from './last-sale.ts'
import { TillOptions } from './TillOptions.tsx'

type Props = {
  /** The last sale since the till was opened. Before there is one, the panel shows the sale stored from an earlier time. */
  last: LastSale | undefined
  onReprint: (sale_id: string) => void
}

export function IdlePanel({ last, onReprint }: Props) {
  const t = useTranslations('counter')
  const sold = useTranslations('selling.sold')
  const word = useTranslations('house.words')
  const { user_id, is_training, view } = useUser()
  const sale = last ?? (is_training || view ? undefined : keptLastSale(user_id))
  return (
    <div className="stack">
      {sale ? (
        <div className="stack gap-8">
          <div className="ends middle muted">
            <span>{sold('title')}</span>
            <time dateTime={sale.created_at}>{format.dateTime(sale.created_at)}</time>
          </div>
          <div className="ends middle">
            <b>{`${sale.quantity} × ${sale.product_name}`}</b>
            <b>{format.money(sale.value * sale.quantity)}</b>
          </div>
          <button type="button" className="surface control tall medium" onClick={() => onReprint(sale.sale_id)}>
            {word('reprint')} <Key>F8</Key>
          </button>
        </div>
      ) : (
        <p className="muted">{t('choose')}</p>
      )}
      <TillOptions />
    </div>
  )
}
