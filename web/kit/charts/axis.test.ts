import { expect, test } from 'vitest'
import { printable } from '../base/format.ts'
import { amountOnAxis, dayOnAxis } from './axis.ts'

test('an axis shows whole euros, or cents if its steps are smaller than a euro', () => {
  expect([2_000, 0, -500, 0.5].map((euros) => printable(amountOnAxis(euros)))).toEqual(['2.000 €', '0 €', '-500 €', '0,50 €'])
})

test('an axis writes its days in the language of the reader', () => {
  expect(['de', 'fr', 'en-GB', 'tr'].map((language) => dayOnAxis('2026-11-21', language))).toEqual(['21. Nov.', '21 nov.', '21 Nov', '21 Kas'])
})
