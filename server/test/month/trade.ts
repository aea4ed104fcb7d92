// The actions of the simulated month: sales of all kinds, money, claims, Z-reports. Each is entered in the test's own book at once, and each answer is compared
// with the book at once.
import type { Money } from '../../../contract/kit/money.ts'
import { QUANTITY_MAX } from '../../../contract/till/selling.ts'
import { type About, Book, discounted, type Name, type Posting } from './book.ts'
import { type Card, chainOf, euro } from './goods.ts'
import { amountOf, listOf, maybe, objectOf, type Row, TILLS, type Till } from './people.ts'
import { Wallets } from './wallets.ts'

export type Sold = {
  sale_id: string
  till: Till
  card: Card
  quantity: number
  prices: Money[]
  chain: Name[]
  costs: Posting[]
  serials: string[]
  at: number
}
/** A Z-report or an X-report. `from` and `to`: which entries of the book it counts, by index; `to` is the first entry after them. */
export type Look = { till: Till; from: number; to: number; counted: Money | null; number: number | null; document_id: string; report: Row }

/** Organisations whose users see no prices. */
const MASKED: readonly Name[] = ['gare']
const saleCall = (quantity: number) => (quantity > QUANTITY_MAX ? '/add_bulk_transaction_v3/' : '/add_transaction_v3/')

export class Trade extends Wallets {
  readonly sold: Sold[] = []
  readonly looks: Look[] = []
  private readonly since = new Map<Till, number>()

  pricesOf(shop: Name, card: Card): Money[] {
    return chainOf(shop, card.owner)
      .slice(0, -1)
      .map((name) => {
        const discount = this.goods.discountOf(name, card)
        if (discount === undefined || discount === null) throw new Error(`${card.name} is not on offer to ${name}`)
        return discounted(card.value, discount)
      })
  }

  /** Sells one, several or many pieces, and enters the sale in the book. */
  async sell(till: Till, name: string, quantity: number, payment?: string): Promise<Sold> {
    const shop = TILLS[till]
    const card = this.goods.card(name)
    const before = this.balance(shop)
    const answer = await this.people.done(till, saleCall(quantity), { configuration_id: card.configuration_id, quantity, ...(payment ? { payment } : {}) })
    const sold = this.enter(till, card, quantity, answer, payment)
    this.compareSlip(answer, sold, before)
    return sold
  }

  /** Requests a sale that has to be refused: nothing is sold, and nothing is entered. */
  async refused(till: Till, name: string, quantity: number, code: string): Promise<void> {
    const { configuration_id } = this.goods.card(name)
    const answer = await this.people.ask(till, saleCall(quantity), { configuration_id, quantity })
    this.said.same(`${name} at ${till} is refused`, [answer.message_type, answer.code], [0, code])
  }

  private compareSlip(answer: Row, { till, card, quantity, prices }: Sold, before: Money): void {
    const [price = 0] = prices
    const own = (amount: Money) => (MASKED.includes(TILLS[till]) ? null : amount)
    const due = [own(price), own(price * quantity), card.value * quantity, own(before), own(before - price * quantity)]
    const got = [answer.price_unit, answer.amount_total, answer.face_total, answer.balance_before, answer.balance_after].map((one) => maybe(one))
    this.said.same(`slip of ${till}`, got, due)
  }

  async basket(till: Till, wanted: readonly (readonly [name: string, quantity: number])[], payment: string): Promise<void> {
    const lines = wanted.map(([name, quantity]) => ({ configuration_id: this.goods.card(name).configuration_id, quantity }))
    const answer = await this.people.done(till, '/add_basket_transaction/', { lines, payment })
    // The server books the basket's purchases one after the other, in an order of its own, which the balances on the slips show. The book has the same order.
    const booked = wanted
      .map(([name, quantity], i) => ({ card: this.goods.card(name), quantity, sale: listOf(answer, 'sales')[i] ?? {} }))
      .sort((one, other) => amountOf(other.sale.balance_before) - amountOf(one.sale.balance_before))
    for (const { card, quantity, sale } of booked) {
      const before = this.balance(TILLS[till])
      this.compareSlip(sale, this.enter(till, card, quantity, sale, payment), before)
    }
  }

  private enter(till: Till, card: Card, quantity: number, answer: Row, payment = ''): Sold {
    const shop = TILLS[till]
    const chain = chainOf(shop, card.owner)
    const costs = this.goods.take(card, quantity).map(({ batch, quantity: here }): Posting => {
      return { org: card.owner, account: 'cost', amount: here * batch.cost, quantity: here, supplier: batch.supplier, batch: batch.batch_no }
    })
    const serials = listOf(answer, 'pins').map(({ serial }) => String(serial))
    const sold: Sold = {
      sale_id: String(answer.sale_id),
      till,
      card,
      quantity,
      prices: this.pricesOf(shop, card),
      chain,
      costs,
      serials,
      at: this.now().getTime(),
    }
    this.entered(sold, 'stock', payment)
    return sold
  }

  private entered(sold: Sold, from: 'stock' | 'supplier', payment: string): void {
    const { sale_id, till, costs } = sold
    const out = costs.map((cost): Posting => ({ ...cost, account: from, amount: 0 - cost.amount }))
    this.post({ ...this.about(sold), kind: 'sale', sign: 1, id: sale_id, payment, postings: [...this.hops(sold, sold.quantity), ...costs, ...out] })
    this.sold.push(sold)
    this.automatic(TILLS[till])
  }

  private about({ sale_id, till, card }: Sold): Partial<About> {
    const { configuration_id, product_id, type, value, vat } = card
    return { sale_id, till, shop: TILLS[till], configuration_id, product_id, type, value, vat }
  }

  /** Returns the postings of a sale of this many pieces: what each organisation in the chain receives and pays. */
  private hops({ chain, prices, card }: Sold, quantity: number): Posting[] {
    const [shop = 'port'] = chain
    const counter: Posting[] = [
      { org: shop, account: 'drawer', amount: quantity * card.value, quantity },
      { org: shop, account: 'revenue', amount: 0 - quantity * card.value, quantity },
    ]
    const climbed = prices.flatMap((price, i): Posting[] => {
      const [org, parent, amount] = [chain[i] as Name, chain[i + 1] as Name, quantity * price]
      return [
        { org, account: 'cost', amount, quantity, other: parent },
        { org, account: 'wallet', amount: 0 - amount, quantity },
        { org: parent, account: 'customers', amount, quantity, other: org },
        { org: parent, account: 'revenue', amount: 0 - amount, quantity, other: org },
      ]
    })
    return [...counter, ...climbed]
  }

  /** Enters a live sale. `cost`: the supplier's charge to the platform. */
  async liveSold(till: Till, card: Card, provider: string, sale_id: string, cost: Money, supplier: string): Promise<void> {
    const shop = TILLS[till]
    const chain = chainOf(shop, 'platform')
    const prices = chain.slice(0, -1).map((name) => discounted(card.value, this.goods.liveDiscountOf(name, provider)))
    const costs: Posting[] = [{ org: 'platform', account: 'cost', amount: cost, quantity: 1, supplier }]
    const { product_id } = await this.people.done(till, `/get_sales_record_details/?sale_id=${sale_id}`, {}, 'GET')
    const named = { ...card, product_id: String(product_id) }
    this.entered({ sale_id, till, card: named, quantity: 1, prices, chain, costs, serials: [], at: this.now().getTime() }, 'supplier', '')
  }

  /** Claims the nth card of a sale; a reseller in between hands the claim on. Returns the claim's id. */
  async claim(sold: Sold, nth = 0): Promise<string> {
    const user = TILLS[sold.till] as Till
    const answer = await this.people.done(user, '/post_reclam_pins/', { serials: [sold.serials[nth]], reason: 'not_working' })
    const [row] = listOf(answer, 'rows')
    this.said.same('a claim', row?.outcome, 'claimed')
    if (sold.chain.length > 2) await this.step('sud', String(row?.reclaim_id), 'hand_on')
    return String(row?.reclaim_id)
  }

  async step(user: 'nord' | 'sud', reclaim_id: string, action: string, more: Row = {}): Promise<void> {
    const answer = await this.people.done(user, '/view_update_reclam_pins/', { action, reclaim_ids: [reclaim_id], ...more })
    this.said.same(`${action} of a claim`, listOf(answer, 'results')[0]?.outcome, 'done')
  }

  /** Accepts a claim: one card is refunded at the prices of its sale, and its goods go back to their supplier. */
  async accepted(sold: Sold, reclaim_id: string): Promise<void> {
    const owner = sold.card.owner as 'nord' | 'sud'
    await this.step(owner, reclaim_id, 'take')
    await this.step(owner, reclaim_id, 'approve', { proof: { kind: 'answer', text: 'R-1' } })
    await this.step(owner, reclaim_id, 'accept')
    const back = this.hops(sold, -1)
    const [cost] = sold.costs
    if (!cost?.quantity) throw new Error('a sale without a cost')
    const one: Posting = { ...cost, amount: 0 - cost.amount / cost.quantity, quantity: -1 }
    const supplier: Posting = { ...one, account: 'supplier', amount: 0 - one.amount }
    this.post({ ...this.about(sold), kind: 'refund', sign: -1, id: reclaim_id, postings: [...back, one, supplier] })
  }

  async rejected(sold: Sold, reclaim_id: string): Promise<void> {
    await this.step(sold.card.owner as 'nord' | 'sud', reclaim_id, 'reject', { note: 'used on the day of the sale' })
  }

  /** The cash that should be in a till's drawer: its sales less refunds, except those paid by card or in another way. */
  expected(till: Till, book: Book = this.book, from = this.since.get(till) ?? 0, to = book.entries.length): Money {
    return new Book(book.entries.slice(from, to)).sum(TILLS[till], 'drawer', (line) => line.till === till && !['card', 'other'].includes(line.payment ?? ''))
  }

  /** Makes an X-report or a Z-report. `more`: how much more than expected is counted in the drawer; null: the cash is not counted. */
  async look(till: Till, isZ: boolean, more: Money | null = null): Promise<void> {
    const from = this.since.get(till) ?? 0
    const to = this.book.entries.length
    const counted = more === null ? null : Math.max(0, this.expected(till) + more)
    const key = isZ ? { transaction_key: (await this.people.done(till, '/get_transaction_session_key/', {}, 'GET')).transaction_key } : {}
    const cash = counted === null ? {} : { counted: euro(counted) }
    const report = objectOf(await this.people.done(till, '/z_report/', { ...key, ...cash }), 'report')
    const number = report.number === null ? null : Number(report.number)
    this.looks.push({ till, from, to, counted, number, document_id: String(report.document_id), report })
    if (isZ) this.since.set(till, to)
  }
}
