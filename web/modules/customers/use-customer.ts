// The customer named in the address.
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { CallError } from '../../../contract/kit/client.ts'
import { query } from '../../kit/base/api.ts'

export function useCustomer() {
  const { customerId = '' }: { customerId?: string } = useParams({ strict: false })
  const asked = useQuery(query('customerDetails', { customer_id: customerId }))
  const { error } = asked
  const isMissing = error instanceof CallError && (error.code === 'not_found' || error.code === 'invalid_input')
  return { ...asked, isMissing }
}
