// Reads the customer in the address of a screen that only the customer's parent organisation and the platform may use.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { query, useUser } from '../base/api.ts'
import { can } from '../base/can.ts'
import type { Row } from '../base/list-state.ts'
import { isNoSuch } from '../page/no-such.ts'

export type OwnCustomer = {
  row: Row<'customersListShort'> | undefined
  /** Whether the customer does not exist or has another parent; for the platform, only the former. False for a user who may not see customers. */
  isTheirs: boolean
}

export function useOwnCustomer(customer_id: string): OwnCustomer {
  const enabled = can(useUser(), 'customersListShort') && customer_id !== ''
  const asked = useQuery({ ...query('customersListShort', { filters: { customer_id } }), enabled, placeholderData: keepPreviousData })
  const row = asked.data?.content.find((one) => one.customer_id === customer_id)
  // A failed call does not mean that the customer is missing, unless it failed because the address contains no valid id.
  const isMissing = isNoSuch(asked.error) || (asked.isSuccess && !asked.isPlaceholderData && !row)
  return { row, isTheirs: isMissing || row?.may_credit === false }
}
