// The month's goods, arranged by calls alone: cards of each tax treatment with files of two suppliers, plans and own prices at two levels, discounts on live
// goods. This file computes the expected prices itself, by the ladder of docs/domain.md.
import type { Money, Percent } from '../../../contract/kit/money.ts'
import { csv } from '../../sweeps/text-client.ts'
import { until } from '../wait-for.ts'
import { discounted, type Name, PARENT } from './book.ts'
import { listOf, type People, type Row } from './people.ts'

export type Card = {
  name: string
  owner: Name
  product_id: string
  configuration_id: string
  type: string
  value: Money
  vat: string
}
export type Batch = { owner: Name; configuration_id: string; batch_no: number; supplier: string; cost: Money; left: number; value: Money }
export type Supplier = { name: string; owner: Name; supplier_id: string }

export const euro = (amount: Money) => `${Math.floor(amount / 10_000)}.${String(amount % 10_000).padStart(4, '0')}`
const percent = (discount: Percent) => (discount / 100).toFixed(2)

type Denomination = { name: string; value: Money; vat: string }
/** Tax settings by their name in the book: treatment, rate in hundredths of a percent, country. */
const VAT: Record<string, Row> = {
  full: { vat_treatment: 'single_purpose_voucher', vat_rate: '19.00', vat_country: 'DE' },
  reduced: { vat_treatment: 'single_purpose_voucher', vat_rate: '7.00', vat_country: 'DE' },
  outside: { vat_treatment: 'multi_purpose_voucher' },
}

export class Goods {
  readonly cards: Card[] = []
  readonly batches: Batch[] = []
  readonly suppliers: Supplier[] = []
  private readonly ladder = new Map<string, Percent | null>()
  private readonly plans = new Map<Name, string>()
  private readonly people: People
  private pins = 0

  constructor(people: People) {
    this.people = people
  }

  card(name: string): Card {
    const found = this.cards.find((card) => card.name === name)
    if (!found) throw new Error(`no card ${name}`)
    return found
  }

  async product(owner: 'nord' | 'sud', product_name: string, product_type: string, denominations: readonly Denomination[]): Promise<void> {
    const configurations = denominations.map(({ value, vat, name }) => ({ value: euro(value), info: name, ...VAT[vat] }))
    const { product_id } = await this.people.done(owner, '/add_product/', { product_name, product_type, pin_length: 14, configurations })
    const [product] = listOf(await this.people.done(owner, '/view_products/', { view_type: 'single', product_id }))
    for (const { name, value, vat } of denominations) {
      const row = listOf(product, 'configurations').find(({ info }) => info === name)
      const ids = { product_id: String(product_id), configuration_id: String(row?.configuration_id) }
      this.cards.push({ ...ids, name, owner, type: product_type, value, vat })
    }
  }

  async supplier(owner: 'nord' | 'sud', name: string): Promise<void> {
    const { supplier_id } = await this.people.done(owner, '/add_supplier/', { company: name })
    this.suppliers.push({ name, owner, supplier_id: String(supplier_id) })
  }

  /** Imports a supplier's file in the three steps of the screens; returns the batch. */
  async delivered(name: string, from: string, count: number, discount: Percent): Promise<Batch> {
    const { owner, configuration_id, value } = this.card(name)
    const user = owner as 'nord' | 'sud'
    const { people } = this
    const file = csv(Array.from({ length: count }, () => `7${String(++this.pins).padStart(13, '0')};S${this.pins}`))
    const { upload_id } = await people.done(user, '/upload_file/', { csv_file: file, delimiter: ';', configuration_id })
    const reaches = (step: string) =>
      until(`the upload of ${name} to be ${step}`, async () => {
        const progress = await people.done(user, '/upload_progress/', { upload_id })
        if (progress.step === 'failed') throw new Error(JSON.stringify(progress))
        return progress.step === step && progress
      })
    await people.done(user, '/upload_step_two/', { upload_id, pin_sequence: 1, serial_sequence: 2, import_batch: `${name} of ${from}`, has_header: 0 })
    await reaches('checked')
    const supplier = this.suppliers.find((one) => one.name === from)
    await people.done(user, '/upload_step_three/', { upload_id, supplier_id: supplier?.supplier_id, buying_discount: percent(discount), publish: 1 })
    const { batch_no } = await reaches('imported')
    const batch = { owner, configuration_id, batch_no: Number(batch_no), supplier: from, cost: discounted(value, discount), left: count, value }
    this.batches.push(batch)
    return batch
  }

  /** Enters gift cards one by one. */
  async entered(name: string, from: string, count: number, discount: Percent): Promise<Batch> {
    const { owner, configuration_id, value } = this.card(name)
    const supplier = this.suppliers.find((one) => one.name === from)
    const cards = Array.from({ length: count }, () => ({ pin: `7${String(++this.pins).padStart(13, '0')}`, serial: `S${this.pins}` }))
    const asked = { configuration_id, supplier_id: supplier?.supplier_id, buying_discount: percent(discount), cards }
    const { batch_no } = await this.people.done(owner as 'nord', '/add_gift_cards/', asked)
    const batch = { owner, configuration_id, batch_no: Number(batch_no), supplier: from, cost: discounted(value, discount), left: count, value }
    this.batches.push(batch)
    return batch
  }

  /** Takes pieces of a card out of the book's batches, from the oldest first; returns how many from each. */
  take({ configuration_id }: Card, quantity: number): { batch: Batch; quantity: number }[] {
    const taken: { batch: Batch; quantity: number }[] = []
    let wanted = quantity
    for (const batch of this.batches.filter((one) => one.configuration_id === configuration_id)) {
      const here = Math.min(batch.left, wanted)
      if (here > 0) taken.push({ batch, quantity: here })
      batch.left -= here
      wanted -= here
    }
    if (wanted > 0) throw new Error('the month wants more than was delivered')
    return taken
  }

  left = ({ configuration_id }: Card) => this.batches.filter((one) => one.configuration_id === configuration_id).reduce((sum, { left }) => sum + left, 0)

  /**
   * Adds a plan of `owner` for these customers. `products` and `alone` have discounts by the name of a card: for its whole product, or for this card alone.
   */
  async plan(owner: 'nord' | 'sud', customers: readonly Name[], products: Record<string, Percent>, alone: Record<string, Percent> = {}): Promise<void> {
    const { discount_plan_id } = await this.people.done(owner, '/add_discount_plan/', {
      plan_name: `Month ${customers.join()}`,
      entries: this.entriesOf(products, alone),
    })
    const customer_ids = customers.map((name) => this.people.ids[name])
    await this.people.done(owner, '/add_update_delete_disable_pad/', { action: 'plan', customer_ids, discount_plan_id })
    for (const name of customers) {
      this.plans.set(name, String(discount_plan_id))
      this.note('plan', name, products, alone)
    }
  }

  /** Changes the discounts of the plan that this customer has, from now on and for all customers who have it. */
  async replanned(owner: 'nord' | 'sud', customer: Name, products: Record<string, Percent>): Promise<void> {
    const discount_plan_id = this.plans.get(customer)
    await this.people.done(owner, '/update_configuration_slab/', { discount_plan_id, entries: this.entriesOf(products, {}) })
    for (const [name, plan] of this.plans) if (plan === discount_plan_id) this.note('plan', name, products, {})
  }

  async own(owner: 'nord' | 'sud', customer: Name, products: Record<string, Percent>, alone: Record<string, Percent> = {}): Promise<void> {
    const asked = { action: 'add', customer_id: this.people.ids[customer], pad_list: this.entriesOf(products, alone) }
    await this.people.done(owner, '/add_update_delete_disable_pad/', asked)
    this.note('own', customer, products, alone)
  }

  async hidden(owner: 'nord' | 'sud', customer: Name, card: string): Promise<void> {
    const { product_id } = this.card(card)
    await this.people.done(owner, '/add_update_delete_disable_pad/', { action: 'disable', customer_id: this.people.ids[customer], pad_list: [{ product_id }] })
    this.ladder.set(`own ${customer} ${product_id}`, null)
  }

  async live(provider: string, discounts: Partial<Record<Name, Percent>>): Promise<void> {
    for (const [name, discount] of Object.entries(discounts) as [Name, Percent][]) {
      const entries = [{ customer_id: this.people.ids[name], provider, discount: percent(discount) }]
      const parent = PARENT[name]
      if (parent === 'platform') await this.people.done('platform', '/view_update_super_admin_discounts/', { entries })
      else await this.people.done(parent as 'nord', '/api_discounts/', { entries })
      this.ladder.set(`live ${name} ${provider}`, discount)
    }
  }

  /** A customer's discount; null: hidden, undefined: not on offer. */
  discountOf(name: Name, { product_id, configuration_id }: Pick<Card, 'product_id' | 'configuration_id'>): Percent | null | undefined {
    const rungs = [`own ${name} ${configuration_id}`, `own ${name} ${product_id}`, `plan ${name} ${configuration_id}`, `plan ${name} ${product_id}`]
    return rungs.map((rung) => this.ladder.get(rung)).find((rung) => rung !== undefined)
  }

  liveDiscountOf = (name: Name, provider: string): Percent => this.ladder.get(`live ${name} ${provider}`) ?? 0

  private entriesOf(products: Record<string, Percent>, alone: Record<string, Percent>) {
    return [
      ...Object.entries(products).map(([name, discount]) => ({ product_id: this.card(name).product_id, discount: percent(discount) })),
      ...Object.entries(alone).map(([name, discount]) => {
        const { product_id, configuration_id } = this.card(name)
        return { product_id, configuration_id, discount: percent(discount) }
      }),
    ]
  }

  private note(whose: 'own' | 'plan', customer: Name, products: Record<string, Percent>, alone: Record<string, Percent>): void {
    for (const [name, discount] of Object.entries(products)) this.ladder.set(`${whose} ${customer} ${this.card(name).product_id}`, discount)
    for (const [name, discount] of Object.entries(alone)) this.ladder.set(`${whose} ${customer} ${this.card(name).configuration_id}`, discount)
  }
}

/** The organisations from a shop up to the owner of the goods. */
export function chainOf(shop: Name, owner: Name): Name[] {
  const chain = [shop]
  for (let at: Name | undefined = shop; at !== owner; chain.push(at)) {
    at = PARENT[at]
    if (!at) throw new Error(`${owner} is not above ${shop}`)
  }
  return chain
}
