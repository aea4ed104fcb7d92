// Rows ticked in a list: kept over its pages, with the names for what asks.
import { useState } from 'react'

export type Ticked = { customer_id: string; name: string; is_active: boolean }

export function useChosen() {
  const [chosen, setChosen] = useState<readonly Ticked[]>([])
  return {
    chosen,
    has: (id: string) => chosen.some(({ customer_id }) => customer_id === id),
    toggle: (row: Ticked) =>
      setChosen((before) =>
        before.some(({ customer_id }) => customer_id === row.customer_id)
          ? before.filter(({ customer_id }) => customer_id !== row.customer_id)
          : [...before, row],
      ),
    clear: () => setChosen([]),
  }
}
export type Chosen = ReturnType<typeof useChosen>
