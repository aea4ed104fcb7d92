// The choice whether this browser gets push messages while the page is closed. Permission is requested only when the user presses the button, because a page
// that requests it by itself is blocked by browsers for ever.
import { Button } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { ask, query, queryClient } from '../../../kit/base/api.ts'
import { NotAllowed, subscribe, unsubscribe, worker } from './subscription.ts'

export function PushChoice() {
  const t = useTranslations('notices.push')
  const state = useQuery({ ...query('pushState', {}), retry: false })
  const there = useQuery({ queryKey: ['push worker'], queryFn: async () => (await worker()) !== undefined })
  const choice = useMutation({
    mutationFn: async (key: string | null) => {
      if (key) await ask('pushBegin', await subscribe(key))
      else await Promise.all([ask('pushEnd', {}), unsubscribe()])
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['pushState'] }),
  })
  const key = state.data?.public_key
  if (!key || !there.data) return null
  const isOn = state.data?.is_on ?? false
  return (
    <div>
      <Button size="xs" variant="default" aria-pressed={isOn} disabled={choice.isPending} onClick={() => choice.mutate(isOn ? null : key)}>
        {isOn ? t('end') : t('begin')}
      </Button>
      <p className="muted" role="status">
        {choice.isError ? t(choice.error instanceof NotAllowed ? 'denied' : 'failed') : t('hint')}
      </p>
    </div>
  )
}
