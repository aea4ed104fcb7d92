// The last sale of this till without its PIN, for the status bar and for the key F8, which reprints it.
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
