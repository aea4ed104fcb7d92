// Chooses the reseller whose tenant the platform views. After the choice everything on the page is read again.
import { useQueryClient } from '@tanstack/react-query'
import { useCall } from './api.ts'

/** Returns the call that chooses a tenant. It deletes the stored answers of the previous tenant, so that no screen shows them even for a moment. */
export function useTenantChoice() {
  const cache = useQueryClient()
  return useCall('tenantChoose', {
    done: () => {
      cache.removeQueries({ type: 'inactive' })
      cache.invalidateQueries()
    },
  })
}
