// The booking that is in progress: how long the seats are reserved, the passengers, the price, and the outcome.
import { Button } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { browserTime } from '../../../kit/base/server-clock.ts'
import { clockText, useSecondsUntil } from '../../../kit/form/use-seconds-left.ts'
import styles from './buses.module.css'
import { PassengersForm } from './PassengersForm.tsx'
import { Payment } from './Payment.tsx'
import type { Named } from './passengers.ts'
import { TicketView } from './TicketView.tsx'
import { TripCards } from './TripCards.tsx'
import type { Booking, BookingAtHand } from './use-booking.ts'

const WARN_S = 120

type Props = { at: BookingAtHand; booking: Booking; people: readonly Named[]; name: (people: readonly Named[]) => void }

export function BookingPanel({ at, booking, people, name }: Props) {
  const t = useTranslations('buses.booking')
  const left = useSecondsUntil(browserTime(Date.parse(booking.ends_at)))
  const [isNaming, setNaming] = useState(booking.state === 'reserved')
  // biome-ignore lint/correctness/useExhaustiveDependencies: the effect runs at each new step, whose top says how long the seats are held
  useEffect(() => {
    window.scrollTo({ top: 0 })
  }, [booking.state])
  const isHeld = booking.state === 'reserved' || booking.state === 'filled'
  const next = (text: string, look: 'filled' | 'default' = 'filled') => (
    <div>
      <Button variant={look} onClick={at.forget}>
        {text}
      </Button>
    </div>
  )
  if (booking.state === 'over' || (isHeld && left === 0))
    return (
      <section className="card stack">
        <p role="alert" className="notice warning">
          {t('over')}
        </p>
        {next(t('again'))}
      </section>
    )
  if (booking.state === 'checking')
    return (
      <section className="stack">
        <p role="status" className="notice warning">
          {t('checking')}
        </p>
        <TripCards booking={booking} />
        {next(t('next'), 'default')}
      </section>
    )
  if (booking.state === 'refused')
    return (
      <section className="card stack">
        <p role="alert" className="notice danger">
          {t('refused')}
        </p>
        {next(t('again'))}
      </section>
    )
  if (!isHeld)
    return (
      <section className="stack">
        <div className="notice success row">
          <span role="status">{t('sold')}</span>
          <div className="push">{next(t('next'))}</div>
        </div>
        <TicketView booking={booking} ticket={at.ticket} askWith={at.askWith} again={at.again} />
      </section>
    )
  return (
    <div className="stack">
      <div className={`notice row ${styles.hold} ${left <= WARN_S ? 'warning' : ''}`}>
        <span role="timer">{t('left', { time: clockText(left) })}</span>
        <Button className="push" variant="default" size="xs" onClick={at.forget}>
          {t('give_up')}
        </Button>
        {/* Screen readers announce the warning once, when it appears. */}
        <span role="status" className="hidden-visually">
          {left <= WARN_S ? t('soon') : ''}
        </span>
      </div>
      <TripCards booking={booking} />
      {isNaming ? (
        <PassengersForm at={at} booking={booking} people={people} name={name} saved={() => setNaming(false)} />
      ) : (
        <>
          <div className="card row">
            <span>{t('saved')}</span>
            <Button className="push" variant="default" size="xs" onClick={() => setNaming(true)}>
              {t('change')}
            </Button>
          </div>
          <Payment at={at} booking={booking} />
        </>
      )}
    </div>
  )
}
