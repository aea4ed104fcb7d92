// The sale just made: its PINs in large, and every action a customer may want. Hidden again after a minute.
import { useClipboard } from '@mantine/hooks'
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Sale } from '../../../../contract/till/selling.ts'
import * as format from '../../../kit/base/format.ts'
import { withArea } from '../../../kit/base/language.tsx'
import counter from '../../../kit/counter/counter.module.css'
import { Key } from '../../../kit/counter/Key.tsx'
import { pinGroups } from '../../../kit/counter/pin-groups.ts'
import { awaitsFile, isUnprinted, type Printed, type Sold } from '../../../kit/counter/sold-cards.ts'
import { useLater } from './later.ts'
import styles from './sale.module.css'

const HIDE_MS = 60_000

/** The dialog is loaded with its texts when something is sent. */
const SendDialog = lazy(async () => ({ default: (await withArea('sendings', import('../sendings/SendDialog.tsx'))).SendDialog }))

type Props = { sold: Sold; printed: Printed | undefined; onPrint: () => void; onFetched: () => void; onClose: () => void }

export function SoldPanel({ sold, printed, onPrint, onFetched, onClose }: Props) {
  const t = useTranslations('selling.sold')
  const word = useTranslations('house.words')
  const doubts = useTranslations('printers.question')
  const { sale } = sold
  const sales = [sale, ...(sold.more ?? [])]
  const pins = sales.flatMap((one) => one.pins)
  const outcome = printed?.sale === sale ? printed.outcome : undefined
  const [hidden, setHidden] = useHidden(sale)
  const clipboard = useClipboard()
  const { BulkFile } = useLater()
  const hasPins = pins.length > 0
  const [isSending, setSending] = useState(false)
  // PINs of a practice sale are not sent to anybody. The dialog is a form and needs the contract, which is loaded with the later parts.
  const maySend = hasPins && BulkFile !== undefined && sales.every(({ training_no }) => training_no === null)
  return (
    <section className={`stack gap-12 ${styles.sale}`} aria-label={t('title')}>
      <p role="status" className={`badge ${outcome && outcome !== 'closed' ? 'warning' : 'success'}`}>
        {sold.how === 'sold' && outcome
          ? outcome === 'doubtful'
            ? doubts('doubtful')
            : t(outcome === 'closed' ? 'printed' : 'not_printed')
          : t(sold.how, { number: String(sale.copy) })}
      </p>
      {sales.map((one) => (
        <SoldCard key={`${one.sale_id} ${one.configuration_id}`} sale={one} hidden={hidden} />
      ))}
      {sold.download_id && BulkFile && <BulkFile download_id={sold.download_id} onFetched={onFetched} />}
      <div className="cells" style={{ '--least': '140px' }}>
        {!awaitsFile(sold) && (
          <Action onClick={onPrint}>
            {word(isUnprinted(sold, printed) ? 'print_the_slip' : 'reprint')} <Key>F8</Key>
          </Action>
        )}
        {hasPins && <Action onClick={() => setHidden(!hidden)}>{t(hidden ? 'show' : 'hide')}</Action>}
        {hasPins && <Action onClick={() => clipboard.copy(pins.map(({ pin }) => pin).join('\n'))}>{word(clipboard.copied ? 'copied' : 'copy')}</Action>}
        {maySend && <Action onClick={() => setSending(true)}>{word('send_by_message')}</Action>}
        <Action onClick={onClose}>
          {word('close')} <Key>Esc</Key>
        </Action>
      </div>
      {isSending && (
        <Suspense>
          <SendDialog sale_ids={[...new Set(sales.map(({ sale_id }) => sale_id))]} onClose={() => setSending(false)} />
        </Suspense>
      )}
    </section>
  )
}

function SoldCard({ sale, hidden }: { sale: Sale; hidden: boolean }) {
  return (
    <>
      <div className={styles.line}>
        <b>{`${sale.quantity} × ${sale.product_name}`}</b>
        <b>{format.money(sale.value)}</b>
      </div>
      {sale.pins.length > 0 && !hidden && (
        <ol className="lines gap-4">
          {sale.pins.map(({ pin_id, pin }) => (
            <li key={pin_id} className={`mono ${styles.pin}`}>
              {pinGroups(pin)}
            </li>
          ))}
        </ol>
      )}
    </>
  )
}

const Action = ({ onClick, children }: { onClick: () => void; children: ReactNode }) => (
  <button type="button" className={`surface tall ${counter.action}`} onClick={onClick}>
    {children}
  </button>
)

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
