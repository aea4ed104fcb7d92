// Bus tickets in the states that a shop sees: searched, reserved, sold, and in the list.
import type { Page } from 'playwright-core'
import { callsOn } from '../kit/calls.ts'
import { onItsHost } from '../kit/open-page.ts'
import { begins, t } from '../kit/texts.ts'
import { at, firstRow, heading } from './shop-views.ts'
import type { View } from './views.ts'

const shop = { as: 'gare', kept: { language: 'fr' } }

const DAY = new Date(Date.now() + 60 * 86_400_000).toISOString().slice(0, 10)
const WAY = { from: '88', to: '94', day: DAY, adults: 1, children: 1 }
const SEARCHED = `/flixbus?from=88&to=94&day=${DAY}&adults=1&children=1`

export const busViews: readonly View[] = [
  { name: '/flixbus', by: shop, open: at('/flixbus', (page) => page.getByRole('button', { name: t('buses.search.submit') }).waitFor()) },
  { name: '/flixbus with trips', by: shop, open: at(SEARCHED, (page) => page.getByText(t('buses.results.full')).first().waitFor()) },
  { name: '/flixbus reserved', by: shop, open: reserved },
  { name: '/flixbus/tickets', by: shop, open: tickets },
  { name: '/flixbus/ticket/$bookingId', by: shop, open: ticket },
]

async function reserved(page: Page) {
  await at(SEARCHED, (each) => each.getByText(t('buses.results.full')).first().waitFor())(page)
  await page
    .getByRole('button', { name: begins('buses.results.choose') })
    .first()
    .click()
  await page.getByRole('button', { name: t('buses.results.reserve') }).click()
  await page.getByRole('timer').waitFor()
}

/** Sells a ticket through the calls, unless one was sold before. */
async function sold(page: Page): Promise<string> {
  await onItsHost(page)
  const { busTickets, flixbus, transactionKey } = callsOn(page)
  const [known] = (await busTickets({ filters: { state: 'sold' } })).content
  if (known) return known.booking_id
  const { transaction_key } = await transactionKey({})
  const { trips = [] } = await flixbus({ step: 'search', ...WAY })
  await flixbus({ step: 'reserve', transaction_key, adults: 1, children: 1, trip_ids: [trips[0]?.trip_id ?? ''] })
  const names = { last_name: 'Yıldız', phone: null }
  const passengers = [
    { kind: 'adult' as const, first_name: 'Ayşe', birth_date: null, ...names },
    { kind: 'child' as const, first_name: 'İpek', birth_date: '2020-05-04', ...names },
  ]
  const { booking } = await flixbus({ step: 'passengers', transaction_key, passengers })
  const price_seen = booking?.price_own ?? booking?.price ?? 0
  return (await flixbus({ step: 'pay', transaction_key, price_seen, email: 'ayse@example.com' })).booking?.booking_id ?? ''
}

async function tickets(page: Page) {
  await sold(page)
  await at('/flixbus/tickets', firstRow)(page)
}

async function ticket(page: Page) {
  const id = await sold(page)
  await at(`/flixbus/ticket/${id}`, heading(t('buses.ticket.title')))(page)
  await page.getByRole('img', { name: t('buses.ticket.code') }).waitFor()
}
