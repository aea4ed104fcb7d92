// The data of the start page, as far as this user may see it. It is refreshed every minute.
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { dashboardParts } from '../../../../contract/sales/dashboard.ts'
import { type Output, query, useUser } from '../../../kit/base/api.ts'
import { can, hasWallet } from '../../../kit/base/can.ts'

type Part = (typeof dashboardParts)[number]
export type PartData = Output<'dashboard'>
export const REFRESH_MS = 60_000

/**
 * Returns the parts of the start page. One call requests all of them; if it fails, each is requested by a call of its own, so that one failing part does not
 * hide the other parts.
 */
export function useParts() {
  const user = useUser()
  const open = { sales: can(user, 'salesList'), wallet: hasWallet(user), stock: can(user, 'stockList'), customers: can(user, 'customersListShort') }
  const whole = useQuery({ ...query('dashboard', {}), refetchInterval: REFRESH_MS, enabled: Object.values(open).includes(true) })
  return {
    sales: usePart('sales', open.sales, whole),
    wallet: usePart('wallet', open.wallet, whole),
    stock: usePart('stock', open.stock, whole),
    customers: usePart('customers', open.customers, whole),
  }
}

function usePart(part: Part, isOpen: boolean, whole: UseQueryResult<PartData>) {
  const isWholeAway = whole.isError && !whole.data
  const alone = useQuery({ ...query('dashboard', { part }), refetchInterval: REFRESH_MS, enabled: isOpen && isWholeAway })
  return isOpen ? (isWholeAway ? alone : whole) : undefined
}
