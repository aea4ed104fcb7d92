// The search form for bus trips: from, to, date and passengers, one way or return.
import { Button, Input, Select, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import ArrowLeftRight from 'lucide-react/icons/arrow-left-right'
import { type FormEvent, Suspense, useId, useState } from 'react'
import { useTranslations } from 'use-intl'
import { CallError } from '../../../../contract/kit/client.ts'
import { fold } from '../../../../contract/kit/fold.ts'
import { useNamed } from '../../../kit/base/action-name.ts'
import { query } from '../../../kit/base/api.ts'
import * as format from '../../../kit/base/format.ts'
import { Failed } from '../../../kit/page/Empty.tsx'
import { NothingOffered, whileFailing } from '../supply/supply.ts'
import styles from './buses.module.css'
import { counts, dayAround, type Journey } from './journey.ts'

const CITIES_SHOWN = 50

type Props = { journey: Journey; search: (journey: Journey) => void }

export function SearchForm({ journey, search }: Props) {
  const t = useTranslations('buses.search')
  const word = useTranslations('words')
  const [asked, setAsked] = useState(journey)
  const cities = useQuery({ ...query('flixbusCities', {}), staleTime: 3_600_000, ...whileFailing })
  if (cities.isError)
    return cities.error instanceof CallError ? (
      <Suspense>
        <NothingOffered type="bus_ticket" error={cities.error} retry={cities.refetch} />
      </Suspense>
    ) : (
      <Failed error={cities.error} retry={() => cities.refetch()} />
    )
  const all = cities.data?.content ?? []
  const reached = all.find(({ city_id }) => city_id === asked.from)?.reaches
  const change = (changes: Partial<Journey>) => setAsked((before) => ({ ...before, ...changes }))
  const isRound = asked.back !== undefined

  function submit(event: FormEvent) {
    event.preventDefault()
    if (asked.from && asked.to) search(asked)
  }
  return (
    <form className="card stack" aria-label={t('title')} onSubmit={submit}>
      <fieldset className="row" style={{ gap: '4px 24px' }}>
        <legend className="hidden-visually">{t('way')}</legend>
        {[false, true].map((round) => (
          <label key={String(round)} className="option">
            <input type="radio" name="way" checked={isRound === round} onChange={() => change({ back: round ? dayAround(asked.day, 7) : undefined })} />
            {round ? t('round_trip') : t('one_way')}
          </label>
        ))}
      </fieldset>
      <div className={`abreast bottom gap-12 ${styles.where}`}>
        <CityField label={word('from_where')} value={asked.from} cities={all} choose={(from) => change({ from, ...(from === asked.to ? { to: '' } : {}) })} />
        <Button className={styles.swap} variant="default" aria-label={t('swap')} title={t('swap')} onClick={() => change({ from: asked.to, to: asked.from })}>
          <ArrowLeftRight size={18} aria-hidden />
        </Button>
        <CityField
          label={t('to')}
          value={asked.to}
          cities={reached ? all.filter(({ city_id }) => reached.includes(city_id)) : all}
          choose={(to) => change({ to })}
        />
      </div>
      <div className="row" style={{ gap: '16px 24px' }}>
        <DayField
          label={t('day')}
          value={asked.day}
          min={format.berlinDay()}
          change={(day) => change({ day, ...(isRound && (asked.back ?? day) < day ? { back: day } : {}) })}
        />
        {asked.back !== undefined && <DayField label={t('back')} value={asked.back} min={asked.day} change={(back) => change({ back })} />}
      </div>
      <div className="row" style={{ gap: '16px 24px' }}>
        {(['adults', 'children', 'bikes'] as const).map((name) => (
          <Stepper key={name} label={t(name)} value={asked[name]} {...counts[name]} change={(value) => change({ [name]: value })} />
        ))}
      </div>
      <div>
        <Button type="submit" disabled={!asked.from || !asked.to}>
          {t('submit')}
        </Button>
      </div>
    </form>
  )
}

type City = { city_id: string; name: string; country: string }
type CityProps = { label: string; value: string; cities: readonly City[]; choose: (city_id: string) => void }

function CityField({ label, value, cities, choose }: CityProps) {
  const t = useTranslations('buses.search')
  return (
    <Select
      label={label}
      data={cities.map(({ city_id, name, country }) => ({ value: city_id, label: `${name} (${country})` }))}
      value={value || null}
      onChange={(city_id) => choose(city_id ?? '')}
      searchable
      limit={CITIES_SHOWN}
      filter={({ options, search, limit }) => options.filter((option) => 'label' in option && fold(option.label).includes(fold(search))).slice(0, limit)}
      nothingFoundMessage={t('nothing_found')}
      autoComplete="off"
      aria-required
    />
  )
}

type DayProps = { label: string; value: string; min: string; change: (day: string) => void }

function DayField({ label, value, min, change }: DayProps) {
  const t = useTranslations('buses.search')
  const named = useNamed()
  const id = useId()
  return (
    <div className={`abreast gap-8 ${styles.day}`}>
      <Input.Label className="across" htmlFor={id}>
        {label}
      </Input.Label>
      <Button variant="default" aria-label={named(t('earlier'), label)} disabled={value <= min} onClick={() => change(dayAround(value, -1))}>
        ‹
      </Button>
      <TextInput id={id} type="date" value={value} min={min} onChange={({ currentTarget }) => currentTarget.value && change(currentTarget.value)} />
      <Button variant="default" aria-label={named(t('later'), label)} onClick={() => change(dayAround(value, 1))}>
        ›
      </Button>
    </div>
  )
}

type StepperProps = { label: string; value: number; min: number; max: number; change: (value: number) => void }

function Stepper({ label, value, min, max, change }: StepperProps) {
  const words = useTranslations('selling.sale')
  const named = useNamed()
  const id = useId()
  return (
    <div className={`abreast gap-8 ${styles.day} ${styles.stepper}`}>
      <Input.Label className="across" htmlFor={id}>
        {label}
      </Input.Label>
      <Button variant="default" aria-label={named(words('less'), label)} disabled={value <= min} onClick={() => change(value - 1)}>
        −
      </Button>
      <TextInput
        id={id}
        inputMode="numeric"
        value={String(value)}
        onChange={({ currentTarget }) => change(Math.min(max, Math.max(min, Number(currentTarget.value.replace(/\D/g, '')) || min)))}
      />
      <Button variant="default" aria-label={named(words('more'), label)} disabled={value >= max} onClick={() => change(value + 1)}>
        +
      </Button>
    </div>
  )
}
