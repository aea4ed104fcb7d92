// A random year of events in the product: shops sell, claim, are stopped and close their tills while plans change, in the nights in which Berlin changes its
// clocks and the year ends. The expected content of every line is recorded separately, by the rules of each field and without the tables.
import { afterAll, vi } from 'vitest'
import { EURO, type Money } from '../../contract/kit/money.ts'
import type { ZReport } from '../../contract/papers/shifts.ts'
import { figures } from '../figures/roll-ups.ts'
import { tallyTenant } from '../figures/tallies.ts'
import { berlinDay } from '../kit/berlin.ts'
import type { Acting } from '../money/refunds.ts'
import { type Dice, seeded } from '../sweeps/dice.ts'
import { giveWallet, goods, organisationId, rowsOf } from './arrange.ts'
import { keyOf, sellTo } from './busy-books.ts'
import { accept, acting, approve, claimOne, handOn, pinsOf, step } from './claims.ts'
import type { Person, World } from './world.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

/** One sale, or one refunded card, as it should appear in every list, at every hop. */
export type Line = {
  sale_id: string
  sign: 1 | -1
  quantity: number
  day: string
  till: Till
  configuration_id: string
  /** The organisations from the seller to the owner of the goods; `prices`: what each of them but the owner pays. */
  chain: readonly string[]
  prices: readonly Money[]
  value: Money
  /** The owner's cost of one piece. */
  cost: Money
}
/** A report shown to a till, and what it should contain: everything since the till's last Z-report. */
export type Look = { till: Till; report: ZReport; due: { sales: number; face: number; refunds: number } }

const TILLS = { kiosque: 'kiosque', 'kiosque-caisse': 'kiosque', gare: 'gare', port: 'port' } as const
export type Till = keyof typeof TILLS
const tills = Object.keys(TILLS) as Till[]
const ORGANISATIONS = ['nord', 'sud', 'kiosque', 'gare', 'port'] as const
type Name = (typeof ORGANISATIONS)[number]
const ABOVE: Partial<Record<Name, Name>> = { kiosque: 'nord', gare: 'nord', port: 'sud', sud: 'nord' }
/**
 * The range of each customer's discounts, in hundredths of a percent: a reseller's are higher than its customers', and no price is below the cost of the
 * goods.
 */
const DISCOUNTS: Partial<Record<Name, [least: number, most: number]>> = { sud: [500, 790], port: [100, 490], kiosque: [0, 790], gare: [0, 790] }
const BUYING_DISCOUNT = 800

type Card = { configuration_id: string; product_id: string; owner: Name; value: Money }
type Claim = { id: string; line: Line; isApproved: boolean }

/** Returns the next turn of the year, and the next Sundays on which the clocks go forward and back, as midnights in UTC, sorted by time. */
export function changes(now: Date): Date[] {
  const year = now.getUTCFullYear()
  const lastSunday = (y: number, month: number) => {
    const last = new Date(Date.UTC(y, month + 1, 0))
    return new Date(last.getTime() - last.getUTCDay() * DAY_MS)
  }
  const next = (of: (y: number) => Date) => [of(year), of(year + 1)].find((at) => at.getTime() > now.getTime() + 3 * DAY_MS) as Date
  return [next((y) => new Date(Date.UTC(y + 1, 0, 1))), next((y) => lastSunday(y, 2)), next((y) => lastSunday(y, 9))].sort((a, b) => a.getTime() - b.getTime())
}

/** Returns when a day begins in Berlin, which is one or two hours earlier than in UTC. */
const midnight = (utc: Date) => {
  const two = new Date(utc.getTime() - 2 * 60 * MINUTE_MS)
  return berlinDay(two) === utc.toISOString().slice(0, 10) ? two.getTime() : two.getTime() + 60 * MINUTE_MS
}

/** Sets the world's clock, and the process's time too, because new ids contain it. */
function setTime(w: World, at: number) {
  vi.setSystemTime(at)
  w.clock.advance(at - w.clock.now().getTime())
}

export class Year {
  readonly w: World
  readonly lines: Line[] = []
  readonly looks: Look[] = []
  readonly cards: Card[] = []
  readonly people = {} as Record<Till | 'nord' | 'sud', Person>
  readonly ids = {} as Record<Name, string>
  private readonly dice: Dice
  private readonly desks = {} as Record<Name, Acting>
  private readonly plans = new Map<string, number>()
  private readonly claims: Claim[] = []
  private readonly since = new Map<Till, Look['due']>()
  private readonly claimed = new Map<string, number>()

  constructor(w: World, seed: number) {
    this.w = w
    this.dice = seeded(seed)
  }

  private async begin() {
    const { w } = this
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
    afterAll(() => void vi.useRealTimers())
    for (const name of ORGANISATIONS) {
      this.ids[name] = await organisationId(w, name)
      this.desks[name] = await acting(w, name)
      if (name !== 'nord') await giveWallet(w, this.ids[name], 30_000 * EURO)
    }
    await rowsOf(w, 'update suppliers set reclaim_days = 0 where tenant_id = 1')
    const vats = [['single_purpose_voucher', 1900, 'DE'] as const, ['multi_purpose_voucher', 0, ''] as const, ['single_purpose_voucher', 700, 'DE'] as const]
    for (const [i, [treatment, rate, country]] of vats.entries()) {
      const [owner, euro]: [Name, number] = i === 2 ? ['sud', 25] : ['nord', 10 + 10 * i]
      const { configuration_id, product_id } = await goods(w, { pins: 300, owner, euro })
      await rowsOf(w, 'update configurations set vat_treatment = $2, vat_rate = $3, vat_country = $4 where id = $1', [
        configuration_id,
        treatment,
        rate,
        country,
      ])
      this.cards.push({ configuration_id, product_id, owner, value: euro * EURO })
    }
  }

  /** Gives all customers new prices for all goods. */
  private async replan() {
    for (const { product_id } of this.cards)
      for (const [name, [least, most]] of Object.entries(DISCOUNTS)) {
        const discount = least + this.dice.below(most - least)
        this.plans.set(`${name} ${product_id}`, discount)
        await rowsOf(
          this.w,
          `update plan_entries set discount = $3 where tenant_id = 1 and product_id = $1
              and plan_id = (select plan_id from organisations where tenant_id = 1 and id = $2)`,
          [product_id, this.ids[name as Name], discount],
        )
      }
  }

  async signIn(name: Till | 'nord' | 'sud') {
    const cookie = this.people[name]?.headers.cookie
    this.people[name] = await this.w.signIn(name, cookie ? { headers: { cookie } } : {})
  }

  private due(till: Till) {
    const due = this.since.get(till) ?? { sales: 0, face: 0, refunds: 0 }
    this.since.set(till, due)
    return due
  }

  private note(line: Line) {
    this.lines.push(line)
    const due = this.due(line.till)
    if (line.sign > 0) Object.assign(due, { sales: due.sales + 1, face: due.face + line.quantity * line.value })
    else due.refunds += line.value
  }

  private async sell(till: Till) {
    const seller = TILLS[till]
    const { configuration_id, product_id, owner, value } = this.dice.pick(this.cards.filter((card) => card.owner === 'nord' || seller === 'port'))
    const quantity = 1 + this.dice.below(4)
    const chain: Name[] = [seller]
    for (let at: Name = seller; at !== owner; chain.push(at)) at = ABOVE[at] as Name
    const prices = chain.slice(0, -1).map((name) => (value * (10_000 - (this.plans.get(`${name} ${product_id}`) ?? 0))) / 10_000)
    const day = berlinDay(this.w.clock.now())
    const sale_id = await sellTo(this.people[till], configuration_id, quantity)
    const cost = (value * (10_000 - BUYING_DISCOUNT)) / 10_000
    this.note({ sale_id, sign: 1, quantity, day, till, configuration_id, chain: chain.map((name) => this.ids[name]), prices, value, cost })
  }

  private async claim() {
    const line = this.dice.pick(this.lines)
    const nth = line ? (this.claimed.get(line.sale_id) ?? 0) : 0
    if (!line || line.sign < 0 || nth >= line.quantity) return
    this.claimed.set(line.sale_id, nth + 1)
    const seller = TILLS[line.till]
    const id = await claimOne(this.w, this.desks[seller], (await pinsOf(this.w, line.sale_id))[nth])
    if (line.chain.length > 2) await handOn(this.w, this.desks.sud, id)
    this.claims.push({ id, line, isApproved: false })
  }

  /** Rejects a claim, approves it, or accepts one that was approved before; only acceptance refunds the money. */
  private async decide() {
    const claim = this.dice.pick(this.claims)
    if (!claim) return
    const { id, line } = claim
    const desk = line.chain.at(-1) === this.ids.sud ? this.desks.sud : this.desks.nord
    if (!claim.isApproved && this.dice.chance(0.2)) await step(this.w, desk, id, 'reject', 'rejected', 'desk')
    else if (!claim.isApproved) {
      await approve(this.w, desk, id)
      claim.isApproved = true
      return
    } else {
      const day = berlinDay(this.w.clock.now())
      await accept(this.w, desk, id)
      this.note({ ...line, sign: -1, quantity: 1, day })
    }
    this.claims.splice(this.claims.indexOf(claim), 1)
  }

  /** Makes an X-report, or a Z-report, which starts a new shift. */
  async look(till: Till, isZ: boolean) {
    const { calls } = this.people[till]
    const { report } = await calls.zReport(isZ ? { transaction_key: await keyOf(this.people[till]) } : {})
    if (!report) throw new Error('no report')
    this.looks.push({ till, report, due: { ...this.due(till) } })
    if (isZ) this.since.delete(till)
  }

  /** Plays one hour from `at`. A shop that the reseller stops during the hour still gets refunds. */
  private async hour(at: number) {
    setTime(this.w, at)
    await this.replan()
    const stopped = this.dice.pick([[], ['gare'], ['sud', 'port'], ['port']] as Name[][])
    const stop = async (is: boolean) => {
      for (const name of stopped) await this.w.services.money.setCustomerActive(1, this.ids[ABOVE[name] as Name], this.ids[name], !is)
    }
    await stop(true)
    const open = tills.filter((till) => !stopped.includes(TILLS[till]))
    for (const till of open) await this.signIn(till)
    for (let i = 0; i < 20; i++) {
      setTime(this.w, this.w.clock.now().getTime() + (1 + this.dice.below(4)) * MINUTE_MS + this.dice.below(MINUTE_MS))
      const act = this.dice.below(10)
      if (act < 4) await this.sell(this.dice.pick(open))
      else if (act < 6) await this.claim()
      else if (act < 9) await this.decide()
      else await this.look(this.dice.pick(open), this.dice.chance(0.5))
    }
    await stop(false)
    if (this.dice.chance(0.5)) await tallyTenant(this.w.services, 1, figures)
  }

  /** Plays the year. `each` is called after the hours around each change of clocks or year, with that day (YYYY-MM-DD). */
  async live(each: (day: string) => Promise<void>) {
    await this.begin()
    const spans = changes(this.w.clock.now())
    for (const utc of spans) {
      const next = new Date(utc.getTime() + DAY_MS)
      // Plays the hour around each of three moments: midnight of this day, the change of the clocks, and the next midnight.
      for (const at of [midnight(utc), utc.getTime() + 60 * MINUTE_MS, midnight(next)]) await this.hour(at - 25 * MINUTE_MS)
      await each(utc.toISOString().slice(0, 10))
    }
    for (const till of tills) {
      await this.signIn(till)
      // An X-report is made just before the Z-report, so the two reports have the same figures.
      await this.look(till, false)
      await this.look(till, true)
    }
    for (const name of ['nord', 'sud'] as const) await this.signIn(name)
  }
}
