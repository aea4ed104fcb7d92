// The sale that was just made: its PINs in large letters, buttons to print and to send it, and further actions behind another button. The PINs are hidden after
// a minute.
import { useClipboard } from '@mantine/hooks'
import X from 'lucide-react/icons/x'
import { Fragment, lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Sale } from '../../../../contract/till/selling.ts'
import * as format from '../../../kit/base/format.ts'
import { withArea } from '../../../kit/base/language.tsx'
import { Key } from '../../../kit/counter/Key.tsx'
import { pinGroups } from '../../../kit/counter/pin-groups.ts'
import { awaitsFile, isUnprinted, type Printed, type Sold } from '../../../kit/counter/sold-cards.ts'
import { useLater } from './later.ts'
import styles from './sale.module.css'
import { CONFIRM_AFTER_MS } from './sale-state.ts'

const HIDE_MS = 60_000

/** The dialog and its texts are loaded when the seller sends something. */
const SendDialog = lazy(async () => ({ default: (await withArea('sendings', import('../sendings/SendDialog.tsx'))).SendDialog }))

type Props = {
  sold: Sold
  printed: Printed | undefined
  /** Whether further actions on the sale are shown. */
  isOpen: boolean
  onOpen: (isOpen: boolean) => void
  onPrint: () => void
  onFetched: () => void
  onClose: () => void
}

export function SoldPanel({ sold, printed, isOpen, onOpen, onPrint, onFetched, onClose }: Props) {
  const t = useTranslations('selling.sold')
  const word = useTranslations('house.words')
  const doubts = useTranslations('printers.question')
  const more = useTranslations('house.shell')('more')
  const { sale } = sold
  const sales = [sale, ...(sold.more ?? [])]
  const pins = sales.flatMap((one) => one.pins)
  const outcome = printed?.sale === sale ? printed.outcome : undefined
  const [hidden, setHidden] = useHidden(sale)
  const clipboard = useClipboard()
  const { BulkFile } = useLater()
  const hasPins = pins.length > 0
  const [isSending, setSending] = useState(false)
  const shown = useRef({ sale, at_ms: performance.now() })
  if (shown.current.sale !== sale) shown.current = { sale, at_ms: performance.now() }
  /** Prints the slip. Ignores the second tap of a double tap on the button that sells, because it would print a copy. */
  function print() {
    const isTooSoon = sold.how === 'sold' && !isUnprinted(sold, printed) && performance.now() - shown.current.at_ms < CONFIRM_AFTER_MS
    if (!isTooSoon) onPrint()
  }
  // PINs of a practice sale are sent to nobody. The dialog is a form and needs the contract's schemas, which are loaded with the later parts.
  const maySend = hasPins && BulkFile !== undefined && sales.every(({ training_no }) => training_no === null)
  return (
    <section className={`stack gap-12 ${styles.sale}`} aria-label={t('title')}>
      <div className="ends middle">
        <p role="status" className={`badge ${outcome && outcome !== 'closed' ? 'warning' : 'success'}`}>
          {sold.how === 'sold' && outcome
            ? outcome === 'doubtful'
              ? doubts('doubtful')
              : t(outcome === 'closed' ? 'printed' : 'not_printed')
            : t(sold.how, { number: String(sale.copy) })}
        </p>
        <button type="button" className={`bare row one-line gap-4 ${styles.close}`} onClick={onClose}>
          <span className="hidden-visually">{word('close')} </span>
          <Key>Esc</Key> <X size={20} aria-hidden />
        </button>
      </div>
      {sales.map((one) => (
        <SoldCard key={`${one.sale_id} ${one.configuration_id}`} sale={one} hidden={hidden} />
      ))}
      {sold.download_id && BulkFile && <BulkFile download_id={sold.download_id} onFetched={onFetched} />}
      <div className={styles.actions}>
        {!awaitsFile(sold) && (
          <Action isMain onClick={print}>
            {word(isUnprinted(sold, printed) ? 'print_the_slip' : 'reprint')} <Key>F8</Key>
          </Action>
        )}
        {maySend && <Action onClick={() => setSending(true)}>{word('send_by_message')}</Action>}
        {hasPins && (
          <button type="button" className={`surface tall ${styles.further}`} aria-label={more} aria-expanded={isOpen} onClick={() => onOpen(!isOpen)}>
            …
          </button>
        )}
      </div>
      {hasPins && isOpen && (
        <div className="cells" style={{ '--least': '120px' }}>
          <Action onClick={() => setHidden(!hidden)}>{t(hidden ? 'show' : 'hide')}</Action>
          <Action onClick={() => clipboard.copy(pins.map(({ pin }) => pin).join('\n'))}>{word(clipboard.copied ? 'copied' : 'copy')}</Action>
        </div>
      )}
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
      <div className="ends middle">
        <b>{`${sale.quantity} × ${sale.product_name}`}</b>
        <b>{format.money(sale.value * sale.quantity)}</b>
      </div>
      {sale.pins.length > 0 && !hidden && (
        <ol className="lines gap-4">
          {sale.pins.map(({ pin_id, pin }) => (
            <li key={pin_id} className={`mono ${styles.pin}`} style={{ '--letters': pinGroups(pin).length }}>
              {pinGroups(pin)
                .split(' ')
                .map((group, i) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: the groups of a PIN never change their places
                  <Fragment key={i}>
                    {i > 0 && ' '}
                    <span className="nowrap">{group}</span>
                  </Fragment>
                ))}
            </li>
          ))}
        </ol>
      )}
    </>
  )
}

const Action = ({ isMain, onClick, children }: { isMain?: true; onClick: () => void; children: ReactNode }) => (
  <button type="button" className={`surface control tall medium ${isMain ? styles.main : ''}`} onClick={onClick}>
    {children}
  </button>
)

/** Whether the PINs of a sale are hidden. They are hidden a minute after they were shown, so that the next customer does not see them. */
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
