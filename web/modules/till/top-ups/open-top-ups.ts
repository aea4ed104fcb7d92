// Top-ups that were sent but not answered yet. They are stored in this browser until it is certain whether the server has them. Only key and product are
// stored, never the whole telephone number.
import * as z from 'zod/mini'

const OpenTopUp = z.object({ transaction_key: z.string(), label: z.string(), sent_at: z.int() })
type OpenTopUp = z.output<typeof OpenTopUp>

const place = (user_id: string) => `open_top_ups.${user_id}`

export function openTopUps(user_id: string, storage: Storage = localStorage): OpenTopUp[] {
  try {
    return z.safeParse(z.array(OpenTopUp), JSON.parse(storage.getItem(place(user_id)) ?? '[]')).data ?? []
  } catch {
    return []
  }
}

function write(user_id: string, all: readonly OpenTopUp[], storage: Storage) {
  if (all.length === 0) storage.removeItem(place(user_id))
  else storage.setItem(place(user_id), JSON.stringify(all))
}

/** Stores a top-up in this browser before its request is sent. */
export const rememberTopUp = (user_id: string, open: OpenTopUp, storage: Storage = localStorage) =>
  write(user_id, [...openTopUps(user_id, storage), open], storage)

export const forgetTopUp = (user_id: string, transaction_key: string, storage: Storage = localStorage) =>
  write(
    user_id,
    openTopUps(user_id, storage).filter((open) => open.transaction_key !== transaction_key),
    storage,
  )
