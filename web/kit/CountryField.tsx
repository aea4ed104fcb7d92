// A country, found by its name in the reader's language or by its two letters, which are what travels.
import { Select } from '@mantine/core'
import { useMemo } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { countryCodes } from '../../contract/kit/countries.ts'
import { fold } from '../../contract/kit/fold.ts'
import { type FieldProps, useInputProps } from './fields.tsx'

export function CountryField(field: FieldProps) {
  const t = useTranslations('house.form')
  const locale = useLocale()
  const data = useMemo(() => countriesIn(locale), [locale])
  return (
    <Select
      {...useInputProps(field)}
      data={data}
      value={typeof field.value === 'string' && field.value !== '' ? field.value : null}
      onChange={(value) => field.onChange(value ?? '')}
      searchable
      clearable
      filter={({ options, search }) =>
        options.filter((option) => 'value' in option && (fold(option.label).includes(fold(search)) || fold(option.value) === fold(search)))
      }
      nothingFoundMessage={t('nothing_found')}
      clearButtonProps={{ 'aria-label': t('choose') }}
      maxDropdownHeight={320}
    />
  )
}

function countriesIn(locale: string) {
  const names = new Intl.DisplayNames(locale, { type: 'region' })
  const { compare } = new Intl.Collator(locale)
  return countryCodes.map((value) => ({ value, label: names.of(value) ?? value })).sort((a, b) => compare(a.label, b.label))
}
