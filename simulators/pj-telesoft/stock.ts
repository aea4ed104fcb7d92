// The goods that both generations of the simulated PJ Telesoft sell from one till: cards with PINs, a customer's balance, and the sales by the caller's own
// id.
import { moneyText, parseMoney } from '../../contract/kit/money.ts'
import { serial } from '../kit/serial.ts'
import type { Stage } from '../kit/shop.ts'

export type Card = { card_id: string; denomination_id: number; product_id: number; name: string; value: string; price: string; left: number }
export type Sale = { transaction_id: string; client_id: string; card: Card; pin: string; batch: string; at: Date; expires_on: string }
export type Till = ReturnType<typeof till>

const CARDS: readonly [string, string, number][] = [
  ['1079', 'Nordfunk', 10],
  ['1080', 'Nordfunk', 20],
  ['2011', 'Sternnetz', 15],
  ['3001', 'Spielewelt', 25],
]
const YEAR = 365 * 86_400_000

/** An amount as a text with seven decimals, "9.6500000". */
export const seven = (amount: number): string => moneyText(amount).padEnd(moneyText(amount).indexOf('.') + 8, '0')
export const two = (amount: number): string => moneyText(amount)
export const amountOf = (text: unknown): number => parseMoney(String(text)) ?? 0

export function till({ now, note, random, recalls }: Stage) {
  const products = [...new Set(CARDS.map(([, name]) => name))]
  const cards: Card[] = CARDS.map(([card_id, name, value], n) => ({
    ...{ card_id, name, value: `${value}.00`, price: (value * 0.965).toFixed(4), left: 1_000 },
    ...{ denomination_id: 11 + n, product_id: 1 + products.indexOf(name) },
  }))
  const sales = new Map<string, Sale>()
  let balance = amountOf('5000')
  let rereads = true
  return {
    products,
    cards,
    sales,
    balance: () => balance,
    /** Finds a sale by the caller's own id. */
    found: (client_id: string) => {
      const sale = sales.get(client_id)
      return sale && recalls(sale.at) ? sale : undefined
    },
    /** Whether a sale that is queried later still shows its PIN. */
    rereads: () => rereads,
    /** Makes a sale. The caller of this function has already checked that no sale has this id. */
    sell: (client_id: string, card: Card): Sale => {
      const digits = Array.from({ length: 12 }, () => Math.floor(random() * 10)).join('')
      const transaction_id = String(6_451_571 + serial())
      const sale = { transaction_id, client_id, card, pin: `00${digits}`, batch: '123530', at: now(), expires_on: dayAfter(now(), YEAR) }
      sales.set(client_id, sale)
      card.left -= 1
      balance -= amountOf(card.price)
      note({ event: 'delivered', reference: client_id, supplier_reference: transaction_id, amount: card.price })
      return sale
    },
    tune: (settings: Readonly<Record<string, unknown>>) => {
      if (settings.balance !== undefined) balance = amountOf(settings.balance)
      if (settings.rereads !== undefined) rereads = settings.rereads === true
      for (const card of cards) if (settings.empty === card.card_id) card.left = 0
    },
  }
}

const dayAfter = (at: Date, ms: number) => new Date(at.getTime() + ms).toISOString().slice(0, 10)
