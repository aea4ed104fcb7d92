// The right side of the till between two customers: the last sale, which can be reprinted, and the till's options.
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { query, useUser } from '../../../kit/base/api.ts'
import * as format from '../../../kit/base/format.ts'
import counter from '../../../kit/counter/counter.module.css'
import { Key } from '../../../kit/counter/Key.tsx'
import type { LastSale } from './StatusBar.tsx'
import styles from './sale.module.css'
import { TillOptions } from './TillOptions.tsx'

/** `last`: the last sale since the till was opened; before there is one, it is asked for. */
export function IdlePanel({ last, onPrint }: { last: LastSale | undefined; onPrint: () => void }) {
  const t = useTranslations('counter')
  const sold = useTranslations('selling.sold')
  const word = useTranslations('house.words')
  const { is_training, view } = useUser()
  const isAsked = !last && !is_training && !view
  const before = useQuery({ ...query('ownSalesList', { limit: 1, filters: { kind: 'sale' } }), enabled: isAsked })
  const sale = last ?? (isAsked ? before.data?.content[0] : undefined)
  if (isAsked && before.isPending) return null
  return (
    <div className="stack">
      {sale ? (
        <div className="stack gap-8">
          <div className={`${styles.line} muted`}>
            <span>{sold('title')}</span>
            <time dateTime={sale.created_at}>{format.dateTime(sale.created_at)}</time>
          </div>
          <div className={styles.line}>
            <b>{`${sale.quantity} × ${sale.product_name}`}</b>
            <b>{format.money(sale.value)}</b>
          </div>
          <button type="button" className={`surface tall ${counter.action}`} onClick={onPrint}>
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
