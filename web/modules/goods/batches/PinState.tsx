// The state of a PIN, in one word.
import { useTranslations } from 'use-intl'
import type { Output } from '../../../kit/base/api.ts'

type State = Output<'inventorySearch'>['pins'][number]['state']
const looks: Record<State, string> = {
  available: 'badge success',
  unpublished: 'badge warning',
  sold: 'badge',
  reclaimed: 'badge danger',
  blocked: 'badge danger',
  expired: 'badge warning',
}

export function PinState({ state }: { state: State }) {
  const t = useTranslations('goods.batches.states')
  return <span className={looks[state]}>{t(state)}</span>
}
