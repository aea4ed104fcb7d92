// For a waiting request: who may decide it, the buttons for these people, and for all other users the reason why they may not.
import { Button } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { useNamed } from '../../../kit/base/action-name.ts'
import * as format from '../../../kit/base/format.ts'
import type { Request } from './DecideRequest.tsx'

/** Names the people of the deciding organisation who may decide; the platform if there are none. */
export function Deciders({ row }: { row: Request }) {
  const t = useTranslations('credit.requests')
  if (row.state !== 'waiting') return [row.decided_by, row.reason].filter(Boolean).join(' · ') || '–'
  return (
    <>
      {t('deciders')}: {row.deciders.join(', ') || t('platform')}
    </>
  )
}

export function Decision({ row, decide }: { row: Request; decide: (action: 'approve' | 'refuse') => void }) {
  const word = useTranslations('words')
  const named = useNamed()
  if (row.state !== 'waiting') return '–'
  if (row.barred)
    return (
      <span className="muted">
        <Barred barred={row.barred} />
      </span>
    )
  return (
    <span className="row">
      <Button size="xs" aria-label={named(word('approve'), row.customer_name)} onClick={() => decide('approve')}>
        {word('approve')}
      </Button>
      <Button size="xs" variant="default" aria-label={named(word('refuse'), row.customer_name)} onClick={() => decide('refuse')}>
        {word('refuse')}
      </Button>
    </span>
  )
}

function Barred({ barred: { why, account, hand, is_mine, laid_at, until } }: { barred: NonNullable<Request['barred']> }) {
  const t = useTranslations('credit.requests')
  const word = useTranslations('words')
  if (why === 'own') return word('somebody_else_decides')
  if (why === 'right') return t('barred.right')
  if (!laid_at || !until) return t('barred.hand_unknown')
  return t(is_mine ? 'barred.hand_mine' : 'barred.hand', { account, hand, date: format.date(laid_at), until: format.date(until) })
}
