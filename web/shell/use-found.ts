// Customers, products and people that match the typed text, from the lists this person may read. A newer search cancels the one before.
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { fold } from '../../contract/kit/fold.ts'
import { query, useUser } from '../kit/base/api.ts'
import { can } from '../kit/base/can.ts'
import type { Found } from './palette.ts'

const TYPING_MS = 200
const LETTERS_MIN = 2
const SHOWN = 5

export function useFound(text: string): { groups: Found[]; isSearching: boolean } {
  const t = useTranslations('shell.palette.groups')
  const user = useUser()
  const [typed] = useDebouncedValue(text.trim(), TYPING_MS)
  const search_text = fold(typed)
  const isLong = typed.length >= LETTERS_MIN
  const asked = { search_text, limit: SHOWN }
  const customers = useQuery({ ...query('customersListShort', asked), enabled: isLong && can(user, 'customersListShort') })
  const products = useQuery({ ...query('productsList', { search_text, total_items: SHOWN }), enabled: isLong && can(user, 'productsList') })
  const people = useQuery({ ...query('staffList', asked), enabled: isLong && can(user, 'staffList') })
  const mayEdit = can(user, 'staffUpdate')
  const isSearching = typed !== text.trim() || [customers, products, people].some(({ isLoading }) => isLoading)
  const groups = [
    {
      name: t('customers'),
      items: (customers.data?.content ?? []).map(({ customer_id, name, city }) => ({
        id: customer_id,
        label: name,
        hint: city,
        to: found('/customers/view', name),
      })),
    },
    {
      name: t('products'),
      items: (products.data?.content ?? []).map(({ product_id, product_name }) => ({
        ...{ id: product_id, label: product_name },
        to: found('/products/view', product_name),
      })),
    },
    {
      name: t('people'),
      items: (people.data?.content ?? []).map(({ user_id, full_name, username, organisation_name }) => ({
        ...{ id: user_id, label: full_name || username, hint: organisation_name },
        to: mayEdit ? `/staff/edit/${user_id}` : found('/staff/view', full_name || username),
      })),
    },
  ]
  return { groups: isLong && typed === text.trim() ? groups : [], isSearching }
}

const found = (path: string, name: string) => `${path}?${new URLSearchParams({ q: name })}`
