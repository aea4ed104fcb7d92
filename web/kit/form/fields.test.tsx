// Tests how fields are first drawn: the mark of required fields, figures (in German format in every language), and whether a choice can be cleared.

import { MantineProvider } from '@mantine/core'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { IntlProvider } from 'use-intl'
import { expect, test } from 'vitest'
import { languages } from '../../../contract/kit/languages.ts'
import { treeOf } from '../../i18n/texts.ts'
import { PercentField, SelectField, TextField } from './fields.tsx'
import { MoneyField } from './MoneyField.tsx'

const field = { id: 'one', label: 'One', onChange: () => undefined, onBlur: () => undefined, error: undefined, required: false }

function drawn(language: (typeof languages)[number], screen: ReactNode): string {
  return renderToStaticMarkup(
    <IntlProvider locale={language} messages={{ house: treeOf('house', language), words: treeOf('words', language) }} timeZone="Europe/Berlin">
      <MantineProvider>{screen}</MantineProvider>
    </IntlProvider>,
  )
}
const valueIn = (html: string) => /<input[^>]* value="([^"]*)"/.exec(html)?.[1]

test('a required field is marked visibly and for screen readers; the name of an optional field has no mark', () => {
  const needed = drawn('de', <TextField {...field} value="" required />)
  expect([needed.includes('data-required="true"'), needed.includes('aria-required="true"')]).toEqual([true, true])
  const free = drawn('de', <TextField {...field} value="" />)
  expect([free.includes('data-required'), free.includes('aria-required="true"'), />One</.test(free)]).toEqual([false, false, true])
})

const choicesIn = (html: string) => [...html.matchAll(/<option value="([^"]*)"/g)].map(([, value]) => value)

test.each(languages)('amounts and percentages in fields have a decimal comma in %s', (language) => {
  expect(valueIn(drawn(language, <PercentField {...field} value={0} />))).toBe('0,00')
  expect(valueIn(drawn(language, <PercentField {...field} value={650} />))).toBe('6,50')
  expect(valueIn(drawn(language, <MoneyField {...field} value={0} />))).toBe('0,00')
  expect(valueIn(drawn(language, <MoneyField {...field} value={12_345_000} />))).toBe('1234,50')
})

test.each(languages)('a chosen option can be removed in %s, unless the field is required or its call does not allow removing the value', (language) => {
  const options = [{ value: 'a', label: 'A' }]
  const choices = (more: { value: string; required?: boolean; clears?: boolean }) =>
    choicesIn(drawn(language, <SelectField {...field} options={options} {...more} />))
  expect(choices({ value: '' })).toEqual(['', 'a'])
  expect(choices({ value: 'a', clears: false })).toEqual(['a'])
  expect(choices({ value: 'a' })).toEqual(['', 'a'])
  expect(choices({ value: 'a', clears: true })).toEqual(['', 'a'])
  expect(choices({ value: 'a', clears: true, required: true })).toEqual(['a'])
  expect(choices({ value: '', required: true })).toEqual(['', 'a'])
})
