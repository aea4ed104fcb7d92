// The last sale of a person at this till, stored in this browser for the time between two customers. Its goods and number are stored, never its PIN.
import * as z from 'zod/mini'

const LastSale = z.object({ sale_id: z.string(), product_name: z.string(), value: z.int(), quantity: z.int(), created_at: z.string() })
export type LastSale = z.output<typeof LastSale>

const place = (user_id: string) => `last_sale.${user_id}`

export function keptLastSale(user_id: string, storage: Storage = localStorage): LastSale | undefined {
  try {
    return z.safeParse(LastSale, JSON.parse(storage.getItem(place(user_id)) ?? 'null')).data
  } catch {
    return undefined
  }
}

export const keepLastSale = (user_id: string, sale: LastSale, storage: Storage = localStorage) => storage.setItem(place(user_id), JSON.stringify(sale))
