// The simulated month at three levels of organisations, which is next month by the clock: twenty-four days of sales at four tills, deliveries, money, prices
// that change, claims, Z-reports, and live goods.
import { afterAll, vi } from 'vitest'
import { EURO } from '../../../contract/kit/money.ts'
import { tallyTenant } from '../../figures/tallies.ts'
import { berlinDay } from '../../kit/berlin.ts'
import { completeParties } from '../../modules/papers/invoices/fixtures/lines.ts'
import { unbilled } from '../../modules/papers/invoices/unbilled-tally.ts'
import { tallyAll } from '../busy-books.ts'
import { simulatorsBeside } from '../demo-simulators.ts'
import type { World } from '../world.ts'
import { buysLive } from './live.ts'
import { type Paper, Papers } from './papers.ts'
import { People, tills, users } from './people.ts'
import { type Sold, Trade } from './trade.ts'

const MINUTE_MS = 60_000
const DAYS = 24

export class Month extends Trade {
  readonly w: World
  /** The month as YYYY-MM. */
  readonly name: string
  readonly period: { date_from: string; date_to: string }
  readonly papers: Papers
  private readonly first: Date

  constructor(w: World) {
    super(new People(w), w.clock.now)
    this.w = w
    this.papers = new Papers(this, w.services)
    // The month played is the one after Berlin's present month, because the demo world has sales until now.
    const [year = 0, month = 0] = berlinDay(w.clock.now()).split('-').map(Number)
    this.first = new Date(Date.UTC(year, month, 1))
    const last = new Date(Date.UTC(year, month + 1, 0))
    this.name = this.first.toISOString().slice(0, 7)
    this.period = { date_from: `${this.name}-01`, date_to: last.toISOString().slice(0, 10) }
  }

  day = (n: number) => `${this.name}-${String(n).padStart(2, '0')}`

  /** Sets the clock to 8:00 UTC on a day of the month (nine or ten o'clock in Berlin) plus `minutes`; from then on it runs at normal speed. */
  setTime(day: number, minutes = 0): void {
    const at = this.first.getTime() + (day - 1) * 1_440 * MINUTE_MS + (8 * 60 + minutes) * MINUTE_MS
    vi.setSystemTime(at)
    this.w.clock.advance(at - this.w.clock.now().getTime())
  }

  async everybody(): Promise<void> {
    for (const user of users) await this.people.signIn(user)
  }

  async live(): Promise<void> {
    await simulatorsBeside(this.w)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now(), shouldAdvanceTime: true })
    afterAll(() => void vi.useRealTimers())
    this.setTime(1, -60)
    await this.everybody()
    await this.begin()
    await this.arrange()
    await this.billing()
    for (let day = 1; day <= DAYS; day++) {
      this.setTime(day)
      await this.everybody()
      await this.before(day)
      await this.counter(day)
      await this.after(day)
      await this.paper(day)
      await this.evening()
      if (day === 15) await tallyAll(this.w)
    }
    await this.end()
  }

  private async arrange(): Promise<void> {
    const { goods, people } = this
    await goods.product('nord', 'Month call', 'cash_card', [
      { name: 'ten', value: 12_4900, vat: 'full' },
      { name: 'thirty', value: 29_9900, vat: 'full' },
    ])
    await goods.product('nord', 'Month pay', 'cash_card', [
      { name: 'twenty', value: 20_0000, vat: 'outside' },
      { name: 'fifty', value: 50_0000, vat: 'outside' },
    ])
    await goods.product('sud', 'Month sea', 'soft_pin', [{ name: 'fifteen', value: 15_5000, vat: 'reduced' }])
    await goods.product('nord', 'Month gift', 'gift_card', [{ name: 'gift', value: 33_3300, vat: 'outside' }])
    for (const name of ['Month Voucher GmbH', 'Month Cards SAS']) await goods.supplier('nord', name)
    await goods.supplier('sud', 'Month Marine SARL')
    await this.delivery('ten', 'Month Voucher GmbH', 60, 1_100)
    await this.delivery('ten', 'Month Cards SAS', 200, 1_235)
    await this.delivery('thirty', 'Month Cards SAS', 160, 1_050)
    await this.delivery('twenty', 'Month Voucher GmbH', 120, 900)
    await this.delivery('fifty', 'Month Voucher GmbH', 200, 905)
    await this.delivery('fifteen', 'Month Marine SARL', 80, 1_500)

    await this.delivery('gift', 'Month Cards SAS', 25, 1_333)
    await goods.plan('nord', ['kiosque', 'gare'], { ten: 525, twenty: 310, gift: 617 }, { thirty: 550 })
    await goods.plan('nord', ['sud'], { ten: 875, twenty: 725 })
    await goods.plan('sud', ['port'], { ten: 475, twenty: 215, fifteen: 333 })
    await goods.own('nord', 'kiosque', {}, { fifty: 377 })
    await goods.own('sud', 'port', { twenty: 260 })
    await goods.live('dt_one', { nord: 300, kiosque: 200, gare: 200, sud: 250, port: 150 })
    await goods.live('softapi', { nord: 350, kiosque: 210, sud: 260, port: 125 })
    await goods.live('direct_recharge', { nord: 275, kiosque: 175, sud: 225, port: 175 })

    await people.done('kiosque', '/update_shift_rules/', { counts_drawer: 1 })
    await people.done('nord', '/update_credit_rules/', { credit_approval_above: 2_000 })
    await this.topUp('nord', 4_000)
    await this.topUp('sud', 1_900.5)
    await this.topUp('kiosque', 1_500)
    await this.topUp('port', 900)
    await this.topUp('gare', 120)
    await this.rule('gare', this.balance('gare') - 35 * EURO)
  }

  /** Completes both sides' invoice details, and sets who pays by transfer, who is invoiced with the tax shown, and who gets corrections on the next invoice. */
  private async billing(): Promise<void> {
    await completeParties(this.w)
    const { people } = this
    const reachable = { contact_name: 'Month Office', contact_phone: '+49 431 123456', contact_email: 'office@month.example', iban: 'DE02120300000000202051' }
    for (const issuer of ['nord', 'sud', 'platform'] as const)
      await people.done(issuer, '/update_invoice_settings/', { country: 'DE', city: 'Kiel', siren: '732829320', payment_days: 14, ...reachable })
    for (const issuer of ['nord', 'sud'] as const) await people.done(issuer, '/update_datev_settings/', { consultant_no: 1001, client_no: 7 })
    for (const customer of ['nord', 'sud', 'kiosque', 'gare', 'port'] as const) await this.papers.terms(customer, { buyer_reference: `Month ${customer}` })
    for (const shop of ['kiosque', 'gare', 'port'] as const) {
      const customer_id = people.ids[shop]
      const parent = shop === 'port' ? 'sud' : 'nord'
      const { flags } = await people.done(parent, '/customer_details/', { customer_id })
      await people.done(parent, '/edit_customer/', { customer_id, flags: [...(flags as string[]), 'has_invoice'] })
    }
    await this.papers.terms('kiosque', { pays_later: 1 })
    await this.papers.terms('gare', { billing: 'gross' })
    await this.papers.terms('sud', { billing: 'combined' })
  }

  /**
   * Makes the documents that are due on a day. The first half of the month is invoiced within the month, partly paid, and corrected twice; the rest is
   * invoiced after the month.
   */
  private async paper(day: number): Promise<void> {
    const { papers } = this
    const half = { date_from: this.day(1), date_to: this.day(15) }
    const open = () => papers.made.find(({ customer, kind }) => customer === 'kiosque' && kind === 'invoice') as Paper
    if (day === 16) {
      await papers.bill('nord', ['kiosque', 'gare', 'sud'], half)
      await papers.bill('sud', ['port'], half)
    }
    if (day === 17) await papers.pay(open(), 100_05, this.day(17))
    if (day === 19) await papers.pay(open(), -20_00, this.day(19))
    if (day !== 20 && day !== 24) return
    await papers.correct('nord', ['kiosque', 'gare'], { date_from: this.day(1), date_to: this.day(day) })
    await papers.correct('sud', ['port'], { date_from: this.day(1), date_to: this.day(day) })
  }

  private async before(day: number): Promise<void> {
    if (day === 5) await this.delivery('thirty', 'Month Voucher GmbH', 70, 1_180)
    if (day === 7) await this.topUpMany({ kiosque: 333.33, gare: 12.5 })
    if (day === 9) await this.topUpByTwo('kiosque', 2_400)
    if (day === 10) {
      const entry = await this.topUp('kiosque', 250)
      await this.correct('kiosque', entry, 225.01)
    }
    if (day === 11) await this.goods.replanned('nord', 'kiosque', { ten: 565 })
    if (day === 13) await this.goods.hidden('nord', 'gare', 'twenty')
    if (day === 12) await this.limit('port', 77.25)
    if (day === 14) await this.goods.replanned('sud', 'port', { ten: 495, fifteen: 401 })
    if (day === 15) await this.topUp('port', 150.25)
    if (day === 18) await this.topUp('sud', 1_200)
  }

  /** Sells at the tills on a day; days 7, 21 and 28 are without sales. */
  private async counter(day: number): Promise<void> {
    if (day % 7 === 0 && day !== 14) return
    const ways = ['cash', 'card', 'other', undefined] as const
    const minute = (n: number) => this.setTime(day, n)
    minute(5)
    await this.sell('kiosque', day % 3 === 0 ? 'thirty' : 'ten', 1 + (day % 4), ways[day % 4])
    minute(12)
    await this.sell('kiosque-caisse', day % 2 === 0 ? 'twenty' : 'fifty', 1 + (day % 2), ways[(day + 1) % 4])
    minute(20)
    await this.sell('gare', day % 3 === 1 || day >= 13 ? 'ten' : 'twenty', 1 + (day % 3))
    minute(31)
    await this.sell('port', (['ten', 'twenty', 'fifteen', 'thirty'] as const)[day % 4] ?? 'ten', 1 + (day % 3), ways[day % 3])
    if (day % 4 === 2) {
      minute(40)
      const lines = [
        ['ten', 2],
        ['fifty', 1],
        ['thirty', 3],
      ] as const
      await this.basket(day % 8 === 2 ? 'kiosque' : 'kiosque-caisse', lines, 'card')
    }
    if (day === 12) await this.sell('kiosque', 'ten', 33)
    if (day % 6 === 5) await this.sell(day === 11 ? 'gare' : 'kiosque', 'gift', 2, 'card')
    if (day === 15) await this.refused('gare', 'twenty', 1, 'not_on_offer')
    // The quantity that costs more than the balance is calculated, because the balance depends on what the demo world has sold until today.
    if (day === 20) await this.refused('port', 'fifty', Math.floor((this.balance('port') + 77.25 * EURO) / (40 * EURO)) + 1, 'credit_limit_reached')
    if (day % 5 === 3) await buysLive(this, day)
  }

  /** For each of two shops, its first sale of several cards; these sales are invoiced in the middle of the month. */
  private early = (): Sold[] =>
    (['kiosque', 'port'] as const).flatMap(
      (shop) => this.sold.find(({ chain, quantity, serials }) => chain[0] === shop && quantity > 1 && serials.length > 1) ?? [],
    )

  private readonly waiting: { sold: Sold; id: string; reject: boolean }[] = []

  private async after(day: number): Promise<void> {
    this.setTime(day, 70)
    if (day % 4 === 0) {
      const ours = this.sold.filter(({ serials }) => serials.length > 0)
      for (const shop of ['kiosque', 'port'] as const) {
        const sold = ours.filter(({ chain }) => chain[0] === shop).at(-1 - (day % 3))
        if (sold) this.waiting.push({ sold, id: await this.claim(sold), reject: day % 12 === 8 })
      }
    }
    if (day % 4 === 2 && day < 17) {
      for (const { sold, id, reject } of this.waiting.splice(0)) {
        if (reject) await this.rejected(sold, id)
        else await this.accepted(sold, id)
      }
    }
    if (day === 17) for (const nth of [0, 1]) for (const sold of this.early()) this.waiting.push({ sold, id: await this.claim(sold, nth), reject: false })
    if (day === 19 || day === 23) for (const { sold, id } of this.waiting.splice(0, day === 19 ? 4 : 2)) await this.accepted(sold, id)
    if (day % 6 === 4)
      await this.people.done('kiosque', '/reprint_sale/', { sale_id: this.sold.filter(({ till }) => till === 'kiosque').at(-1)?.sale_id, reason: 'paper' })
    this.setTime(day, 90)
    await this.look('kiosque', true, day % 3 === 0 ? -5_0000 : day % 3 === 1 ? 0 : 1_2500)
    if (day % 2 === 0) await this.look('kiosque-caisse', true, 0)
    if (day % 8 === 0) await this.look('port', true)
    if (day % 9 === 0) await this.look('gare', false)
  }

  private async end(): Promise<void> {
    this.setTime(DAYS + 1)
    await this.everybody()
    for (const till of tills) await this.look(till, true, till.startsWith('kiosque') ? 0 : null)
    this.setTime(Number(this.period.date_to.slice(8)) + 2)
    await this.everybody()
    await tallyAll(this.w)
    await this.papers.bill('nord', ['kiosque', 'gare', 'sud'], this.period)
    await this.papers.bill('sud', ['port'], this.period)
    await this.papers.bill('platform', ['nord'], this.period)
    await tallyTenant(this.w.services, 1, unbilled)
  }
}
