// Buttons for actions on an account: issue a token for its next sign-in, assign customers, suspend it, reactivate it.
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { accountRole } from '../../../../contract/kit/access.ts'
import type { Staff } from '../../../../contract/people/staff.ts'
import { useUser } from '../../../kit/base/api.ts'
import { can } from '../../../kit/base/can.ts'
import { Link } from '../../../kit/router/Pages.tsx'
import { StopDialog } from './StopDialog.tsx'
import { TokenDialog } from './TokenDialog.tsx'

export function AccountActions({ person }: { person: Staff }) {
  const t = useTranslations('staff')
  const [open, setOpen] = useState<'stop' | 'token'>()
  const mayChange = can(useUser(), 'staffUpdate') && !person.is_own
  const close = () => setOpen(undefined)
  return (
    <>
      {person.account_role !== accountRole.seller && (
        <Button component={Link} to={`/staff/customers/${person.user_id}`} variant="default">
          {t('actions.customers')}
        </Button>
      )}
      {person.state === 'registering' && (
        <Button component={Link} to="/registrations" variant="default">
          {t('actions.registrations')}
        </Button>
      )}
      {mayChange && person.is_active && person.login_approval && (
        <Button variant="default" onClick={() => setOpen('token')}>
          {t('token.issue')}
        </Button>
      )}
      {mayChange && (
        <Button variant="default" onClick={() => setOpen('stop')}>
          {t(person.is_active ? 'stop.stop' : 'stop.restart')}
        </Button>
      )}
      {open === 'stop' && <StopDialog person={person} onClose={close} />}
      {open === 'token' && <TokenDialog person={person} onClose={close} />}
    </>
  )
}
