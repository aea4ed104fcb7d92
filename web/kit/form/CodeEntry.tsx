// The field for a one-time code, typed or pasted. The code is sent as soon as it has six digits; after a while the user can request another code. The texts
// come from the area `entry`. A new React `key` empties the field for another try.
import { Button, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import styles from './code-entry.module.css'
import { clockText, useSecondsUntil } from './use-seconds-left.ts'

const DIGITS = 6

type Props = {
  /** A text that says where the user finds the code. */
  hint: string
  send: (code: string) => void
  busy: boolean
  /**
   * `ask`: requests another code; `at`: the time (ISO) from which that is possible, or null if it is possible at once. Undefined if no other code can be sent.
   */
  again?: { at: string | null; ask: () => void } | undefined
}

const digitsOf = (text: string) => text.replace(/\D/g, '').slice(0, DIGITS)

export function CodeEntry({ hint, send, busy, again }: Props) {
  const t = useTranslations('entry.code')
  const [code, setCode] = useState('')
  const [short, setShort] = useState(false)

  function type(text: string) {
    const digits = digitsOf(text)
    setShort(false)
    setCode(digits)
    if (digits.length === DIGITS && digits !== code && !busy) send(digits)
  }
  function submit(event: FormEvent) {
    event.preventDefault()
    if (code.length < DIGITS) setShort(true)
    else if (!busy) send(code)
  }

  return (
    <form className="stack" onSubmit={submit} noValidate>
      <TextInput
        autoFocus
        name="otp"
        size="md"
        label={t('label')}
        description={hint}
        inputMode="numeric"
        autoComplete="one-time-code"
        spellCheck={false}
        classNames={{ input: `mono ${styles.digits}` }}
        value={code}
        onChange={(event) => type(event.currentTarget.value)}
        error={short && t('digits')}
      />
      <Button type="submit" size="md" disabled={busy}>
        {busy ? t('busy') : t('submit')}
      </Button>
      {again && <Again {...again} busy={busy} />}
    </form>
  )
}

function Again({ at, ask, busy }: { at: string | null; ask: () => void; busy: boolean }) {
  const t = useTranslations('entry.code')
  const seconds = useSecondsUntil(at ? Date.parse(at) : 0)
  return (
    <Button variant="default" disabled={busy || seconds > 0} onClick={ask}>
      {seconds > 0 ? t('again_in', { time: clockText(seconds) }) : t('again')}
    </Button>
  )
}
