// The numbers that the shop has saved, the most recently used first.
import { useQuery } from '@tanstack/react-query'
import { query } from '../../../kit/base/api.ts'
import type { KnownNumber } from './number-search.ts'

export function useSavedNumbers(): (KnownNumber & { number_id: string; name: string; country: string })[] {
  const { data } = useQuery(query('savedNumbers', {}))
  return (data?.content ?? []).map(({ used_at, ...saved }) => ({ ...saved, isUsed: used_at !== null }))
}
