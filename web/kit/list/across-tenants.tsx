// The platform's lists across all resellers: the chip that switches to such a list, the column that names each row's reseller, and how a row opens.
// Such a list is read-only: to change a row, the user opens it, and the row's reseller is chosen first.
import { useTranslations } from 'use-intl'
import { accountRole } from '../../../contract/kit/access.ts'
import { ACROSS_ROWS_MAX } from '../../../contract/kit/across-tenants.ts'
import { useUser } from '../base/api.ts'
import { useTenantChoice } from '../base/choose-tenant.ts'
import type { Filter } from '../base/list-state.ts'
import { useUrlState } from '../base/url.ts'
import { Refusal } from '../page/Refusal.tsx'
import { FilterChip } from './ListFilters.tsx'
import type { Headed } from './ListTable.tsx'

const useIsPlatform = (): boolean => useUser().account_role === accountRole.superadmin

/** Whether the platform is reading a list across all resellers. Such a list offers no action on a row; the row must be opened first. */
export function useIsAcross(): boolean {
  const [{ tenants }] = useUrlState()
  return useIsPlatform() && tenants === 'all'
}

/** `has`: whether the screen offers its list across all resellers. Only the platform gets this offer. */
export function useAcrossTenants(has: boolean) {
  const t = useTranslations('pages.list')
  const isAsked = useIsAcross()
  const choose = useTenantChoice()
  const isOffered = useIsPlatform() && has
  const label = t('all_resellers')
  const filter: Filter = { name: 'tenants', label, options: [{ value: 'all', label, is: 'all' }] }
  return {
    isOn: isOffered && isAsked,
    filters: isOffered ? [filter] : [],
    chip: isOffered && <FilterChip filter={filter} />,
    refusal: choose.isError && <Refusal error={choose.error} />,
    /** Chooses the row's reseller and then opens the row. */
    opening: (row: object, open: () => void) => {
      const { tenant_id } = row as { tenant_id?: number }
      if (tenant_id !== undefined) choose.mutate({ tenant_id }, { onSuccess: open })
    },
  }
}

/** Returns the columns of a list across all resellers: the reseller comes after the column that identifies the row, and the column of buttons is left out. */
export function acrossColumns<R>(columns: readonly Headed<R>[], header: string): readonly Headed<R>[] {
  const [first, ...others] = columns.filter(({ key }) => key !== 'action')
  // If the list says which columns a card on a phone shows, the reseller is one of them.
  const fact = others.some((column) => column.fact) && { fact: true }
  return first ? [first, { key: 'tenant_name', header, ...fact } as unknown as Headed<R>, ...others] : []
}

/** Returns how many rows of a list across all resellers can be paged through. */
export const withinReach = (total: number, limit: number): number => Math.min(total, Math.floor(ACROSS_ROWS_MAX / limit) * limit)
