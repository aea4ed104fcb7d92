// Step one of registering: a user name, checked while it is typed. If the name is taken, similar free names are offered.
import { Button, TextInput } from '@mantine/core'
import { type FormEvent, useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import * as z from 'zod/mini'
import { CallError } from '../../../../../contract/kit/client.ts'
import { registrationUserName } from '../../../../../contract/people/registrations.ts'
import { calls, type StepProps } from './calls.ts'

const CHECK_AFTER_MS = 400

type Availability = { username: string; suggestions: readonly string[] }

const isUserName = (text: string) => z.safeParse(registrationUserName.input.shape.username, text).success

/** Asks the server about a name shortly after the last keystroke; undefined until the server answers. */
function useAvailability(registration: string, username: string): Availability | undefined {
  const [checked, setChecked] = useState<Availability>()
  useEffect(() => {
    if (!isUserName(username)) return
    const left = new AbortController()
    const timer = setTimeout(async () => {
      const answer = await calls.registrationUserName({ registration, username, check: true }, { signal: left.signal }).catch(() => undefined)
      if (answer && !left.signal.aborted) setChecked({ username, suggestions: answer.suggestions })
    }, CHECK_AFTER_MS)
    return () => {
      clearTimeout(timer)
      left.abort()
    }
  }, [registration, username])
  return checked?.username === username ? checked : undefined
}

export function UserNameStep({ registration, state, arrived, failed }: StepProps) {
  const t = useTranslations('entry.register')
  const code = useTranslations('entry.code')
  const door = useTranslations('auth.login')
  const errors = useTranslations('errors')
  const [username, setUsername] = useState(state.username)
  const [busy, setBusy] = useState(false)
  const [taken, setTaken] = useState<Availability>()
  const [isOdd, setIsOdd] = useState(false)
  const name = username.trim()
  const checked = useAvailability(registration, name)
  const known = taken?.username === name ? taken : checked
  const isTaken = known !== undefined && (known === taken || known.suggestions.length > 0)

  async function submit(event: FormEvent) {
    event.preventDefault()
    setIsOdd(!isUserName(name))
    if (!isUserName(name) || busy) return
    setBusy(true)
    try {
      arrived(await calls.registrationUserName({ registration, username: name }))
    } catch (error) {
      const isTaken = error instanceof CallError && error.code === 'username_taken'
      if (isTaken) setTaken({ username: name, suggestions: [error.detail.suggestions ?? []].flat().map(String) })
      else failed(error)
    } finally {
      setBusy(false)
    }
  }

  return (
    <form className="stack" onSubmit={submit} noValidate>
      <TextInput
        autoFocus
        name="username"
        size="md"
        label={door('username')}
        description={errors('problems.not_a_username')}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        value={username}
        onChange={(event) => {
          setUsername(event.currentTarget.value)
          setIsOdd(false)
        }}
        error={isOdd ? errors('problems.not_a_username') : isTaken && errors('refusals.username_taken')}
      />
      <p role="status" className="muted quiet">
        {known && !isTaken && t('free', { name })}
      </p>
      {isTaken && known.suggestions.length > 0 && (
        <fieldset className="row gap-8">
          <legend className="muted below-8">{t('suggestions')}</legend>
          {known.suggestions.map((suggestion) => (
            <Button key={suggestion} variant="default" size="compact-sm" onClick={() => setUsername(suggestion)}>
              {suggestion}
            </Button>
          ))}
        </fieldset>
      )}
      <Button type="submit" size="md" disabled={busy}>
        {busy ? t('wait') : code('submit')}
      </Button>
    </form>
  )
}
