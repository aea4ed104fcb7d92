// Checks for new sign-in requests every ten seconds; if requests were added or decided, the list on the screen is refreshed, and one new request is
// announced.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { query } from '../../../kit/base/api.ts'
import type { Row } from '../../../kit/base/list-state.ts'

type Request = Row<'loginRequestsList'>

const EVERY_MS = 10_000
const LOOKED_AT = 100

/** `waiting`: the number of waiting requests; undefined until it is known. */
export function useNewRequests(): { news: Request | undefined; waiting: number | undefined } {
  const cache = useQueryClient()
  const [news, setNews] = useState<Request>()
  const known = useRef<ReadonlySet<string>>(undefined)
  const asked = query('loginRequestsList', { filters: { state: 'waiting' }, limit: LOOKED_AT })
  const { data } = useQuery({ ...asked, refetchInterval: EVERY_MS })
  useEffect(() => {
    if (!data) return
    const ids = data.content.map((row) => row.reference_id)
    const before = known.current
    known.current = new Set(ids)
    const isSame = before !== undefined && before.size === ids.length && ids.every((id) => before.has(id))
    if (before === undefined || isSame) return
    setNews(data.content.find((row) => !before.has(row.reference_id)))
    cache.invalidateQueries({ queryKey: ['loginRequestsList'] })
  }, [data, cache])
  return { news, waiting: data?.filters.total_count }
}
