// The row above a list: a search that runs while the user types, filters, the list's menu. A wide screen always shows the filters if they are few;
// otherwise they are behind a button that says how many of them are set, and each filter that is set has a chip; a press on the chip removes the filter.
// In a report the row begins with the period (ReportPage.tsx).
import { Button, NativeSelect, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal'
import { Fragment, type ReactNode, type Ref, useContext, useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { useTranslations } from 'use-intl'
import * as format from '../base/format.ts'
import { isKey } from '../base/keys.ts'
import type { Filter } from '../base/list-state.ts'
import { useUrlState } from '../base/url.ts'
import styles from './filters.module.css'
import { ReportRow } from './report-row.ts'

const TYPING_MS = 250
/** Up to how many filters count as few: in a list, and in a report, whose row also has its period, comparison and grouping. */
const [IN_SIGHT, IN_REPORT] = [3, 1]

type Props = {
  search: string | undefined
  filters: readonly Filter[]
  isNarrowed: boolean
  reset: () => void
  /** A chip that changes what the list is about, such as "all resellers". On a phone it is hidden with the folded filters, unless it is pressed. */
  chip?: ReactNode
  /** Further controls of this row. */
  more?: ReactNode
  /** Called when the folded filters are shown or hidden. */
  onUnfold?: ((isOpen: boolean) => void) | undefined
  tools?: ReactNode
}

export function ListFilters(props: Props) {
  const report = useContext(ReportRow)
  if (report) return report.place && createPortal(<Parts {...props} choices={report.choices} />, report.place)
  if (props.search === undefined && props.filters.length === 0 && !props.tools) return null
  return (
    <search className={`row gap-8 no-print ${styles.filters}`}>
      <Parts {...props} />
    </search>
  )
}

function Parts({ search, filters, isNarrowed, reset, chip, more, onUnfold, tools, choices }: Props & { choices?: ReactNode }) {
  const word = useTranslations('house.words')
  const [state] = useUrlState()
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const chosen = filters.flatMap((filter) =>
    filter.options.filter(({ value, label }) => label && value === state[filter.name]).map((option) => ({ filter, option })),
  )
  const canUnfold = filters.length > 0 || Boolean(choices || more)
  const areFew = filters.length <= (choices ? IN_REPORT : IN_SIGHT)
  const fields = filters.map((filter) => (
    <Fragment key={filter.name}>{filter.control ?? (filter.options.length === 1 ? <FilterChip filter={filter} /> : <Choice filter={filter} />)}</Fragment>
  ))
  return (
    <>
      {search !== undefined && <SearchBox label={search || word('search')} />}
      <div className={canUnfold ? styles.chip : styles.place} data-open={isOpen || undefined}>
        {chip}
      </div>
      <div className={`row gap-8 ${styles.folds}`} data-open={isOpen || undefined} data-few>
        {choices}
        {more}
        {areFew && fields}
      </div>
      {canUnfold && (
        <Unfold
          button={button}
          count={chosen.length}
          isOpen={isOpen}
          areFew={areFew}
          onClick={() => {
            setOpen(!isOpen)
            onUnfold?.(!isOpen)
          }}
        />
      )}
      {!areFew && (
        <div className={`row gap-8 ${styles.folds}`} data-open={isOpen || undefined}>
          {fields}
        </div>
      )}
      <div className={`row gap-8 ${styles.chosen}`} data-chosen data-few={areFew || undefined}>
        {chosen.map(({ filter, option }) => (
          <Chosen key={filter.name} filter={filter} label={option.label} after={() => button.current?.focus()} />
        ))}
        {isNarrowed && (
          <Button variant="subtle" onClick={reset}>
            {word('reset')}
          </Button>
        )}
      </div>
      {tools}
    </>
  )
}

type UnfoldProps = { button: Ref<HTMLButtonElement>; count: number; isOpen: boolean; areFew: boolean; onClick: () => void }

function Unfold({ button, count, isOpen, areFew, onClick }: UnfoldProps) {
  const t = useTranslations('pages.list')
  const label = count > 0 ? t('filters_chosen', { n: count, count: format.count(count) }) : t('filters')
  return (
    <Button ref={button} variant="default" className={styles.unfold} data-few={areFew || undefined} aria-label={label} aria-expanded={isOpen} onClick={onClick}>
      <SlidersHorizontal size={16} aria-hidden />
      <span className="hidden-on-phone">{label}</span>
      {count > 0 && <b className={styles.chosenCount}>{format.count(count)}</b>}
    </Button>
  )
}

/** A chip for a filter that is set; pressing it removes the filter. */
function Chosen({ filter, label, after }: { filter: Filter; label: string; after: () => void }) {
  const t = useTranslations('pages.list')
  const [, change] = useUrlState()
  const text = filter.label && filter.options.length > 1 ? `${filter.label}: ${label}` : label
  return (
    <button
      type="button"
      className="surface chip"
      aria-label={t('remove_filter', { filter: text })}
      onClick={() => {
        change({ [filter.name]: undefined, page: undefined })
        after()
      }}
    >
      {text}
      <span aria-hidden>×</span>
    </button>
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
export function FilterChip({ filter }: { filter: Filter }) {
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
