// A seller's day with live goods, by a client made only from the specification's text.
import { expect } from 'vitest'
import { inDays } from '../test/buses.ts'
import { numberOf } from '../test/top-ups.ts'
import { type Ask, idOf, ok, rows } from './text-client.ts'

const keyFor = async (ask: Ask) => (await ask('/get_transaction_session_key/', {}, 'GET')).transaction_key

/**
 * How long the client repeats a question, in milliseconds. It has to, because on a busy machine a supplier may not have answered when the question is first
 * asked.
 */
const PATIENT = { timeout: 60_000, interval: 500 }

export async function recharges(ask: Ask): Promise<void> {
  const offers = await ask('/get_direct_recharge_products_with_dr_and_cc/', {}, 'GET')
  const { recharge } = rows(offers).find((offer) => offer.recharge) as { recharge: { configuration_id: string } }
  const to = { configuration_id: recharge.configuration_id, mobile_number: '0151 234 56 400' }
  const sent = await ask('/direct_recharge_with_mobile_with_dr_and_cc/', { ...to, transaction_key: await keyFor(ask) })
  const { recharge_id } = sent.recharge as { recharge_id: string }
  await expect.poll(() => ask('/check_direct_recharge_transaction/', { recharge_id }), PATIENT).toMatchObject({ ...ok, recharge: { state: 'successful' } })
  expect(rows(await ask('/get_direct_recharge_history/', { page: '' }))[0]).toMatchObject({ recharge_id })
}

/** Goes through the numbered steps of /dt_one/: a number's operator (1), its products (2), the operators of a country (3), sending (6), the state (41). */
export async function topUps(ask: Ask): Promise<void> {
  const mobile_number = numberOf('100')
  const found = await ask('/dt_one/', { configuration: 1, mobile_number })
  const [operator] = rows(found, 'operators')
  const { products } = await ask('/dt_one/', { configuration: 2, operator_id: operator?.operator_id })
  expect(await ask('/dt_one/', { configuration: 3, country: 'SG' })).toMatchObject(ok)
  const { configuration_id } =
    (products as { configuration_id: string; arrives: { from: number; to: number } }[]).find(({ arrives }) => arrives.from === arrives.to) ?? {}
  const sent = await ask('/dt_one/', { configuration: 6, mobile_number, configuration_id, transaction_key: await keyFor(ask) })
  const { top_up_id } = sent.top_up as { top_up_id: string }
  expect(await ask('/dt_one/', { configuration: 41, top_up_id })).toMatchObject({ status: expect.toBeOneOf([200, 202]), top_up: { top_up_id } })
  expect(rows(await ask('/get_international_top_up/'))[0]).toMatchObject({ top_up_id })
  expect(await ask('/international_top_up_transaction/', { top_up_id })).toMatchObject(ok)
}

export async function bus(ask: Ask): Promise<void> {
  const [from] = rows(await ask('/get_flixbus_cities/')) as { city_id: string; reaches: string[] }[]
  const { trips } = await ask('/flixbus_api/', { step: 'search', from: from?.city_id, to: from?.reaches[0], day: inDays(30) })
  const trip_ids = [idOf((trips as Record<string, unknown>[])[0], 'trip_id')]
  const transaction_key = await keyFor(ask)
  expect(await ask('/flixbus_api/', { step: 'reserve', transaction_key, trip_ids })).toMatchObject(ok)
  const passengers = [{ kind: 'adult', first_name: 'Ayşe', last_name: 'Yıldız', phone: '+49 30 901820' }]
  const { booking } = await ask('/flixbus_api/', { step: 'passengers', transaction_key, passengers })
  const { price, price_own } = booking as { price: string; price_own: string | null }
  const paid = await ask('/flixbus_api/', { step: 'pay', transaction_key, price_seen: price_own ?? price, email: 'a@example.com' })
  expect(paid).toMatchObject({ ...ok, booking: { state: 'sold' } })
}
