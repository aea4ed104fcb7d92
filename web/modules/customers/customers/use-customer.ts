// Reads the customer whose id is in the address of the screen.
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { query } from '../../../kit/base/api.ts'
import { isNoSuch } from '../../../kit/page/no-such.ts'

export function useCustomer() {
  const { customerId = '' }: { customerId?: string } = useParams({ strict: false })
  const asked = useQuery(query('customerDetails', { customer_id: customerId }))
  return { ...asked, isMissing: isNoSuch(asked.error) }
}
