// The panel of the current sale: product, quantity, price, and the button that sells, which opens no dialog: a question, if there is one, is asked here.
import { Button } from '@mantine/core'
import type { FormEvent, KeyboardEvent, ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import type { Money } from '../../../../contract/kit/money.ts'
import { BULK_MAX, QUANTITY_MAX } from '../../../../contract/till/selling.ts'
import { useConnection } from '../../../kit/base/connection.ts'
import * as format from '../../../kit/base/format.ts'
import { EnterKey, Key } from '../../../kit/counter/Key.tsx'
import { readQuantity } from '../../../kit/counter/till-input.ts'
import { Refusal } from '../../../kit/page/Refusal.tsx'
import { type Chosen, countOf, faceOf, type Line, type Question } from './basket.ts'
import { useLater } from './later.ts'
import { OwnPrice } from './OwnPrice.tsx'
import { QuantityField } from './QuantityField.tsx'
import styles from './sale.module.css'
import type { SaleAction } from './sale-state.ts'

type Props = {
  chosen: Chosen
  /** The other cards of the basket. */
  basket: readonly Line[]
  /** How many PINs are left according to the catalogue of offers as last read; null means enough. */
  left: number | null
  busy: boolean
  refusal: unknown
  available: Money | undefined
  /** The quantity from which cards are sold as a file, up to 500; undefined if that is not allowed. */
  fileFrom: number | undefined
  /** The button that explains how the price was computed. */
  why: ReactNode
  dispatch: (action: SaleAction) => void
  onScan: (ean: string) => void
  onSubmit: (quantity: number) => void
  onCancel: () => void
}

export function SalePanel({ chosen, basket, left, busy, refusal, available, fileFrom, why, dispatch, onScan, onSubmit, onCancel }: Props) {
  const t = useTranslations('selling.sale')
  const word = useTranslations('house.words')
  const { BasketLines, AddCard, Collect, FewLeft, SaleRefusal } = useLater()
  const { offer, asked } = chosen
  const onCount = (count: number) => dispatch({ type: 'count', quantity: count })
  const quantity_max = basket.length === 0 && fileFrom !== undefined ? BULK_MAX : QUANTITY_MAX - countOf(basket)
  const read = readQuantity(chosen.quantity, quantity_max)
  const quantity = read.kind === 'quantity' ? read.quantity : undefined
  const all = [...basket, { offer, quantity: quantity ?? 0 }]
  const face = faceOf(all)
  const own = all.reduce((sum, line) => sum + (line.offer.price ?? 0) * line.quantity, 0)
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
    <form className={`stack gap-12 ${styles.sale}`} onSubmit={submit} onKeyDown={notHeld} aria-labelledby="till-sale" aria-busy={busy}>
      <div className="ends middle">
        <h2 id="till-sale">{word('sale')}</h2>
        <div className="row one-line">
          {AddCard && !asked && fileFrom !== 1 && countOf(all) < QUANTITY_MAX && (
            <AddCard disabled={busy || quantity === undefined} onAdd={() => dispatch({ type: 'aside' })} />
          )}
          <Button variant="subtle" size="compact-sm" onClick={onCancel} disabled={busy}>
            {word('cancel')} <Key>Esc</Key>
          </Button>
        </div>
      </div>
      {asked?.question === 'collect' && Collect ? (
        <Collect lines={all} total={face} paid={asked.paid} onPaid={(paid) => dispatch({ type: 'paid', paid })} />
      ) : (
        <>
          {basket.length > 0 && BasketLines && <BasketLines lines={basket} busy={busy} dispatch={dispatch} />}
          <div className="ends middle">
            <b>{[offer.product_name, offer.info].filter(Boolean).join(' ')}</b>
            <b>{format.money(offer.value)}</b>
          </div>
          <QuantityField
            text={chosen.quantity}
            read={read}
            quantity_max={quantity_max}
            picked={chosen.picked}
            onText={(text) => dispatch({ type: 'quantity', quantity: text })}
            onScan={onScan}
            onAside={() => fileFrom !== 1 && dispatch({ type: 'aside' })}
          />
          {refusal === undefined && quantity !== undefined && FewLeft && <FewLeft left={left} quantity={quantity} onQuantity={onCount} />}
          <div className={`ends middle ${styles.total}`}>
            <span>{word('customer_pays')}</span>
            <span className="nowrap">{quantity === undefined ? '–' : format.money(face)}</span>
          </div>
          {offer.price !== null && <OwnPrice total={quantity && own} available={available} why={!offline && why} />}
        </>
      )}
      {SaleRefusal ? <SaleRefusal error={refusal} offer={offer} basket={basket} onQuantity={onCount} onSell={sellLeft} /> : <Refusal error={refusal} />}
      {asked?.question === 'again' && (
        <p role="alert" className="notice warning">
          {t('again_hint', { product: `${offer.product_name} ${format.money(offer.value)}` })}
        </p>
      )}
      <Button
        type="submit"
        className={`go ${styles.go}`}
        color={asked && asked.question !== 'collect' ? 'warning' : 'brand'}
        disabled={offline || quantity === undefined}
        aria-disabled={busy || undefined}
      >
        <SellLabel
          asked={asked?.question}
          busy={busy}
          bulk={fileFrom !== undefined && quantity !== undefined && quantity >= fileFrom}
          offline={offline}
          figures={{ quantity: format.count(countOf(all)), value: basket.length > 0 ? '' : format.money(offer.value), total: format.money(face) }}
        />
      </Button>
    </form>
  )
}

/** Ignores the repeated Enters of a key that is held down, so that they count as one press. */
const notHeld = (event: KeyboardEvent) => event.key === 'Enter' && event.repeat && event.preventDefault()

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
  const text =
    asked === 'large' ? t(figures.value ? 'confirm' : 'sell_left', figures) : asked && asked !== 'collect' ? t(asked) : t(bulk ? 'sell_file' : 'sell')
  return (
    <>
      {text} <EnterKey />
    </>
  )
}
