// Bus tickets: search, reserve, name the passengers, pay, print. The search is in the address; after a reload a started booking is shown again.
import { Button, NativeSelect } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Trip } from '../../../../contract/till/buses.ts'
import { useUser } from '../../../kit/base/api.ts'
import { can } from '../../../kit/base/can.ts'
import * as format from '../../../kit/base/format.ts'
import { useUrlState } from '../../../kit/base/url.ts'
import { LinkButton } from '../../../kit/page/LinkButton.tsx'
import { PageTitle } from '../../../kit/page/PageTitle.tsx'
import { Refusal } from '../../../kit/page/Refusal.tsx'
import styles from './buses.module.css'
import { type Journey, journeyIn, type Order, orders, stateOf } from './journey.ts'
import type { Named } from './passengers.ts'
import { Results } from './Results.tsx'
import { SearchForm } from './SearchForm.tsx'
import { type BookingAtHand, useBooking } from './use-booking.ts'

/** The panel of a booking. It is loaded only if there is a booking, because it needs the code that draws the ticket and its QR code. */
const BookingPanel = lazy(() => import('./BookingPanel.tsx').then((panel) => ({ default: panel.BookingPanel })))

export default function Buses() {
  const t = useTranslations('buses.list')
  const at = useBooking()
  /** The passengers are kept if the seats are lost, so that nobody has to type the same names twice. */
  const [people, setPeople] = useState<readonly Named[]>([])
  return (
    <div className="stack">
      <PageTitle>
        {can(useUser(), 'busTickets') && (
          <LinkButton to="/flixbus/tickets" variant="default">
            {t('show')}
          </LinkButton>
        )}
      </PageTitle>
      <Suspense fallback={<i data-waiting hidden />}>
        {at.booking ? <BookingPanel at={at} booking={at.booking} people={people} name={setPeople} /> : !at.isLooking && <Finding at={at} />}
      </Suspense>
    </div>
  )
}

function Finding({ at }: { at: BookingAtHand }) {
  const t = useTranslations('buses.results')
  const searching = useTranslations('buses.search')
  const user = useUser()
  const isPractice = user.is_training === 1
  const [state, change] = useUrlState()
  const journey = journeyIn(state)
  const [out, setOut] = useState<Trip>()
  const [back, setBack] = useState<Trip>()
  const [error, setError] = useState<unknown>()
  const cache = useQueryClient()
  const isAsked = Boolean(journey.from && journey.to && state['day'])
  const order = orders.find((one) => one === state['order']) ?? 'time'

  function begin() {
    setOut(undefined)
    setBack(undefined)
    setError(undefined)
  }
  function search(next: Journey) {
    begin()
    change(stateOf(next))
  }
  /** Called when reserving was refused: shows the reason, and reads the available trips again. */
  function refused(failure: unknown) {
    begin()
    setError(failure)
    void cache.invalidateQueries({ queryKey: ['flixbus'] })
  }
  const { adults, children, bikes, from, to, day, back: until } = journey
  const party = { adults, children, bikes }
  return (
    <>
      {isPractice && <p className="notice warning">{searching('practice')}</p>}
      <SearchForm key={JSON.stringify(stateOf(journey))} journey={journey} search={search} />
      {isAsked && (
        <>
          <Refusal error={error} />
          <NativeSelect
            maw={240}
            label={t('sort')}
            data={orders.map((value) => ({ value, label: t(value) }))}
            value={order}
            onChange={({ currentTarget }) => change({ order: currentTarget.value === 'time' ? undefined : (currentTarget.value as Order) })}
          />
          <Results
            title={t('out')}
            way={{ ...party, from, to, day }}
            order={order}
            chosen={out}
            choose={setOut}
            go={(next) => search({ ...journey, day: next, ...later(next, until) })}
          />
          {until !== undefined && out && (
            <Results
              title={t('back')}
              way={{ ...party, from: to, to: from, day: until }}
              order={order}
              chosen={back}
              choose={setBack}
              go={(next) => change({ back: next })}
            />
          )}
          {out && until !== undefined && !back && <p className="notice">{t('choose_back')}</p>}
          {out && (until === undefined || back) && can(user, 'busCancel') && (
            <Reserve at={at} party={party} trips={back ? [out, back] : [out]} refused={refused} />
          )}
        </>
      )}
    </>
  )
}

const later = (day: string, back: string | undefined) => (back === undefined ? {} : { back: back < day ? day : back })

type ReserveProps = { at: BookingAtHand; party: Pick<Journey, 'adults' | 'children' | 'bikes'>; trips: readonly Trip[]; refused: (error: unknown) => void }

/** The button that reserves seats. For a return journey it reserves the seats of both directions or none. */
function Reserve({ at, party, trips, refused }: ReserveProps) {
  const t = useTranslations('buses.results')
  const field = useTranslations('fields')
  const [isBusy, setBusy] = useState(false)
  async function reserve() {
    setBusy(true)
    await at.reserve({ step: 'reserve', ...party, trip_ids: trips.map(({ trip_id }) => trip_id) }).catch(refused)
    setBusy(false)
  }
  return (
    <div className={`card row bar ${styles.sum}`}>
      <span className="muted">{field('total')}</span>
      <b className={styles.great}>{format.money(trips.reduce((sum, { price }) => sum + price, 0))}</b>
      <Button disabled={isBusy} onClick={() => void reserve()}>
        {t('reserve')}
      </Button>
    </div>
  )
}
