// What the start page asks for, part by part, as far as this person may see it; asked again every minute.
import { useQuery } from '@tanstack/react-query'
import type { dashboardParts } from '../../../contract/dashboard.ts'
import { accountRole } from '../../../contract/kit/access.ts'
import { type Output, query, useUser } from '../../kit/base/api.ts'
import { can } from '../../kit/base/can.ts'

type Part = (typeof dashboardParts)[number]
export type PartData = Output<'dashboard'>
export const REFRESH_MS = 60_000

export function useParts() {
  const user = useUser()
  const hasWallet = user.account_role === accountRole.reseller || user.account_role === accountRole.seller
  return {
    sales: usePart('sales', can(user, 'salesList')),
    wallet: usePart('wallet', hasWallet),
    stock: usePart('stock', can(user, 'stockList')),
    customers: usePart('customers', can(user, 'customersListShort')),
  }
}

function usePart(part: Part, enabled: boolean) {
  const asked = useQuery({ ...query('dashboard', { part }), refetchInterval: REFRESH_MS, enabled })
  return enabled ? asked : undefined
}
