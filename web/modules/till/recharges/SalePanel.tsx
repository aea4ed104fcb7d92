// The panel that sells one value of a brand: fields for the telephone number, which is typed twice (none for a code), and one button.

import { Button, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { RechargeOffer } from '../../../../contract/till/recharges.ts'
import type { Sale } from '../../../../contract/till/selling.ts'
import { useConnection } from '../../../kit/base/connection.ts'
import * as format from '../../../kit/base/format.ts'
import { EnterKey } from '../../../kit/counter/Key.tsx'
import styles from '../../../kit/counter/live-sale.module.css'
import { Choices } from '../../../kit/form/Choices.tsx'
import { changedPrice, isAskedAgain, SupplierWeather, Why } from '../live-selling/live-selling.ts'
import { isFound, KeepNumber, type KnownNumber, KnownNumbers, type ReadNumber, readNumber, useSavedNumbers } from '../saved-numbers/saved-numbers.ts'
import { usePurchase } from './use-purchase.ts'
import type { Way } from './ways.ts'

/** The country of a telephone number that is typed without a dial code, because these brands are sold in Germany. */
const HOME = 'DE'
/** The most saved numbers that are shown: about as many as people can take in at a glance. */
const SHOWN = 6

type Props = { by: Way; offer: RechargeOffer; onSent: () => void; onSold: (sale: Sale | null) => void }

export function SalePanel({ by, offer, onSent, onSold }: Props) {
  const t = useTranslations('top_ups')
  const word = useTranslations('house.words')
  const { recharge, code, value } = offer
  const [way, setWay] = useState<'number' | 'code'>(recharge ? 'number' : 'code')
  const [text, setText] = useState('')
  const [again, setAgain] = useState('')
  const { sell, busy, refusal, forget } = usePurchase(by)
  const offline = useConnection() === 'offline'
  const number = readNumber(text, HOME)
  const isRepeated = number !== undefined && readNumber(again, HOME)?.mobile_number === number.mobile_number
  const isWrong = number !== undefined && again.replace(/\D/g, '').length >= text.replace(/\D/g, '').length && !isRepeated
  const chosen = way === 'code' ? code : recharge

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (!chosen || busy || offline) return
    const price_seen = changedPrice(refusal) ?? chosen.price ?? value
    if (way === 'code') return sell.code({ configuration_id: chosen.configuration_id, price_seen }, onSold)
    if (!number || !isRepeated) return
    const to = { mobile_number: number.mobile_number, mobile_number_again: again }
    await sell.recharge({ ...to, configuration_id: chosen.configuration_id, price_seen, once_more: isAskedAgain(refusal) }, onSent, onSold)
  }

  return (
    <form className={`card stack gap-12 stays ${styles.panel}`} onSubmit={submit} aria-label={t('send.label')} aria-busy={busy}>
      <div className="ends">
        <b>{offer.brand}</b>
        <b>{format.money(value)}</b>
      </div>
      {recharge && code && (
        <Choices
          label={t('recharge.way')}
          value={way}
          choices={[
            { value: 'number', label: t('recharge.to_a_number') },
            { value: 'code', label: t('recharge.as_code') },
          ]}
          choose={(next) => {
            setWay(next)
            forget()
          }}
        />
      )}
      {way === 'number' && <NumberTwice {...{ text, again, number, isWrong }} onText={setText} onAgain={setAgain} />}
      <div className={`ends middle strong ${styles.total}`}>
        <span>{word('customer_pays')}</span>
        <span>{format.money(value)}</span>
      </div>
      {chosen && chosen.price !== null && <span className="muted">{t('send.own_price', { price: format.money(chosen.price) })}</span>}
      {chosen && <SupplierWeather weather={chosen.weather} />}
      <Why error={refusal} />
      <Button
        type="submit"
        className="go"
        color={isAskedAgain(refusal) ? 'warning' : 'brand'}
        disabled={offline || !chosen || (way === 'number' && !isRepeated)}
        aria-disabled={busy || undefined}
      >
        {offline
          ? t('send.offline')
          : busy
            ? word('sending')
            : isAskedAgain(refusal)
              ? t('send.once_more')
              : way === 'code'
                ? t('recharge.sell_code')
                : t('recharge.send')}{' '}
        <EnterKey />
      </Button>
    </form>
  )
}

type TwiceProps = {
  text: string
  again: string
  number: ReadNumber | undefined
  isWrong: boolean
  onText: (text: string) => void
  onAgain: (text: string) => void
}

/** The number and its repetition. A number to which the shop has sold before need not be repeated, because choosing it fills in both fields. */
function NumberTwice({ text, again, number, isWrong, onText, onAgain }: TwiceProps) {
  const t = useTranslations('top_ups')
  const problemText = useTranslations('errors.problems')
  const field = useTranslations('fields')
  const saved = useSavedNumbers().filter(({ country }) => country === HOME)
  function choose({ mobile_number, isUsed }: KnownNumber) {
    const written = readNumber(mobile_number, HOME)?.written ?? mobile_number
    onText(written)
    onAgain(isUsed ? written : '')
  }
  return (
    <>
      <TextInput label={field('mobile_number')} type="tel" autoComplete="off" autoFocus value={text} onChange={(event) => onText(event.currentTarget.value)} />
      {number && <div className={`mono ${styles.groups}`}>{number.written}</div>}
      {number ? (
        <KeepNumber mobile_number={number.mobile_number} />
      ) : (
        <KnownNumbers label={t('saved.title')} numbers={saved.filter((one) => isFound(one, text)).slice(0, SHOWN)} onPick={choose} />
      )}
      <TextInput
        label={t('send.again')}
        error={isWrong ? problemText('mobile_not_matched') : undefined}
        type="tel"
        autoComplete="off"
        value={again}
        onChange={(event) => onAgain(event.currentTarget.value)}
      />
    </>
  )
}
