// Saves a telephone number under a name, or removes it. It may be inside the form that sells, so it is not a form itself, and its input is no part of a draft.
import { Button, TextInput } from '@mantine/core'
import { type KeyboardEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useCall, useUser } from '../../../kit/base/api.ts'
import { Refusal } from '../../../kit/page/Refusal.tsx'
import { useSavedNumbers } from './use-saved-numbers.ts'

const NAME_MAX = 40
const refresh = ['savedNumbers'] as const

export function KeepNumber({ mobile_number }: { mobile_number: string }) {
  const t = useTranslations('top_ups.saved')
  const { is_training, view } = useUser()
  const saved = useSavedNumbers().find((one) => one.mobile_number === mobile_number)
  const forgetting = useCall('savedNumberForget', { refresh })
  if (is_training || view) return null
  if (!saved) return <Naming key={mobile_number} mobile_number={mobile_number} />
  return (
    <div className="stack">
      <div className="row">
        <span>{t('known', { name: saved.name })}</span>
        <Button
          variant="subtle"
          h={44}
          aria-disabled={forgetting.isPending || undefined}
          onClick={() => forgetting.isPending || forgetting.mutate({ number_id: saved.number_id })}
        >
          {t('forget')}
        </Button>
      </div>
      <Refusal error={forgetting.error} changes />
    </div>
  )
}

function Naming({ mobile_number }: { mobile_number: string }) {
  const t = useTranslations('top_ups.saved')
  const word = useTranslations('house.words')
  const field = useTranslations('fields')
  const [name, setName] = useState<string>()
  const keeping = useCall('savedNumberKeep', { refresh })
  const keep = () => name?.trim() && !keeping.isPending && keeping.mutate({ mobile_number, name })
  function onKey(event: KeyboardEvent) {
    if (event.key !== 'Enter') return
    event.preventDefault()
    keep()
  }
  if (name === undefined)
    return (
      <div className="row">
        <Button variant="subtle" h={44} onClick={() => setName('')}>
          {t('keep')}
        </Button>
      </div>
    )
  return (
    <div className="stack">
      <div className="row">
        <TextInput
          label={field('name')}
          autoFocus
          autoComplete="off"
          maxLength={NAME_MAX}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          onKeyDown={onKey}
        />
        <Button variant="default" h={44} aria-disabled={keeping.isPending || undefined} onClick={keep} style={{ alignSelf: 'end' }}>
          {word('save')}
        </Button>
      </div>
      <Refusal error={keeping.error} changes />
    </div>
  )
}
