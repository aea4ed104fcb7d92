// Reads the customer whose id is in the address of the screen.
import { useQuery } from '@tanstack/react-query'
import { query } from '../../../kit/base/api.ts'
import { isNoSuch } from '../../../kit/page/no-such.ts'
import { useParams } from '../../../kit/router/Pages.tsx'

export function useCustomer() {
  const { customerId = '' } = useParams()
  const asked = useQuery(query('customerDetails', { customer_id: customerId }))
  return { ...asked, isMissing: isNoSuch(asked.error) }
}
