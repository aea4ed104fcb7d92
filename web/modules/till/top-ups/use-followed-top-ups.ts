// The top-ups that are followed while the next customer is served, including top-ups sent before a reload.
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { TopUp } from '../../../../contract/till/top-ups.ts'
import { ask, type CallName } from '../../../kit/base/api.ts'
import { openTopUps } from './open-top-ups.ts'
import { type Followed, topUpFollower } from './top-up-follower.ts'

/**
 * The calls whose answers change with a top-up. They are made again even before its outcome is known, because the held money leaves the available amount at
 * once.
 */
const moved: readonly CallName[] = ['topUps', 'balance', 'salesList', 'authCheck']

export function useFollowing(user_id: string, onKnown: (top_up: TopUp) => void) {
  const [followed, setFollowed] = useState<readonly Followed[]>([])
  const cache = useQueryClient()
  const over = useRef(new AbortController())
  const known = useRef(onKnown)
  known.current = onKnown

  const drop = (key: string) => setFollowed((all) => all.filter((one) => one.key !== key))
  const board = {
    put: (one: Followed) =>
      setFollowed((all) => (all.some(({ key }) => key === one.key) ? all.map((each) => (each.key === one.key ? one : each)) : [...all, one])),
    putUnlessShown: (one: Followed) => setFollowed((all) => (all.some(({ key }) => key === one.key) ? all : [...all, one])),
    drop,
    moved: () => {
      for (const name of moved) void cache.invalidateQueries({ queryKey: [name] })
    },
    onKnown: (top_up: TopUp) => known.current(top_up),
  }
  const { send, follow, settle } = topUpFollower(user_id, board, () => over.current.signal)

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, when the screen opens
  useEffect(() => {
    const controller = new AbortController()
    over.current = controller
    for (const { transaction_key, label } of openTopUps(user_id)) void settle(transaction_key, label)
    ask('topUps', { filters: { state: 'pending' } }, controller.signal).then(
      ({ content }) => {
        for (const top_up of content) void follow(top_up.top_up_id, `${top_up.product_name} · …${top_up.mobile_number.slice(-3)}`, top_up)
      },
      () => undefined,
    )
    return () => controller.abort()
  }, [])

  return { followed, send, drop }
}
