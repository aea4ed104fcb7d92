// The trips of one day and direction, with the prices of the days around it. Full trips are marked and cannot be chosen.
import { Button } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import type { Trip } from '../../../../contract/till/buses.ts'
import { useNamed } from '../../../kit/base/action-name.ts'
import { query } from '../../../kit/base/api.ts'
import * as format from '../../../kit/base/format.ts'
import { Empty, Failed } from '../../../kit/page/Empty.tsx'
import styles from './buses.module.css'
import { minutesOf, type Order, type Party, sorted, wayOf, weekdayOf } from './journey.ts'

export type Way = Party & { from: string; to: string; day: string }
type Props = { title: string; way: Way; order: Order; chosen: Trip | undefined; choose: (trip: Trip | undefined) => void; go: (day: string) => void }

export function Results({ title, way, order, chosen, choose, go }: Props) {
  const t = useTranslations('buses.results')
  const found = useQuery({ ...query('flixbus', { step: 'search', ...way }), placeholderData: keepPreviousData })
  // A chosen trip is shown alone, so that both directions and the sum are visible together.
  const trips = chosen ? [chosen] : sorted(found.data?.trips ?? [], order)
  return (
    <section className="stack" aria-label={title} aria-busy={found.isFetching || undefined}>
      <h2>{title}</h2>
      {!chosen && <DayStrip way={way} go={go} />}
      {found.isError && <Failed error={found.error} retry={() => found.refetch()} />}
      {found.isSuccess && trips.length === 0 && <Empty title={t('none')} hint={t('none_hint')} />}
      <ul className="lines">
        {trips.map((trip) => (
          <li key={trip.trip_id}>
            <TripRow trip={trip} isChosen={trip.trip_id === chosen?.trip_id} choose={choose} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function DayStrip({ way, go }: Pick<Props, 'way' | 'go'>) {
  const t = useTranslations('buses.results')
  const weekdays = useTranslations('charts.weekdays')
  const { data } = useQuery({ ...query('flixbus', { step: 'days', ...way }), placeholderData: keepPreviousData })
  return (
    <ul className={styles.strip} aria-label={t('days')}>
      {(data?.days ?? []).map(({ day, price }) => (
        <li key={day}>
          <button
            type="button"
            ref={day === way.day ? intoView : null}
            className={`card ${styles.stripDay}`}
            aria-current={day === way.day ? 'date' : undefined}
            onClick={() => go(day)}
          >
            <span>
              {weekdays(weekdayOf(day))} {format.day(day)}
            </span>
            <b>{price === null ? '–' : format.money(price)}</b>
          </button>
        </li>
      ))}
    </ul>
  )
}

/** Scrolls the row of days, which may be wider than a phone's screen, to the chosen day. */
function intoView(button: HTMLElement | null): void {
  const strip = button?.closest('ul')
  if (button && strip) strip.scrollLeft = button.offsetLeft - strip.offsetLeft - (strip.clientWidth - button.offsetWidth) / 2
}

type RowProps = { trip: Trip; isChosen: boolean; choose: Props['choose'] }

function TripRow({ trip, isChosen, choose }: RowProps) {
  const t = useTranslations('buses.results')
  const booking = useTranslations('buses.booking')
  const named = useNamed()
  const { departs, arrives, changes, seats, bikes, price, is_free, operated_by } = trip
  const minutes = minutesOf(trip)
  return (
    <div
      className={`card split top gap-16 ${styles.trip}`}
      style={{ '--columns': '150px minmax(0, 1fr) auto' }}
      data-chosen={isChosen || undefined}
      data-full={!is_free || undefined}
    >
      <div className="stack" style={{ gap: 2 }}>
        <b>
          {format.time(departs)} – {format.time(arrives)}
        </b>
        <span className="muted">{t('hours', { hours: String(Math.floor(minutes / 60)), minutes: String(minutes % 60) })}</span>
      </div>
      <div>
        {wayOf(trip)}
        <div className="muted">
          {t('changes', { count: changes })} · {operated_by.join(', ')}
        </div>
        <div className="muted">
          {t('seats', { count: format.count(seats) })} · {t('bikes', { count: format.count(bikes) })}
        </div>
      </div>
      <div className={`stack ${styles.fare}`}>
        <b>{format.money(price)}</b>
        <span className="muted">{t('everyone')}</span>
        {is_free ? (
          <Button
            variant="default"
            aria-label={named(isChosen ? booking('give_up') : t('choose'), format.time(departs))}
            onClick={() => choose(isChosen ? undefined : trip)}
          >
            {isChosen ? booking('give_up') : t('choose')}
          </Button>
        ) : (
          <span className="badge danger">{t('full')}</span>
        )}
      </div>
    </div>
  )
}
