// Why no live goods of a kind are on offer, since when, what the shop can do, and whom it can call. The reason is requested again from time to time.
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { CallError } from '../../../../contract/kit/client.ts'
import type { LiveType } from '../../../../contract/kit/product-types.ts'
import type { SupplyState } from '../../../../contract/till/supply.ts'
import { query } from '../../../kit/base/api.ts'
import * as format from '../../../kit/base/format.ts'
import { SupportPhone } from '../../../kit/counter/SupportPhone.tsx'
import { Empty } from '../../../kit/page/Empty.tsx'
import { AGAIN_MS } from './supply.ts'

type Props = {
  type: LiveType
  /** The refusal of a supplier that was asked just now; it is newer than the reason stored on the server. */
  error?: unknown
  /** Whether only one operator's products were looked for; other operators may then have products on offer. */
  isOperator?: boolean
  retry: () => void
}

const AWAY: readonly string[] = ['supplier_away', 'supplier_silent', 'supplier_refused']
const isAway = (error: unknown) => error instanceof CallError && AWAY.includes(error.code)

export default function NothingOffered({ type, error, isOperator = false, retry }: Props) {
  const t = useTranslations('top_ups.nothing')
  const text = useTranslations('auth.loading')
  const { data } = useQuery({ ...query('supply', { type }), refetchInterval: AGAIN_MS })
  const state = isAway(error) ? 'away' : data?.state
  if (!state) return <i data-waiting hidden />
  const since = data?.since ?? null
  const said = saidOf(state, isOperator)
  return (
    <div role="status">
      <Empty title={t(said)} hint={t(since && said === 'not_read' ? 'failing_hint' : `${said}_hint`)}>
        {since && <p className="muted">{t('since', { time: format.dateTime(since) })}</p>}
        {said === 'away' && (
          <Button variant="default" onClick={retry}>
            {text('retry')}
          </Button>
        )}
        {(since || said !== 'not_read') && <SupportPhone />}
      </Empty>
    </div>
  )
}

/** Returns the state whose text is shown. If goods are on offer nevertheless, they are those of other operators, or this page has not loaded them yet. */
const saidOf = (state: SupplyState, isOperator: boolean) => (state !== 'on_offer' ? state : isOperator ? 'operator' : 'not_read')
