// Filters a list by one customer, who is found by typing and stored in the address. Without a choice the list shows all customers.
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { query } from '../../../kit/base/api.ts'
import { useUrlState } from '../../../kit/base/url.ts'
import { Combobox } from '../../../kit/form/Combobox.tsx'

/** `of`: the filtered list; its rows contain the customer's name, which the address does not. */
export function CustomerPick({ of }: { of: 'assignedProducts' | 'liveCustomerPrices' }) {
  const field = useTranslations('fields')
  const [state, change] = useUrlState()
  const customer_id = state['customer'] ?? ''
  const rows = useQuery({ ...query(of, { customer_id, limit: 1 }), enabled: customer_id !== '' })
  const [known] = rows.data?.content ?? []
  const choose = (customer: string) => change({ customer: customer || undefined, sort: undefined, page: undefined })
  return (
    <Combobox
      id="customer"
      label={field('customer')}
      value={customer_id}
      onChange={(value) => choose(String(value))}
      onBlur={() => undefined}
      error={undefined}
      required={false}
      inRow
      call="customersListShort"
      option={(row) => ({ value: row.customer_id, label: row.name })}
      known={known && { value: known.customer_id, label: known.customer_name }}
    />
  )
}
