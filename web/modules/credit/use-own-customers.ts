// All of one's own customers, by the user name of their first user: to check rows before they are sent.
import { useQuery } from '@tanstack/react-query'
import { ask, useUser } from '../../kit/api.ts'
import type { Row } from '../../kit/list-state.ts'

const PAGE = 100
const SUPERADMIN = 0

export type Customer = Row<'customersListShort'>

export function useOwnCustomers(): ReadonlyMap<string, Customer> | undefined {
  const user = useUser()
  const filters = user.account_role === SUPERADMIN ? {} : { parent_id: user.customer_id }
  const { data, isError } = useQuery({
    queryKey: ['customersListShort', 'all', filters],
    queryFn: async () => {
      const rows: Customer[] = []
      for (let page = 0; ; page++) {
        const { content } = await ask('customersListShort', { page, limit: PAGE, filters })
        rows.push(...content)
        if (content.length < PAGE) return new Map(rows.map((row) => [row.username, row]))
      }
    },
  })
  // Where they cannot be had the rows are sent unchecked: the server knows.
  return data ?? (isError ? new Map() : undefined)
}
