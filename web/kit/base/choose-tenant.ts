// The platform views one reseller's tenant at a time; another choice reloads everything shown.
import { useQueryClient } from '@tanstack/react-query'
import { useCall } from './api.ts'

/** Returns the call that chooses a tenant. It drops the stored answers of the tenant viewed before, so that no screen shows them even for a moment. */
export function useTenantChoice() {
  const cache = useQueryClient()
  return useCall('tenantChoose', {
    done: () => {
      cache.removeQueries({ type: 'inactive' })
      cache.invalidateQueries()
    },
  })
}
