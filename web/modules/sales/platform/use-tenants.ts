// The rows of all resellers. They are read in pages, so that no single request takes long, and are shown once the first page is loaded.
import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { ask, type Output } from '../../../kit/base/api.ts'

export type Tenant = Output<'tenantsToday'>['content'][number]

const PAGE = 20
const REFRESH_MS = 60_000

export function useTenants() {
  const asked = useInfiniteQuery({
    queryKey: ['tenantsToday'],
    queryFn: ({ pageParam, signal }) => ask('tenantsToday', { page: pageParam, limit: PAGE }, signal),
    initialPageParam: 0,
    getNextPageParam: ({ filters: { page, limit, total_count } }) => ((page + 1) * limit < total_count ? page + 1 : undefined),
    refetchInterval: REFRESH_MS,
  })
  const { hasNextPage, isFetching, isError, fetchNextPage } = asked
  useEffect(() => {
    if (hasNextPage && !isFetching && !isError) void fetchNextPage()
  }, [hasNextPage, isFetching, isError, fetchNextPage])
  return { rows: asked.data?.pages.flatMap(({ content }) => content), error: asked.error, retry: () => void asked.refetch() }
}
