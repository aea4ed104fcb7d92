// The till's whole catalogue of offers in memory, refreshed in the background. A change of favourites is shown first and then stored on the server.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Offer } from '../../../../contract/till/selling.ts'
import { query, useCall } from '../../../kit/base/api.ts'
import { catalogueOf, dropped, favouriteIds, moved, toggled, withFavourites } from './catalogue.ts'

const REFRESH_MS = 15_000
const catalogueQuery = query('sellerProductsV2', {})
const none: readonly Offer[] = []

export function useOffers() {
  const list = useQuery({ ...catalogueQuery, refetchInterval: REFRESH_MS })
  const offers = list.data?.content ?? none
  const catalogue = useMemo(() => catalogueOf(offers), [offers])
  return { list, offers, catalogue, favourites: useFavourites(offers) }
}

export type Favourites = {
  toggle: (configuration_id: string) => void
  move: (configuration_id: string, step: -1 | 1) => void
  /** Moves an offer to the place of another offer. */
  drop: (configuration_id: string, on: string) => void
  error: unknown
}

function useFavourites(offers: readonly Offer[]): Favourites {
  const cache = useQueryClient()
  const { mutate, error } = useCall('favouritesSet', { refresh: ['sellerProductsV2'] })
  async function change(configuration_ids: readonly string[]) {
    await cache.cancelQueries({ queryKey: catalogueQuery.queryKey })
    cache.setQueryData(catalogueQuery.queryKey, (before) => before && { ...before, content: withFavourites(before.content, configuration_ids) })
    mutate({ configuration_ids: [...configuration_ids] })
  }
  return {
    toggle: (configuration_id) => change(toggled(favouriteIds(offers), configuration_id)),
    move: (configuration_id, step) => change(moved(favouriteIds(offers), configuration_id, step)),
    drop: (configuration_id, on) => change(dropped(favouriteIds(offers), configuration_id, on)),
    error,
  }
}
