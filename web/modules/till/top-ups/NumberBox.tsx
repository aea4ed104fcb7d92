// The field for the telephone number, which is the first step of a top-up. The number is typed or pasted in any form, or chosen from saved and recent numbers,
// which are found by some of their digits or letters and reached by the arrow keys.
import { Button, TextInput } from '@mantine/core'
import { type FormEvent, type KeyboardEvent, type RefObject, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { EnterKey } from '../../../kit/counter/Key.tsx'
import { CountryField } from '../../../kit/form/CountryField.tsx'
import { isFound, type KnownNumber, KnownNumbers, readNumber, saysItsCountry } from '../saved-numbers/saved-numbers.ts'
import styles from './top-ups.module.css'

/** The most numbers of each kind that are shown: about as many as people can take in at a glance. */
const SHOWN = 8

type Props = {
  input: RefObject<HTMLInputElement | null>
  text: string
  country: string
  busy: boolean
  saved: readonly KnownNumber[]
  recent: readonly KnownNumber[]
  onText: (text: string) => void
  onCountry: (country: string) => void
  onFind: () => void
  onKnown: (known: KnownNumber) => void
}

export function NumberBox({ input, text, country, busy, saved, recent, onText, onCountry, onFind, onKnown }: Props) {
  const t = useTranslations('top_ups')
  const field = useTranslations('fields')
  const problem =
    text.trim().length > 5 && !/\p{L}/u.test(text) && !readNumber(text, country)
      ? t(saysItsCountry(text) || country ? 'number.wrong' : 'number.which_country')
      : undefined
  const chips = useRef<HTMLDivElement>(null)
  const [named, lately] = [saved, recent].map((all) => all.filter((known) => isFound(known, text)).slice(0, SHOWN)) as [KnownNumber[], KnownNumber[]]
  const shown = [...lately, ...named]
  function submit(event: FormEvent) {
    event.preventDefault()
    const [only, ...others] = shown
    if (only && others.length === 0 && !readNumber(text, country)) onKnown(only)
    else onFind()
  }
  /** The arrow keys move from the number into the list, along it, and back. */
  function onArrow(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (!step || shown.length === 0) return
    const all = [input.current, ...(chips.current?.querySelectorAll('button') ?? [])]
    const next = all[all.indexOf(document.activeElement as HTMLInputElement) + step]
    if (!next || !all.some((each) => each === document.activeElement)) return
    event.preventDefault()
    next.focus()
  }
  return (
    <div className="stack">
      <form className={`split bottom ${styles.number}`} onSubmit={submit}>
        <TextInput
          ref={input}
          label={field('mobile_number')}
          aria-describedby="top-up-number-hint"
          // While the tiles are loading, a digit that is meant for a tile must not get into the number.
          readOnly={busy}
          onKeyDown={onArrow}
          type="tel"
          autoComplete="off"
          value={text}
          onChange={(event) => onText(event.currentTarget.value)}
        />
        <CountryField
          id="top-up-country"
          label={field('country')}
          required
          error={undefined}
          value={country}
          onChange={(value) => onCountry(String(value))}
          onBlur={() => undefined}
        />
        <Button type="submit" h={56} aria-disabled={busy || undefined} loading={busy}>
          {t('number.find')} <EnterKey />
        </Button>
      </form>
      <span id="top-up-number-hint" className="muted">
        {problem ?? t('number.hint')}
      </span>
      <div ref={chips} className="stack">
        <KnownNumbers label={t('recent')} numbers={lately} onPick={onKnown} onKeyDown={onArrow} />
        <KnownNumbers label={t('saved.title')} numbers={named} onPick={onKnown} onKeyDown={onArrow} />
      </div>
    </div>
  )
}
