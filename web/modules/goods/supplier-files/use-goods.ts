// The denominations to which files can be added: the user's own goods that are on offer and have stock of their own.
import { useQuery } from '@tanstack/react-query'
import { ask } from '../../../kit/base/api.ts'
import * as format from '../../../kit/base/format.ts'
import type { Denomination } from './recognise.ts'

const PAGE = 100
const PAGES_MAX = 20

async function all(): Promise<Denomination[]> {
  const found: Denomination[] = []
  for (let page = 0; page < PAGES_MAX; page++) {
    const { content, filters } = await ask('productsList', { page, total_items: PAGE, filters: { is_active: true } })
    for (const { is_own, configurations, product_id, product_name, aliases, pin_length } of content)
      for (const { configuration_id, value, is_active, pool_id } of configurations)
        if (is_own && is_active && pool_id === null) found.push({ configuration_id, product_id, product_name, aliases, value, pin_length })
    if ((page + 1) * PAGE >= filters.total_count) break
  }
  return found
}

export const useGoods = () => useQuery({ queryKey: ['productsList', 'all to be filled'], queryFn: all })

export const nameOf = ({ product_name, value }: Pick<Denomination, 'product_name' | 'value'>) => `${product_name} ${format.money(value)}`
