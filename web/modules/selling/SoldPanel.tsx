// What was just sold: its PINs in large, and everything the customer may want done with them. Hidden again after a minute.
import { useClipboard } from '@mantine/hooks'
import { type ReactNode, useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Sale } from '../../../contract/selling.ts'
import * as format from '../../kit/base/format.ts'
import { Key } from './Key.tsx'
import { useLater } from './later.ts'
import { pinGroups } from './pin-groups.ts'
import styles from './sale.module.css'
import { awaitsFile, isUnprinted, type Printed, type Sold } from './sale-state.ts'

const HIDE_MS = 60_000

type Props = { sold: Sold; printed: Printed | undefined; onPrint: () => void; onFetched: () => void; onClose: () => void }

export function SoldPanel({ sold, printed, onPrint, onFetched, onClose }: Props) {
  const t = useTranslations('selling.sold')
  const { sale } = sold
  const outcome = printed?.sale === sale ? printed.outcome : undefined
  const [hidden, setHidden] = useHidden(sale)
  const clipboard = useClipboard()
  const { BulkFile } = useLater()
  const hasPins = sale.pins.length > 0
  return (
    <section className={styles.sale} aria-label={t('title')}>
      <p role="status" className={`badge ${outcome === 'failed' ? 'warning' : 'success'}`}>
        {sold.how === 'sold' && outcome ? t(outcome === 'closed' ? 'printed' : 'not_printed') : t(sold.how, { number: String(sale.copy) })}
      </p>
      <div className={styles.line}>
        <b>{`${sale.quantity} × ${sale.product_name}`}</b>
        <b>{format.money(sale.value)}</b>
      </div>
      {hasPins && !hidden && (
        <ol className={styles.pins}>
          {sale.pins.map(({ pin_id, pin }) => (
            <li key={pin_id} className={styles.pin}>
              {pinGroups(pin)}
            </li>
          ))}
        </ol>
      )}
      {sold.download_id && BulkFile && <BulkFile download_id={sold.download_id} onFetched={onFetched} />}
      <div className={styles.actions}>
        {!awaitsFile(sold) && (
          <Action onClick={onPrint}>
            {t(isUnprinted(sold, printed) ? 'print' : 'reprint')} <Key>F8</Key>
          </Action>
        )}
        {hasPins && <Action onClick={() => setHidden(!hidden)}>{t(hidden ? 'show' : 'hide')}</Action>}
        {hasPins && <Action onClick={() => clipboard.copy(sale.pins.map(({ pin }) => pin).join('\n'))}>{t(clipboard.copied ? 'copied' : 'copy_pin')}</Action>}
        {hasPins && <Action onClick={() => location.assign(`sms:?&body=${encodeURIComponent(messageOf(sale))}`)}>{t('sms')}</Action>}
        {hasPins && (
          <Action onClick={() => location.assign(`mailto:?subject=${encodeURIComponent(sale.product_name)}&body=${encodeURIComponent(messageOf(sale))}`)}>
            {t('email')}
          </Action>
        )}
        <Action onClick={onClose}>
          {t('close')} <Key>Esc</Key>
        </Action>
      </div>
    </section>
  )
}

const Action = ({ onClick, children }: { onClick: () => void; children: ReactNode }) => (
  <button type="button" className={styles.action} onClick={onClick}>
    {children}
  </button>
)

const messageOf = (sale: Sale) =>
  [`${sale.product_name} ${format.printable(format.money(sale.value))}`, ...sale.pins.map(({ pin }) => pinGroups(pin)), sale.instructions, sale.seller.name]
    .filter(Boolean)
    .join('\n')

/** Hides itself a minute after it was shown, so that the next customer does not see it. */
function useHidden(sale: Sale) {
  const [hiddenSale, setHiddenSale] = useState<Sale>()
  const hidden = hiddenSale === sale
  useEffect(() => {
    if (hidden) return
    const timer = setTimeout(() => setHiddenSale(sale), HIDE_MS)
    return () => clearTimeout(timer)
  }, [hidden, sale])
  return [hidden, (hide: boolean) => setHiddenSale(hide ? sale : undefined)] as const
}
