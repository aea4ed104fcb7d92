// The names on the ticket: a panel for each passenger, and one telephone number for changes.
import { Button, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { CallError } from '../../../../contract/kit/client.ts'
import { useNamed } from '../../../kit/base/action-name.ts'
import { useProblemText } from '../../../kit/form/use-problem-text.ts'
import { Refusal } from '../../../kit/page/Refusal.tsx'
import { type Named, seatsFor, wireOf } from './passengers.ts'
import type { Booking, BookingAtHand } from './use-booking.ts'

type Props = { at: BookingAtHand; booking: Booking; people: readonly Named[]; name: (people: readonly Named[]) => void; saved: () => void }

export function PassengersForm({ at, booking, people, name, saved }: Props) {
  const t = useTranslations('buses.booking')
  const fieldName = useTranslations('fields')
  const named = useNamed()
  const textOf = useProblemText({})
  const [seats, setSeats] = useState(() => seatsFor(booking.party, people))
  const [phone, setPhone] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  const problems = error instanceof CallError ? error.problems : []

  function change(i: number, changes: Partial<Named>) {
    const next = seats.map((seat, n) => (n === i ? { ...seat, ...changes } : seat))
    setSeats(next)
    name(next)
  }
  const copyName = () => {
    const [first] = seats
    const next = seats.map((seat) => ({ ...seat, last_name: first?.last_name ?? '' }))
    setSeats(next)
    name(next)
  }
  async function submit(event: FormEvent) {
    event.preventDefault()
    setBusy(true)
    setError(undefined)
    try {
      await at.go({ step: 'passengers', passengers: wireOf(seats, phone) })
      saved()
    } catch (failure) {
      setError(failure)
    } finally {
      setBusy(false)
    }
  }
  const problemAt = (i: number, field: string) => {
    const found = problems.find((one) => one.field === `passengers.${i}.${field}`)
    return found && textOf(found)
  }
  const numberOf = (i: number) => seats.slice(0, i + 1).filter(({ kind }) => kind === seats[i]?.kind).length
  return (
    <form className="card stack" aria-label={fieldName('passengers')} onSubmit={(event) => void submit(event)}>
      <h2>{fieldName('passengers')}</h2>
      {seats.map((seat, i) => {
        const who = seat.kind === 'adult' ? t('adult', { number: String(numberOf(i)) }) : t('child', { number: String(numberOf(i)) })
        const input = (field: 'first_name' | 'last_name' | 'birth_date') => ({
          label: t(field),
          'aria-label': named(t(field), who),
          value: seat[field],
          error: problemAt(i, field),
          autoComplete: 'off',
          onChange: ({ currentTarget }: { currentTarget: HTMLInputElement }) => change(i, { [field]: currentTarget.value }),
        })
        return (
          <fieldset key={who} className="columns gap-12" style={{ '--least': '160px' }}>
            <legend className="strong below-4">{who}</legend>
            <TextInput {...input('first_name')} required autoFocus={i === 0} />
            <TextInput {...input('last_name')} required />
            {seat.kind === 'child' && <TextInput {...input('birth_date')} type="date" required />}
          </fieldset>
        )
      })}
      {seats.length > 1 && (
        <div>
          <Button variant="default" size="xs" onClick={copyName}>
            {t('copy_name')}
          </Button>
        </div>
      )}
      <TextInput
        maw={360}
        label={t('phone')}
        type="tel"
        autoComplete="off"
        value={phone}
        error={problemAt(0, 'phone')}
        onChange={({ currentTarget }) => setPhone(currentTarget.value)}
      />
      {problems.length === 0 && <Refusal error={error} changes />}
      <div>
        <Button type="submit" disabled={isBusy}>
          {t('save')}
        </Button>
      </div>
    </form>
  )
}
