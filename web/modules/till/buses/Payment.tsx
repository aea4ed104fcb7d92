// The passenger's price, the field for a voucher, and the button that sells. If no answer comes, the same booking is requested again, so that nothing is sold
// twice.

import { Button, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { difference } from '../../../../contract/kit/cents.ts'
import { CallError } from '../../../../contract/kit/client.ts'
import { query } from '../../../kit/base/api.ts'
import * as format from '../../../kit/base/format.ts'
import { usePreferences } from '../../../kit/base/preferences.ts'
import { Refusal } from '../../../kit/page/Refusal.tsx'
import styles from './buses.module.css'
import type { Booking, BookingAtHand } from './use-booking.ts'

export function Payment({ at, booking }: { at: BookingAtHand; booking: Booking }) {
  const t = useTranslations('buses.booking')
  const fieldName = useTranslations('fields')
  const problems = useTranslations('errors.problems')
  const [{ own_price }] = usePreferences()
  const [voucher, setVoucher] = useState('')
  const [email, setEmail] = useState('')
  const [busy, setBusy] = useState<'voucher' | 'pay'>()
  const [failed, setFailed] = useState<{ of: 'voucher' | 'pay'; error: unknown }>()
  const { price, price_own } = booking
  const { data: wallet } = useQuery(query('balance', {}))

  async function go(of: 'voucher' | 'pay', work: () => Promise<unknown>) {
    if (busy) return
    setBusy(of)
    setFailed(undefined)
    try {
      await work()
    } catch (error) {
      setFailed({ of, error })
    } finally {
      setBusy(undefined)
    }
  }
  const redeem = () =>
    go('voucher', async () => {
      await at.go({ step: 'voucher', voucher })
      setVoucher('')
    })
  const pay = () => go('pay', () => at.go({ step: 'pay', price_seen: price_own ?? price, ...(email.trim() && { email }) }))
  const problem = (field: string) => {
    const found = failed?.error instanceof CallError ? failed.error.problems.find((one) => one.field === field) : undefined
    return found && problems(found.code)
  }
  const refusal = (of: 'voucher' | 'pay') =>
    failed?.of === of && !(failed.error instanceof CallError && failed.error.problems.length > 0) ? <Refusal error={failed.error} changes /> : null
  return (
    <>
      <form
        className="card stack"
        aria-label={t('voucher')}
        onSubmit={(event) => {
          event.preventDefault()
          void redeem()
        }}
      >
        <div className="row" style={{ alignItems: 'end' }}>
          <TextInput
            label={t('voucher')}
            value={voucher}
            autoComplete="off"
            error={problem('voucher')}
            onChange={({ currentTarget }) => setVoucher(currentTarget.value.trim())}
          />
          <Button type="submit" variant="default" disabled={!voucher || busy !== undefined}>
            {t('redeem')}
          </Button>
        </div>
        {booking.discount > 0 && <p className="notice success">{t('discount', { amount: format.money(booking.discount) })}</p>}
        {refusal('voucher')}
      </form>
      <form
        className="card stack"
        aria-label={fieldName('payment')}
        onSubmit={(event) => {
          event.preventDefault()
          void pay()
        }}
      >
        <TextInput
          maw={360}
          label={t('email')}
          description={t('email_hint')}
          type="email"
          autoComplete="off"
          value={email}
          error={problem('email')}
          onChange={({ currentTarget }) => setEmail(currentTarget.value)}
        />
        <div>
          <span className="muted">{t('price')}</span>
          <div className={styles.great}>{format.money(price)}</div>
          {price_own !== null && own_price && (
            <div className="muted">
              {t('own', { amount: format.money(price_own) })}
              {wallet && ` · ${t('left_after', { amount: format.money(difference(wallet.available, price_own)) })}`}
            </div>
          )}
        </div>
        {refusal('pay')}
        <div>
          <Button type="submit" h={56} disabled={busy !== undefined}>
            {t('pay', { amount: format.money(price) })}
          </Button>
        </div>
      </form>
    </>
  )
}
