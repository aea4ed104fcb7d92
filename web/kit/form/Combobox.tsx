// A choice among many rows of a list call, found by typing.
// <Combobox {...form.field('customer_id')} call="customersListShort" option={(row) => ({ value: row.customer_id, label: row.name })} />
import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { fold } from '../../../contract/kit/fold.ts'
import { type Input, query } from '../base/api.ts'
import { type Row, type RowsName, rowsOf } from '../base/list-state.ts'
import { useDropdown } from '../page/Dialog.tsx'
import { clearing } from './clear-choice.ts'
import { type FieldProps, inputProps } from './fields.tsx'

type Option = { value: string; label: string }
type Props<N extends RowsName> = FieldProps<string> & {
  call: N
  option: (row: Row<N>) => Option
  input?: Partial<Input<N>>
  /** Called with the chosen row, for screens that show other fields of the row. */
  picked?: (row: Row<N> | undefined) => void
  /** The option that is chosen at present, because the rows read first may not contain it. */
  known?: Option | undefined
  /** A value that cannot be chosen. */
  except?: string | undefined
  /** Whether the field chooses a row by itself if there is only one. */
  proposesOnly?: boolean
  /** Whether the field is in a row of filters, where its label is shown inside it until something is chosen. */
  inRow?: boolean
}

const TYPING_MS = 200

export function Combobox<N extends RowsName>({ call, option, input = {}, picked, known, except, proposesOnly = false, inRow = false, ...field }: Props<N>) {
  const t = useTranslations('house.form')
  const word = useTranslations('house.words')
  const [text, setText] = useState(known?.label ?? '')
  const chosen = useRef<Option>(undefined)
  const dropdown = useDropdown()
  const [typed] = useDebouncedValue(text, TYPING_MS)
  const kept = [known, chosen.current].find((one) => one?.value === field.value)
  const search = typed && typed !== kept?.label ? { search_text: fold(typed) } : {}
  const list = useQuery({ ...query(call, { ...input, ...search } as Input<N>), placeholderData: keepPreviousData })
  const rows = rowsOf(list.data)
  const all = new Map([...(kept ? [kept] : []), ...rows.map(option)].map((one) => [one.value, one]))
  const data = [...all.values()].filter(({ value }) => value !== except)
  function choose(value: string | null) {
    chosen.current = data.find((one) => one.value === value)
    // Clears the search text. Then the field shows its value: the choice, or nothing on a screen that puts each choice elsewhere and keeps the field blank.
    setText('')
    field.onChange(value ?? '')
    picked?.(rows.find((row) => option(row).value === value))
  }
  const isOnly = proposesOnly && list.isSuccess && text === '' && !list.isPlaceholderData && data.length === 1
  const propose = useEffectEvent(() => {
    const [only] = data
    if (only && (field.value === undefined || field.value === '')) choose(only.value)
  })
  useEffect(() => {
    if (isOnly) propose()
  }, [isOnly])
  return (
    <Select
      {...inputProps(field)}
      {...(inRow && { label: undefined, placeholder: field.label, 'aria-label': field.label })}
      data={data}
      value={typeof field.value === 'string' && field.value !== '' ? field.value : null}
      onChange={choose}
      searchable
      {...clearing(t('clear', { field: field.label }), () => choose(null))}
      searchValue={text}
      onSearchChange={setText}
      filter={({ options }) => options}
      nothingFoundMessage={list.isFetching ? '…' : word('nothing_found')}
      maxDropdownHeight={320}
      comboboxProps={dropdown}
    />
  )
}
