import { useQuery } from '@tanstack/react-query'
import { query } from '../../../kit/base/api.ts'
import type { KnownNumber } from '../saved-numbers/saved-numbers.ts'

/** Returns the telephone numbers of the last successful top-ups, each once with its newest top-up; saved numbers are left out. */
export function useRecentNumbers(saved: readonly KnownNumber[]): KnownNumber[] {
  const { data } = useQuery(query('topUps', { filters: { state: 'successful' }, limit: 30 }))
  const byNumber = new Map<string, KnownNumber>()
  for (const { mobile_number, operator, product_name } of data?.content ?? [])
    if (!byNumber.has(mobile_number) && saved.every((one) => one.mobile_number !== mobile_number))
      byNumber.set(mobile_number, { mobile_number, more: [operator, product_name].filter(Boolean).join(' · '), isUsed: true })
  return [...byNumber.values()]
}
