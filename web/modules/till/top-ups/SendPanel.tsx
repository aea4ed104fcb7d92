// The confirmation of a top-up: the amount, the price, the number again, and one button. The number is typed twice, unless this shop has topped it up before.

import { Button, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { difference } from '../../../../contract/kit/cents.ts'
import { steps, type TopUpProduct } from '../../../../contract/till/top-ups.ts'
import { query } from '../../../kit/base/api.ts'
import { useConnection } from '../../../kit/base/connection.ts'
import * as format from '../../../kit/base/format.ts'
import { EnterKey } from '../../../kit/counter/Key.tsx'
import styles from '../../../kit/counter/live-sale.module.css'
import { changedPrice, isAskedAgain, Why } from '../live-selling/live-selling.ts'
import { type ReadNumber, readNumber } from '../saved-numbers/saved-numbers.ts'
import { arriving } from './ProductTiles.tsx'

export type Sending = { amount: string | undefined; price_seen: number; value: number; once_more: boolean; again: string }

type Props = {
  product: TopUpProduct
  number: ReadNumber
  /** Whether this shop has sent to the number before, so that it need not be typed twice. */
  isKnown: boolean
  busy: boolean
  refusal: unknown
  onSend: (sending: Sending) => void
}

export function SendPanel({ product, number, isKnown, busy, refusal, onSend }: Props) {
  const t = useTranslations('top_ups')
  const word = useTranslations('house.words')
  const problemText = useTranslations('errors.problems')
  const isChosen = product.arrives.from !== product.arrives.to
  const [amount, setAmount] = useState('')
  const [again, setAgain] = useState('')
  const wanted = amount.trim().replace(',', '.')
  const isAmount = /^\d{1,12}(\.\d{1,4})?$/.test(wanted)
  const { configuration_id, operator_id } = product
  const quote = useQuery({
    ...query('dtOne', { configuration: steps.products, operator_id, configuration_id, amount: wanted }),
    enabled: isChosen && isAmount,
  })
  const quoted = quote.data?.quote?.amount === wanted ? quote.data.quote : undefined
  const costs = isChosen ? quoted : product
  const isRepeated = isKnown || readNumber(again, number.country)?.mobile_number === number.mobile_number
  const isWrong = again.replace(/\D/g, '').length >= number.mobile_number.length - 1 && !isRepeated
  const isSentBefore = isAskedAgain(refusal)
  const offline = useConnection() === 'offline'
  const available = useQuery(query('balance', {})).data?.available
  function submit(event: FormEvent) {
    event.preventDefault()
    if (!costs || !isRepeated || busy || offline) return
    const price_seen = changedPrice(refusal) ?? costs.price ?? costs.value
    onSend({ amount: isChosen ? wanted : undefined, price_seen, value: costs.value, once_more: isSentBefore, again: isKnown ? number.mobile_number : again })
  }
  return (
    <form className={`card stack gap-12 stays ${styles.panel}`} onSubmit={submit} aria-label={t('send.label')} aria-busy={busy}>
      <div className="ends">
        <b>{product.name}</b>
        <b>{arriving(product)}</b>
      </div>
      {isChosen && (
        <TextInput
          label={t('send.amount', { unit: product.arrives.unit })}
          description={t('send.steps', { from: product.arrives.from, to: product.arrives.to, step: product.arrives.step ?? '–' })}
          inputMode="decimal"
          autoComplete="off"
          data-autofocus
          value={amount}
          onChange={(event) => setAmount(event.currentTarget.value)}
        />
      )}
      <div>
        <span className="muted">{t('send.to')}</span>
        <div className={`mono ${styles.groups}`}>{number.written}</div>
      </div>
      {!isKnown && (
        <TextInput
          label={t('send.again')}
          error={isWrong ? problemText('mobile_not_matched') : undefined}
          type="tel"
          autoComplete="off"
          {...(!isChosen && { 'data-autofocus': true })}
          value={again}
          onChange={(event) => setAgain(event.currentTarget.value)}
        />
      )}
      <div className={`ends middle strong ${styles.total}`}>
        <span>{word('customer_pays')}</span>
        <span>{costs ? format.money(costs.value) : '–'}</span>
      </div>
      {costs && costs.price !== null && available !== undefined && (
        <div className="ends muted">
          <span>{t('send.own_price', { price: format.money(costs.price) })}</span>
          <span>{t('send.available_after', { amount: format.money(difference(available, costs.price)) })}</span>
        </div>
      )}
      <Why error={refusal} />
      <Button
        type="submit"
        className="go"
        color={isSentBefore ? 'warning' : 'brand'}
        disabled={offline || !costs || !isRepeated}
        aria-disabled={busy || undefined}
      >
        {offline ? t('send.offline') : busy ? word('sending') : isSentBefore ? t('send.once_more') : t('send.send')} <EnterKey />
      </Button>
    </form>
  )
}
