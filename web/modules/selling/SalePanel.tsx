// The chosen product, how many, what it costs, and the one button: the panel is the confirmation.
import { Button } from '@mantine/core'
import type { FormEvent, ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import type { Money } from '../../../contract/kit/money.ts'
import { BULK_MAX, QUANTITY_MAX } from '../../../contract/selling.ts'
import { useConnection } from '../../kit/base/connection.ts'
import * as format from '../../kit/base/format.ts'
import { FewLeft } from './FewLeft.tsx'
import { EnterKey, Key } from './Key.tsx'
import { OwnPrice } from './OwnPrice.tsx'
import { QuantityField } from './QuantityField.tsx'
import { SaleRefusal } from './SaleRefusal.tsx'
import styles from './sale.module.css'
import type { Chosen, Question } from './sale-state.ts'
import { readQuantity } from './till-input.ts'

type Props = {
  chosen: Chosen
  /** How many are left, as the catalogue has it now; null means enough. */
  left: number | null
  busy: boolean
  refusal: unknown
  available: Money | undefined
  /** The quantity from which cards are sold as a file, up to 500; undefined where that is not allowed. */
  fileFrom: number | undefined
  /** The button that explains the price. */
  why: ReactNode
  onQuantity: (quantity: string) => void
  onCount: (quantity: number) => void
  onScan: (ean: string) => void
  onSubmit: (quantity: number) => void
  onCancel: () => void
}

export function SalePanel({ chosen, left, busy, refusal, available, fileFrom, why, onQuantity, onCount, onScan, onSubmit, onCancel }: Props) {
  const t = useTranslations('selling.sale')
  const { offer } = chosen
  const quantity_max = fileFrom === undefined ? QUANTITY_MAX : BULK_MAX
  const read = readQuantity(chosen.quantity, quantity_max)
  const quantity = read.kind === 'quantity' ? read.quantity : undefined
  const face = offer.value * (quantity ?? 0)
  const offline = useConnection() === 'offline'
  function submit(event: FormEvent) {
    event.preventDefault()
    if (quantity !== undefined && !busy && !offline) onSubmit(quantity)
  }
  function sellLeft(all: number) {
    onCount(all)
    onSubmit(all)
  }
  return (
    <form className={styles.sale} onSubmit={submit} aria-labelledby="till-sale" aria-busy={busy}>
      <div className={styles.line}>
        <h2 id="till-sale">{t('title')}</h2>
        <Button variant="subtle" size="compact-sm" className={styles.cancel} onClick={onCancel} disabled={busy}>
          {t('cancel')} <Key>Esc</Key>
        </Button>
      </div>
      <div className={styles.line}>
        <b>{[offer.product_name, offer.info].filter(Boolean).join(' ')}</b>
        <b>{format.money(offer.value)}</b>
      </div>
      <QuantityField text={chosen.quantity} read={read} quantity_max={quantity_max} picked={chosen.picked} onText={onQuantity} onScan={onScan} />
      {refusal === undefined && quantity !== undefined && <FewLeft left={left} quantity={quantity} onQuantity={onCount} />}
      <div className={`${styles.line} ${styles.total}`}>
        <span>{t('customer_pays')}</span>
        <span>{quantity === undefined ? '–' : format.money(face)}</span>
      </div>
      {offer.price !== null && <OwnPrice total={quantity && offer.price * quantity} available={available} why={!offline && why} />}
      <SaleRefusal error={refusal} offer={offer} onQuantity={onCount} onSell={sellLeft} />
      {chosen.asked?.question === 'again' && (
        <p role="alert" className="notice warning">
          {t('again_hint', { product: `${offer.product_name} ${format.money(offer.value)}` })}
        </p>
      )}
      <Button
        type="submit"
        className={styles.go}
        color={chosen.asked ? 'warning' : 'brand'}
        disabled={offline || quantity === undefined}
        aria-disabled={busy || undefined}
      >
        <SellLabel
          asked={chosen.asked?.question}
          busy={busy}
          bulk={fileFrom !== undefined && quantity !== undefined && quantity >= fileFrom}
          offline={offline}
          figures={{ quantity: format.count(quantity ?? 0), value: format.money(offer.value), total: format.money(face) }}
        />
      </Button>
    </form>
  )
}

type LabelProps = {
  asked: Question | undefined
  busy: boolean
  bulk: boolean
  offline: boolean
  figures: { quantity: string; value: string; total: string }
}

function SellLabel({ asked, busy, bulk, offline, figures }: LabelProps) {
  const t = useTranslations('selling.sale')
  if (offline) return t('offline')
  if (busy) return t('selling')
  const text = asked === 'large' ? t('confirm', figures) : asked ? t(asked) : t(bulk ? 'sell_file' : 'sell')
  return (
    <>
      {text} <EnterKey />
    </>
  )
}
