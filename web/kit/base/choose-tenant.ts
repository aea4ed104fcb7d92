// The platform views one reseller's tenant at a time; another choice reloads everything shown.
import { useQueryClient } from '@tanstack/react-query'
import { useCall } from './api.ts'

/** Answers of the reseller viewed before are dropped, so that no screen shows them even for a moment. */
export function useTenantChoice() {
  const cache = useQueryClient()
  return useCall('tenantChoose', {
    done: () => {
      cache.removeQueries({ type: 'inactive' })
      cache.invalidateQueries()
    },
  })
}
