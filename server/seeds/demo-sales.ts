// Sales in the demo world, booked through the same money functions as real sales, with the clock turned back: three busy weeks, and quieter months before.
import type pg from 'pg'
import { uuidv7, V7Generator } from 'uuidv7'
import { EURO } from '../../contract/kit/money.ts'
import { createMoney, type MoneyDoor } from '../money/money.ts'
import { moneyDb } from '../postgres/db.ts'
import { poolOn } from '../postgres/pool.ts'
import type { SeededConfiguration } from './demo-goods.ts'
import type { People, SeededShop } from './demo-people.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** How many of the last days are busy: on them every sale has its own time. */
export const BUSY_DAYS = 21
/** The shops' sales on earlier days, as a share of those on busy days. */
export const QUIET_SHARE = 0.25
/** The length of the blocks in which sales of earlier days are booked together. Booked one after another, they would take as long as all other seeding. */
const TOGETHER_MS = 4 * HOUR_MS

/** A day of the demo world. `ago`: how many days ago it was; `at`: returns the instant of an hour of that day in Berlin. */
export type Day = { ago: number; at: (hour: number) => Date }
/** Events of a day other than sales, before the shops open and after they close. */
export type Diary = Record<'before' | 'after', (day: Day) => Promise<void>>

/** A shop is topped up every TOP_UP_DAYS days with about as much as it sells until the next top-up. CARD_EURO: the assumed price of a card, in euro. */
const TOP_UP_DAYS = 3
const CARD_EURO = 18

/** How busy a shop is at each hour from 8 to 20 o'clock, Berlin time. */
const HOURS = [3, 5, 6, 7, 9, 8, 6, 6, 8, 10, 9, 6, 3]

/** A random generator of its own for seeding, so that every start shows the same kind of world (mulberry32, public domain). */
function dice(seed: number) {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}

type Random = () => number
const pick = <T>(random: Random, items: readonly T[], weight: (item: T) => number): T => {
  let left = random() * items.reduce((sum, item) => sum + weight(item), 0)
  for (const item of items) {
    left -= weight(item)
    if (left < 0) return item
  }
  return items.at(-1) as T
}

type SalesSeed = {
  owner: pg.Pool
  people: People
  goods: readonly SeededConfiguration[]
  now: Date
  /** The clock, which is set to the moment of each booking. */
  clock: { now: Date }
}

/** Seeds the sales from `days` ago until now. */
export async function seedSales({ owner, people, goods, now, clock }: SalesSeed, days: number, diary?: Diary) {
  const money = createMoney(moneyDb(poolOn(owner)), () => clock.now)
  const random = dice(20_261_121)
  const ids = new V7Generator()
  const topUp = (tenant_id: number, customer_id: string, actor_id: string, user_id: string, euro: number) =>
    money.changeWallet({
      tenant_id,
      key: uuidv7(),
      user_id,
      actor_id,
      customer_id,
      id: uuidv7(),
      type: 'top_up',
      amount: euro * EURO,
      payment_mode: 'bank_transfer',
      remarks: '',
      hands: null,
    })

  clock.now = new Date(now.getTime() - (days + 1) * DAY_MS)
  for (const reseller of people.resellers) {
    const parent = people.resellers.find(
      (other) => other.tenant_id === reseller.tenant_id && other !== reseller && other.world.children?.includes(reseller.world),
    )
    await topUp(reseller.tenant_id, reseller.id, parent?.id ?? people.platform_id, parent?.user_id ?? people.platform_user_id, 20_000)
  }
  for (let ago = days; ago >= 0; ago--) {
    const start = midnight(now) - ago * DAY_MS
    const share = ago > BUSY_DAYS ? QUIET_SHARE : 1
    const day: Day = { ago, at: (hour) => new Date(start + hour * HOUR_MS) }
    // Seven o'clock, before the shops open. If the world is made at night it is a minute ago instead, so that nothing in the world lies in the
    // future.
    const morning = new Date(Math.min(start + 7 * HOUR_MS, now.getTime() - 60_000))
    const purchases: Due[] = []
    for (const shop of people.shops) {
      clock.now = morning
      if (ago % TOP_UP_DAYS === 0)
        await topUp(
          shop.tenant_id,
          shop.id,
          shop.parent_id,
          people.resellers.find((r) => r.id === shop.parent_id)?.user_id as string,
          Math.round(TOP_UP_DAYS * CARD_EURO * (shop.world.pace ?? 0) * share) + Math.round(random() * 4) * 50,
        )
      for (const at of momentsOf(random, shop, start, share).filter((moment) => moment < now.getTime()))
        purchases.push({ at: share < 1 ? at - (at % TOGETHER_MS) : at, shop })
    }
    await diary?.before(day)
    for (const together of byMoment(purchases)) {
      clock.now = new Date(together[0]?.at ?? 0)
      await Promise.all(together.map(({ at, shop }) => sellOne(money, random, shop, goods, ids.generateOrResetCore(at, 10_000).toString())))
    }
    await diary?.after(day)
  }
  clock.now = now
}

type Due = { at: number; shop: SeededShop }

/** Groups purchases of the same moment, in the order of time. */
function byMoment(purchases: Due[]): Due[][] {
  const moments = new Map<number, Due[]>()
  for (const due of purchases.sort((a, b) => a.at - b.at)) moments.set(due.at, [...(moments.get(due.at) ?? []), due])
  return [...moments.values()]
}

async function sellOne(money: MoneyDoor, random: Random, shop: SeededShop, goods: readonly SeededConfiguration[], sale_id: string) {
  const offered = goods.filter((g) => g.tenant_id === shop.tenant_id)
  const chosen = pick(random, offered, (g) => g.brand.popular / (1 + g.value / EURO / 25))
  await money.sell({
    tenant_id: shop.tenant_id,
    key: uuidv7(),
    user_id: shop.user_ids[0] as string,
    session_id: shop.session_id,
    seller_id: shop.id,
    configuration_id: chosen.id,
    quantity: random() < 0.9 ? 1 : 2,
    sale_id,
    download_id: null,
  })
}

/** The moments at which a shop sells on the day that begins at `start`, in order: fewer on Sundays, more at the busy hours. */
function momentsOf(random: Random, shop: SeededShop, start: number, share: number): number[] {
  const sunday = new Date(start + DAY_MS / 2).getUTCDay() === 0
  const count = Math.round((shop.world.pace ?? 0) * (sunday ? 0.4 : 1) * share * (0.8 + random() * 0.4))
  const hours = HOURS.map((weight, i) => ({ weight, hour: 8 + i }))
  return Array.from({ length: count }, () => Math.floor(start + (pick(random, hours, (h) => h.weight).hour + random()) * HOUR_MS)).sort((a, b) => a - b)
}

/** The last midnight in Berlin, as an instant. */
function midnight(now: Date): number {
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone: 'Europe/Berlin',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
    hourCycle: 'h23',
  }).formatToParts(now)
  const part = (type: string) => Number(parts.find((p) => p.type === type)?.value ?? 0)
  return Math.floor(now.getTime() / 1000) * 1000 - (part('hour') * 3600 + part('minute') * 60 + part('second')) * 1000
}
