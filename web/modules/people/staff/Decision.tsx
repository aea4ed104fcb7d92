// The buttons to decide a request to sign in, or the name of the person who decided it. People cannot decide their own requests.
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useNamed } from '../../../kit/base/action-name.ts'
import { useUser } from '../../../kit/base/api.ts'
import { can } from '../../../kit/base/can.ts'
import * as format from '../../../kit/base/format.ts'
import type { Row } from '../../../kit/base/list-state.ts'
import { ApproveDialog } from './ApproveDialog.tsx'
import { RefuseDialog } from './RefuseDialog.tsx'

type Request = Row<'loginRequestsList'>

export function Decision({ request }: { request: Request }) {
  const word = useTranslations('words')
  const named = useNamed()
  const [open, setOpen] = useState<'approve' | 'refuse'>()
  const mayDecide = can(useUser(), 'loginRequestDecide')
  if (request.state !== 'waiting') return request.decided_at ? <DecidedBy request={request} /> : '–'
  if (request.is_own) return <span className="muted">{word('somebody_else_decides')}</span>
  if (!mayDecide) return '–'
  const name = request.full_name || request.username
  const close = () => setOpen(undefined)
  return (
    <span style={{ display: 'inline-flex', gap: 8 }}>
      <Button size="xs" aria-label={named(word('approve'), name)} onClick={() => setOpen('approve')}>
        {word('approve')}
      </Button>
      <Button size="xs" variant="default" aria-label={named(word('refuse'), name)} onClick={() => setOpen('refuse')}>
        {word('refuse')}
      </Button>
      {open === 'approve' && <ApproveDialog request={request} onClose={close} />}
      {open === 'refuse' && <RefuseDialog request={request} onClose={close} />}
    </span>
  )
}

function DecidedBy({ request: { decided_by, decided_at, reason } }: { request: Request }) {
  const t = useTranslations('staff.requests')
  return (
    <span>
      {decided_at && t('decided', { name: decided_by, time: format.dateTime(decided_at) })}
      {reason && <span className="muted"> {reason}</span>}
    </span>
  )
}
