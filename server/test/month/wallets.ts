// Books money and deliveries of the simulated month, and enters each at once in the test's own book, with which the server is compared later.
import { EURO, type Money } from '../../../contract/kit/money.ts'
import { berlinDay } from '../../kit/berlin.ts'
import { Book, type Entry, type Name, ORGANISATIONS, PARENT, type Posting } from './book.ts'
import { Compared } from './compare.ts'
import { euro, Goods } from './goods.ts'
import { amountOf, listOf, type People } from './people.ts'

/** The balances that the organisations saw at the end of a day. */
export type Evening = { day: string; balances: Partial<Record<Name, Money>> }

export class Wallets {
  readonly book = new Book()
  readonly said = new Compared()
  readonly goods: Goods
  readonly evenings: Evening[] = []
  readonly people: People
  private readonly triggers = new Map<Name, Money>()
  protected readonly now: () => Date

  constructor(people: People, now: () => Date) {
    this.people = people
    this.now = now
    this.goods = new Goods(people)
  }

  protected when = () => ({ at: this.now().getTime(), day: berlinDay(this.now()) })
  post(entry: Omit<Entry, 'at' | 'day'>): void {
    this.book.post({ ...entry, ...this.when() })
  }

  /** Enters the balance that each organisation has before the month. */
  async begin(): Promise<void> {
    for (const name of ORGANISATIONS) {
      const parent = PARENT[name]
      if (!parent) continue
      const balance = amountOf((await this.people.done(name, '/dynamic_balance/', {}, 'GET')).balance)
      this.booked('opening', name, parent, balance, '')
    }
  }

  private booked(kind: Entry['kind'], name: Name, parent: Name, amount: Money, id: string): void {
    const own: Posting[] = [
      { org: name, account: 'wallet', amount },
      { org: name, account: 'equity', amount: 0 - amount },
    ]
    const above: Posting[] = [
      { org: parent, account: 'customers', amount: 0 - amount, other: name },
      { org: parent, account: 'equity', amount },
    ]
    this.post({ kind, id, postings: [...own, ...above] })
  }

  balance = (name: Name): Money => this.book.sum(name, 'wallet')

  async delivery(card: string, from: string, count: number, discount: number): Promise<void> {
    const way = this.goods.card(card).type === 'gift_card' ? 'entered' : 'delivered'
    const batch = await this.goods[way](card, from, count, discount)
    const about = { org: batch.owner, quantity: count, supplier: batch.supplier, batch: batch.batch_no }
    const amount = count * batch.cost
    const { configuration_id, product_id, value } = this.goods.card(card)
    const postings: Posting[] = [
      { ...about, account: 'stock', amount },
      { ...about, account: 'supplier', amount: 0 - amount },
    ]
    this.post({ kind: 'import', configuration_id, product_id, value, postings })
  }

  /** Gives a customer credit from its parent. */
  async topUp(name: Name, euros: number): Promise<string> {
    const parent = PARENT[name] as 'nord'
    const before = this.balance(name)
    const customer_id = this.people.ids[name]
    const asked = { customer_id, amount: euros.toFixed(2), payment_mode: 'bank_transfer', remarks: `month ${euros}` }
    const answer = await this.people.done(parent, '/process_wallet_history/', asked)
    const amount = Math.round(euros * 10_000)
    this.booked('top_up', name, parent, amount, '')
    this.said.same(`top-up of ${name}`, [answer.balance_before, answer.balance_after].map(amountOf), [before, before + amount])
    const { content } = await this.people.all(parent, '/view_wallet_history/', { filters: { customer_id } })
    return String(content[0]?.entry_id)
  }

  /** Books credit with two users: one requests it, the other approves it. */
  async topUpByTwo(name: Name, euros: number): Promise<void> {
    const asked = { customer_id: this.people.ids[name], amount: euros.toFixed(2) }
    const answer = await this.people.ask('nord', '/process_wallet_history/', asked)
    this.said.same('a request waits', [answer.message_type, answer.state, amountOf(answer.balance_after)], [2, 'waiting', this.balance(name)])
    const [request] = listOf(await this.people.done('platform', '/view_credit_requests/', { filters: { state: 'waiting' } }))
    await this.people.done('platform', '/decide_credit_request/', { request_id: request?.request_id, action: 'approve' })
    this.booked('top_up', name, 'nord', Math.round(euros * 10_000), '')
  }

  /** Sets a customer's credit limit to this amount. */
  async limit(name: Name, euros: number): Promise<void> {
    const asked = { customer_id: this.people.ids[name], type: 'credit_limit', amount: euros.toFixed(2) }
    await this.people.done(PARENT[name] as 'nord', '/process_wallet_history/', asked)
    const { balance, available } = await this.people.done(name, '/dynamic_balance/', {}, 'GET')
    const own = this.balance(name)
    this.said.same(`${name} may spend`, [balance, available].map(amountOf), [own, own + Math.round(euros * 10_000)])
  }

  async topUpMany(amounts: Partial<Record<Name, number>>): Promise<void> {
    const rows = Object.entries(amounts).map(([name, euros]) => ({ customer_id: this.people.ids[name as Name], amount: euros.toFixed(2) }))
    const answer = await this.people.done('nord', '/process_top_up_with_multi_customers/', { rows })
    for (const [i, [name, euros]] of Object.entries(amounts).entries()) {
      this.booked('top_up', name as Name, 'nord', Math.round(euros * 10_000), '')
      this.said.same(`row ${i}`, amountOf(listOf(answer, 'rows')[i]?.balance_after), this.balance(name as Name))
    }
  }

  async correct(name: Name, entry_id: string, euros: number): Promise<void> {
    const { transaction_key } = await this.people.done('nord', '/get_transaction_session_key/', {}, 'GET')
    await this.people.done('nord', '/correct_wallet_history/', { transaction_key, entry_id, amount: euros.toFixed(2), reason: 'typed twice' })
    this.booked('correction', name, 'nord', Math.round(-euros * 10_000), '')
  }

  /** Gives a customer a rule of automatic credit: below this balance twenty euros are added, at most forty a day. */
  async rule(name: Name, balance_trigger: Money): Promise<void> {
    const asked = { customer_id: this.people.ids[name], balance_trigger: euro(balance_trigger), balance_topup: 20, daily_limit: 40 }
    await this.people.done('nord', '/update_auto_credit/', asked)
    this.triggers.set(name, balance_trigger)
  }

  protected automatic(name: Name): void {
    const { day } = this.when()
    const today = this.book.sum(name, 'wallet', (line) => line.kind === 'auto_credit' && line.day === day)
    if (this.balance(name) < (this.triggers.get(name) ?? 0) && today < 40 * EURO) this.booked('auto_credit', name, 'nord', 20 * EURO, '')
  }

  async evening(): Promise<void> {
    const balances: Evening['balances'] = {}
    for (const name of ORGANISATIONS) if (PARENT[name]) balances[name] = amountOf((await this.people.done(name, '/dynamic_balance/', {}, 'GET')).balance)
    this.evenings.push({ day: this.when().day, balances })
  }
}
