// The filter row of a list: a search that runs as one types, chips for switches, selects for choices, and one button that clears them all. On a phone one
// line: search, and a button that shows the rest and the number of filters set.
import { Button, NativeSelect, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { Fragment, type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import * as format from '../base/format.ts'
import { isKey } from '../base/keys.ts'
import type { Filter } from '../base/list-state.ts'
import { useUrlState } from '../base/url.ts'
import styles from './list.module.css'

const TYPING_MS = 250

type Props = { search: string | undefined; filters: readonly Filter[]; isNarrowed: boolean; reset: () => void; children?: ReactNode; tools?: ReactNode }

export function ListFilters({ search, filters, isNarrowed, reset, children, tools }: Props) {
  const t = useTranslations('pages.list')
  const word = useTranslations('house.words')
  const [state] = useUrlState()
  const [isOpen, setOpen] = useState(false)
  if (search === undefined && filters.length === 0 && !children && !tools) return null
  const chosen = filters.filter(({ name, options }) => options.some(({ value }) => value === state[name])).length
  return (
    <search className={`row no-print ${styles.filters}`}>
      {search !== undefined && <SearchBox label={search || word('search')} />}
      {(filters.length > 0 || children) && (
        <Button variant="default" className={styles.unfold} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {chosen > 0 ? t('filters_chosen', { count: format.count(chosen) }) : t('filters')}
        </Button>
      )}
      <div className={styles.folds} data-open={isOpen || undefined}>
        {filters.map((filter) => (
          <Fragment key={filter.name}>{filter.control ?? (filter.options.length === 1 ? <Chip filter={filter} /> : <Choice filter={filter} />)}</Fragment>
        ))}
        {isNarrowed && (
          <Button variant="subtle" onClick={reset}>
            {word('reset')}
          </Button>
        )}
        {children}
      </div>
      {tools}
    </search>
  )
}

function SearchBox({ label }: { label: string }) {
  const [state, change] = useUrlState()
  const inUrl = state['q'] ?? ''
  const sent = useRef(inUrl)
  const [text, setText] = useState(inUrl)
  const send = useDebouncedCallback((q: string) => {
    sent.current = q
    change({ q: q || undefined, page: undefined }, { replace: true })
  }, TYPING_MS)
  useEffect(() => {
    if (inUrl === sent.current) return
    sent.current = inUrl
    setText(inUrl)
  }, [inUrl])
  return (
    <TextInput
      type="search"
      className={styles.search}
      aria-label={label}
      placeholder={label}
      value={text}
      onChange={(event) => {
        setText(event.currentTarget.value)
        send(event.currentTarget.value.trim())
      }}
      data-list-search
    />
  )
}

/** A filter with one option is a switch, labelled with that option. */
function Chip({ filter }: { filter: Filter }) {
  const [state, change] = useUrlState()
  const option = filter.options[0]
  const isOn = option !== undefined && state[filter.name] === option.value
  return (
    <button
      type="button"
      className="surface chip"
      aria-pressed={isOn}
      onClick={() => change({ [filter.name]: isOn ? undefined : option?.value, page: undefined })}
    >
      {option?.label}
    </button>
  )
}

function Choice({ filter }: { filter: Filter }) {
  const t = useTranslations('pages.list')
  const [state, change] = useUrlState()
  const choose = (value: string | undefined) => change({ [filter.name]: value, page: undefined })
  return (
    <NativeSelect
      aria-label={filter.label}
      value={state[filter.name] ?? ''}
      onChange={(event) => choose(event.currentTarget.value || undefined)}
      onKeyDown={(event) => isKey(event, 'clear') && choose(undefined)}
      data={[{ value: '', label: t('any', { filter: filter.label }) }, ...filter.options.map(({ value, label }) => ({ value, label }))]}
    />
  )
}
