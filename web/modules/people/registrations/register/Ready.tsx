// The end of a registration: says that the account is open, its user name, and where to sign in.
import { Button } from '@mantine/core'
import { useEffect } from 'react'
import { useTranslations } from 'use-intl'
import type { RegistrationState } from '../../../../../contract/people/registrations.ts'
import { DoorPage } from '../../auth/auth.ts'

export function Ready({ state }: { state: RegistrationState }) {
  const t = useTranslations('entry.register')
  // The link has been used, so a reload leads to the login and not to an invalid link.
  useEffect(() => {
    history.replaceState(null, '', '/login')
  }, [])
  return (
    <DoorPage title={t('ready')}>
      <p role="status">{state.username ? t('ready_hint', { name: state.username }) : t('ready_plain')}</p>
      <Button component="a" href="/login" size="md">
        {t('login')}
      </Button>
    </DoorPage>
  )
}
