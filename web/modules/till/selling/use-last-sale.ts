// The last sale of this till, for the status bar and F8: its data without the PIN.
import { useEffect, useState } from 'react'
import type { Sold } from '../../../kit/counter/sold-cards.ts'
import type { LastSale } from './last-sale.ts'

export function useLastSale(sold: Sold | undefined): LastSale | undefined {
  const [last, setLast] = useState<LastSale>()
  useEffect(() => {
    if (!sold || sold.how === 'copy') return
    const { sale_id, product_name, value, quantity, created_at } = sold.sale
    setLast({ sale_id, product_name, value, quantity, created_at })
  }, [sold])
  return last
}
