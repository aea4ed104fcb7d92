// Sales that were sent but not answered yet. They are stored in this browser until their outcome is certain: key and content, never a PIN.
import * as z from 'zod/mini'
import { paymentKinds } from '../../../../contract/till/selling.ts'

const card = {
  configuration_id: z.string(),
  product_name: z.string(),
  value: z.int(),
  quantity: z.int(),
  /** The unit price that the panel showed, stored so that sending the sale again requests the same purchase. */
  price_seen: z.optional(z.int()),
}
const OpenSale = z.object({
  transaction_key: z.string(),
  ...card,
  /** The further cards of a basket, which are sold together with the first card or not at all. */
  more: z.optional(z.array(z.object(card))),
  /** The way in which the customer paid, if the till asks for it. */
  payment: z.optional(z.enum(paymentKinds)),
  /** Whether the cards are sold as a file that can be fetched once. */
  bulk: z.boolean(),
  /** When the sale was sent, in milliseconds since 1970. */
  sent_at: z.int(),
})
export type OpenSale = z.output<typeof OpenSale>
export type Order = Omit<OpenSale, 'transaction_key' | 'sent_at'>

export type Card = Pick<OpenSale, 'configuration_id' | 'product_name' | 'value' | 'quantity' | 'price_seen'>
/** Returns all cards of a sale. */
export const cardsOf = ({ more = [], ...first }: Order): readonly Card[] => [first, ...more]

const place = (user_id: string) => `open_sales.${user_id}`

export function openSales(user_id: string, storage: Storage = localStorage): OpenSale[] {
  try {
    return z.safeParse(z.array(OpenSale), JSON.parse(storage.getItem(place(user_id)) ?? '[]')).data ?? []
  } catch {
    return []
  }
}

function write(user_id: string, sales: readonly OpenSale[], storage: Storage) {
  if (sales.length === 0) storage.removeItem(place(user_id))
  else storage.setItem(place(user_id), JSON.stringify(sales))
}

/** Whether the outcome of a sale is still unknown in this browser. Another tab that took over the till may have settled it. */
export const isOpen = (user_id: string, transaction_key: string, storage: Storage = localStorage) =>
  openSales(user_id, storage).some((sale) => sale.transaction_key === transaction_key)

/** Stores the sale before its request is sent. Whatever happens to the request, the till asks for the outcome of this key when it starts again. */
export const rememberSale = (user_id: string, sale: OpenSale, storage: Storage = localStorage) =>
  write(user_id, [...openSales(user_id, storage), sale], storage)

export const forgetSale = (user_id: string, transaction_key: string, storage: Storage = localStorage) =>
  write(
    user_id,
    openSales(user_id, storage).filter((sale) => sale.transaction_key !== transaction_key),
    storage,
  )
