// A world with buses: the simulated supplier, which ends with the world, a ticket on offer, and a shop that sells it.

import { EURO, type Money } from '../../contract/kit/money.ts'
import type { Passenger } from '../../contract/till/buses.ts'
import { startFlixbus } from '../../simulators/flixbus.ts'
import { berlinDay } from '../kit/berlin.ts'
import { giveWallet, organisationId } from './arrange.ts'
import { connectBuses } from './connected-buses.ts'
import { giveLive } from './online.ts'
import type { Person, World } from './world.ts'

type Cart = { id: number; order: { id: string; status: string } | null; isReleased: boolean; passengers: number }

const worlds = new WeakMap<World, ReturnType<typeof connected>>()

/** Connects the bus company and puts its tickets on sale. Of a ticket's price the shop keeps five percent, its reseller three, and the platform two. */
export const withBuses = (w: World) => {
  const known = worlds.get(w) ?? connected(w)
  worlds.set(w, known)
  return known
}

async function connected(w: World) {
  const sim = await startFlixbus()
  const end = w.end
  w.end = async () => {
    await end()
    await sim.close()
  }
  const supplier_id = await connectBuses(w.owner, sim.port)
  const [nord, ...shops] = await Promise.all(['nord', 'kiosque', 'gare', 'port'].map((name) => organisationId(w, name)))
  await giveLive(w, nord ?? '', 'flixbus', 800)
  for (const shop of shops) await giveLive(w, shop, 'flixbus', 500)
  await giveWallet(w, nord ?? '', 100_000 * EURO)
  return {
    ...{ sim, supplier_id },
    orders: () => (sim.control('journal', {}) as Cart[]).flatMap(({ order }) => (order ? [order.status] : [])),
  }
}

/** The price from Berlin to Munich for one person, and the cancellation fee. */
export const [FARE, FEE]: [Money, Money] = [15.59 * EURO, 2 * EURO]
/** Returns what a shop pays for a ticket at this price: five percent less. */
export const own = (price: Money): Money => (price * 95) / 100

export const inDays = (days: number) => berlinDay(new Date(Date.now() + days * 86_400_000))
export const DAY = inDays(30)
const named = (kind: Passenger['kind'], first_name: string, birth_date: string | null = null): Passenger => ({
  ...{ kind, first_name, birth_date, last_name: 'Yıldız', phone: '+49 30 901820' },
})
export const ONE = [named('adult', 'Ayşe')]
export const FAMILY = [named('adult', 'Jürgen'), named('adult', 'İpek'), named('child', 'Çağrı', '2020-05-04')]

type Going = { passengers?: readonly Passenger[]; bikes?: number; isReturn?: boolean; key?: string; nth?: number; voucher?: string }

export const keyOf = async (person: Person) => (await person.calls.transactionKey({})).transaction_key

const partyOf = ({ passengers = ONE, bikes = 0 }: Going) => {
  const children = passengers.filter(({ kind }) => kind === 'child').length
  return { adults: passengers.length - children, children, bikes }
}

/** Searches the outward trips, or the return trips a week later. */
export async function tripsOf(person: Person, going: Going = {}, isBack = false) {
  const [from, to, day] = isBack ? ['94', '88', inDays(37)] : ['88', '94', DAY]
  return (await person.calls.flixbus({ step: 'search', from, to, day, ...partyOf(going) })).trips ?? []
}

export async function reserved(person: Person, going: Going = {}) {
  const { nth = 0, isReturn = false, key = await keyOf(person) } = going
  const ways = [await tripsOf(person, going), ...(isReturn ? [await tripsOf(person, going, true)] : [])]
  const trip_ids = ways.map((trips) => trips[nth]?.trip_id ?? '')
  const { booking } = await person.calls.flixbus({ step: 'reserve', transaction_key: key, trip_ids, ...partyOf(going) })
  if (!booking) throw new Error('no booking')
  return { key, booking }
}

export async function filled(person: Person, going: Going = {}) {
  const { key } = await reserved(person, going)
  const { booking } = await person.calls.flixbus({ step: 'passengers', transaction_key: key, passengers: [...(going.passengers ?? ONE)] })
  if (!booking) throw new Error('no booking')
  return { key, booking }
}

/** Pays a booking at the price that was shown to the shop. */
export async function paid(person: Person, key: string) {
  const { booking: before } = await person.calls.busTicket({ transaction_key: key })
  const { booking } = await person.calls.flixbus({ step: 'pay', transaction_key: key, price_seen: before.price_own ?? before.price, email: 'a@example.com' })
  if (!booking) throw new Error('no booking')
  return booking
}

export async function bought(person: Person, going: Going = {}) {
  const { key } = await filled(person, going)
  return { key, booking: await paid(person, key) }
}
