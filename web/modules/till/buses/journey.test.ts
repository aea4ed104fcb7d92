// Tests how the search for bus trips is read from the address, and how trips are sorted.
import { expect, test } from 'vitest'
import type { Trip } from '../../../../contract/till/buses.ts'
import { dayAround, journeyIn, minutesOf, sorted, stateOf } from './journey.ts'

const TODAY = '2026-11-22'

test('an address without a search for bus trips means one adult, one way, tomorrow', () => {
  expect(journeyIn({}, TODAY)).toEqual({ from: '', to: '', day: '2026-11-23', back: undefined, adults: 1, children: 0, bikes: 0 })
})

test('in an address of a bus search, valid values are kept and impossible values corrected', () => {
  const asked = { from: '88', to: '94', day: '2026-12-01', back: '2026-12-05', adults: '2', children: '1', bikes: '3' }
  expect(stateOf(journeyIn(asked, TODAY))).toEqual(asked)
  const wrong = journeyIn({ day: '2026-11-21', back: '2026-11-01', adults: '0', children: '99', bikes: 'x' }, TODAY)
  expect(wrong).toMatchObject({ day: '2026-11-23', back: '2026-11-23', adults: 1, children: 20, bikes: 0 })
  expect(journeyIn({ day: '2026-02-31x', back: 'soon' }, TODAY)).toMatchObject({ day: '2026-11-23', back: undefined })
})

test('the day before and the day after are computed correctly at the end of a month and when the clocks change', () => {
  expect([dayAround('2026-11-30', 1), dayAround('2026-03-01', -1), dayAround('2026-10-25', 1)]).toEqual(['2026-12-01', '2026-02-28', '2026-10-26'])
})

const trip = (trip_id: string, departs: string, hours: number, price: number): Trip => ({
  ...{ trip_id, departs, arrives: new Date(Date.parse(departs) + hours * 3_600_000).toISOString(), price },
  ...{ from: '', to: '', changes: 0, operated_by: [], seats: 1, bikes: 0, is_free: true },
})
const trips = [trip('a', '2026-12-01T08:00:00.000Z', 9, 300), trip('b', '2026-12-01T06:00:00.000Z', 8, 200), trip('c', '2026-12-01T10:00:00.000Z', 7, 250)]

test('bus trips are sorted by time, price or duration', () => {
  const ids = (order: 'time' | 'price' | 'duration') =>
    sorted(trips, order)
      .map(({ trip_id }) => trip_id)
      .join('')
  expect([ids('time'), ids('price'), ids('duration')]).toEqual(['bac', 'bca', 'cba'])
  expect(trips.map(minutesOf)).toEqual([540, 480, 420])
})
