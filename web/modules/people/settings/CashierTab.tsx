// The codes with which cashiers take turns at a till: the user's own, and for a manager also those of the shop's people and the time after which the till
// locks.
import { Button, NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { query, useCall, useUser } from '../../../kit/base/api.ts'
import { actorOf, can } from '../../../kit/base/can.ts'
import { CallForm } from '../../../kit/form/CallForm.tsx'
import { TextField } from '../../../kit/form/fields.tsx'
import { useCallForm } from '../../../kit/form/use-call-form.ts'
import { Failed } from '../../../kit/page/Empty.tsx'
import { Refusal } from '../../../kit/page/Refusal.tsx'
import { CashierCodes } from './CashierCodes.tsx'
import { PasswordField } from './PasswordField.tsx'
import { Saved } from './SavedNote.tsx'
import type { TabProps } from './tabs.ts'

const MINUTES = [0, 1, 2, 3, 5, 10, 15, 30, 60] as const

export default function CashierTab({ all }: TabProps) {
  const user = useUser()
  const { data, error, refetch } = useQuery(query('cashiersList', {}))
  if (error && !data) return <Failed error={error} retry={refetch} />
  if (!data) return <div aria-busy />
  const others = data.content.filter(({ is_this }) => !is_this)
  const own = data.content.find(({ is_this }) => is_this)?.code ?? 'none'
  return (
    <>
      <OwnCode state={own} />
      {can(user, 'cashierCodeGive') && others.length > 0 && <CashierCodes people={others} />}
      {actorOf(user).is_manager && <Lock minutes={all.organisation.lock_minutes} />}
    </>
  )
}

function OwnCode({ state }: { state: 'none' | 'given' | 'own' | 'used_up' }) {
  const t = useTranslations('cashiers')
  const [saved, setSaved] = useState(0)
  const take = useCall('cashierCodeTake', { refresh: ['cashiersList'] })
  return (
    <section className="card stack" aria-label={t('settings.own_title')}>
      <h2>{t('settings.own_title')}</h2>
      <p className="muted">{t('settings.own_hint')}</p>
      <p>
        <span className="badge">{t(`states.${state}`)}</span>
      </p>
      <Saved is={saved > 0} />
      <OwnForm key={saved} done={() => setSaved(saved + 1)} />
      {state !== 'none' && (
        <div>
          <Button variant="default" disabled={take.isPending} onClick={() => take.mutate({})}>
            {t('settings.take_own')}
          </Button>
        </div>
      )}
      <Refusal error={take.error} changes />
    </section>
  )
}

function OwnForm({ done }: { done: () => void }) {
  const t = useTranslations('cashiers')
  const problemText = useTranslations('errors.problems')
  const settings = useTranslations('settings')
  const form = useCallForm('cashierCodeSet', {
    labels: { code: t('settings.code'), current_password: settings('current_password') },
    refresh: ['cashiersList'],
    done,
  })
  return (
    <CallForm form={form} submit={t('settings.set')}>
      <TextField {...form.fields.code} hint={problemText('not_a_cashier_code')} inputMode="numeric" />
      <PasswordField {...form.fields.current_password} />
    </CallForm>
  )
}

function Lock({ minutes }: { minutes: number }) {
  const t = useTranslations('cashiers.settings')
  const word = useTranslations('words')
  const save = useCall('settingsUpdate', { refresh: ['settingsView', 'authCheck'] })
  const offered = [...new Set([...MINUTES, minutes])].sort((a, b) => a - b)
  return (
    <section className="card stack" aria-label={t('lock_after')}>
      <NativeSelect
        label={t('lock_after')}
        description={t('lock_hint')}
        value={String(minutes)}
        disabled={save.isPending}
        data={offered.map((count) => ({
          value: String(count),
          label: count === 0 ? word('never_capital') : t('minutes', { count }),
        }))}
        onChange={(event) => save.mutate({ lock_minutes: Number(event.currentTarget.value) })}
      />
      <Saved is={save.isSuccess} />
      <Refusal error={save.error} changes />
    </section>
  )
}
