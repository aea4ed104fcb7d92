// The sale of one brand's value: the number typed twice, or a code at once; one button.
import { Button, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { CallError } from '../../../../contract/kit/client.ts'
import type { CodeSource, RechargeOffer } from '../../../../contract/till/recharges.ts'
import type { Sale } from '../../../../contract/till/selling.ts'
import { ask } from '../../../kit/base/api.ts'
import { useConnection } from '../../../kit/base/connection.ts'
import * as format from '../../../kit/base/format.ts'
import { Choices } from '../../../kit/form/Choices.tsx'
import { isRefusal } from '../../../kit/form/use-transaction-key.ts'
import { EnterKey } from '../selling/Key.tsx'
import { KeepNumber } from '../top-ups/KeepNumber.tsx'
import { KnownNumbers } from '../top-ups/KnownNumbers.tsx'
import { isFound, type KnownNumber } from '../top-ups/number-search.ts'
import { readNumber } from '../top-ups/numbers.ts'
import { SupplierWeather } from '../top-ups/SupplierWeather.tsx'
import styles from '../top-ups/top-ups.module.css'
import { useSavedNumbers } from '../top-ups/use-saved-numbers.ts'
import { changedPrice, isAskedAgain, Why } from '../top-ups/Why.tsx'
import type { Way } from './ways.ts'

/** Numbers belong to the brands' country; one written with a dial code to the country of that code. */
const HOME = 'DE'
/** The most entries shown, which one can take in at a glance. */
const SHOWN = 6
const moved = ['rechargesList', 'rechargeOffers', 'onDemandSold', 'onDemandOffers', 'balance', 'authCheck'] as const

type Props = { by: Way; offer: RechargeOffer; onSent: () => void; onSold: (sale: Sale | null) => void }

export function SalePanel({ by, offer, onSent, onSold }: Props) {
  const t = useTranslations('top_ups')
  const word = useTranslations('house.words')
  const problemText = useTranslations('errors.problems')
  const field = useTranslations('fields')
  const { recharge, code, value } = offer
  const [way, setWay] = useState<'number' | 'code'>(recharge ? 'number' : 'code')
  const [text, setText] = useState('')
  const [again, setAgain] = useState('')
  const { sell, busy, refusal, forget } = useSelling(by)
  const offline = useConnection() === 'offline'
  const number = readNumber(text, HOME)
  const isRepeated = number !== undefined && readNumber(again, HOME)?.mobile_number === number.mobile_number
  const isWrong = number !== undefined && again.replace(/\D/g, '').length >= text.replace(/\D/g, '').length && !isRepeated
  const saved = useSavedNumbers().filter(({ country }) => country === HOME)
  function choose({ mobile_number, isUsed }: KnownNumber) {
    const written = readNumber(mobile_number, HOME)?.written ?? mobile_number
    setText(written)
    setAgain(isUsed ? written : '')
  }
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
      {way === 'number' && (
        <>
          <TextInput
            label={field('mobile_number')}
            type="tel"
            autoComplete="off"
            autoFocus
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
          />
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
            onChange={(event) => setAgain(event.currentTarget.value)}
          />
        </>
      )}
      <div className={`ends ${styles.total}`}>
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

type Code = { configuration_id: string; price_seen: number }
type Recharge = Code & { mobile_number: string; mobile_number_again: string; once_more: boolean }

/** Sells with one key per purchase: without an answer the same key is sent again. */
function useSelling(by: Way) {
  const cache = useQueryClient()
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<unknown>()
  const open = useRef<{ content: string; transaction_key: string }>(undefined)
  /** Sells from stock alone after the supplier refused, because stock needs another key. */
  const source = useRef<CodeSource>(undefined)

  async function keyFor(content: string): Promise<string> {
    if (open.current?.content !== content) open.current = { content, ...(await ask('transactionKey', {})) }
    return open.current.transaction_key
  }
  async function attempt(work: () => Promise<void>): Promise<void> {
    setBusy(true)
    try {
      await work()
      open.current = undefined
    } catch (error) {
      if (isRefusal(error)) open.current = undefined
      setRefusal(error)
    } finally {
      setBusy(false)
      for (const name of moved) cache.invalidateQueries({ queryKey: [name] })
    }
  }
  async function codeFrom(asked: Code): Promise<Sale | null> {
    if (by === 'on_demand') return (await ask('onDemandSell', { ...asked, transaction_key: await keyFor(JSON.stringify(asked)) })).sale
    const wanted = { ...asked, ...(source.current && { comes_from: source.current }) }
    return (await ask('rechargeCode', { ...wanted, transaction_key: await keyFor(JSON.stringify(wanted)) })).sale
  }
  const sell = {
    recharge: (asked: Recharge, onSent: () => void, onSold: (sale: Sale | null) => void) =>
      attempt(async () => {
        const wanted = { ...asked, transaction_key: await keyFor(JSON.stringify(asked)) }
        if (by === 'on_demand') return onSold((await ask('onDemandSell', wanted)).sale)
        await ask('rechargeSend', wanted)
        onSent()
      }),
    code: (asked: Code, onSold: (sale: Sale | null) => void) =>
      attempt(async () => {
        try {
          onSold(await codeFrom(asked))
        } catch (error) {
          if (by === 'on_demand' || !(error instanceof CallError) || error.code !== 'supplier_refused' || source.current) throw error
          source.current = 'stock'
          onSold(
            await codeFrom(asked).catch((second: unknown) => {
              if (!(second instanceof CallError) || second.code !== 'out_of_stock') throw second
              source.current = undefined
              throw error
            }),
          )
        }
      }),
  }
  return { sell, busy, refusal, forget: () => setRefusal(undefined) }
}
