// Tests a Z-report on paper: it has all of its figures and nothing else, in every language and width, and no amounts for users who may not see them.

import { renderToStaticMarkup } from 'react-dom/server'
import { IntlProvider } from 'use-intl'
import { expect, test, vi } from 'vitest'
import { type Language, languages } from '../../../../contract/kit/languages.ts'
import { EURO } from '../../../../contract/kit/money.ts'
import type { ZReport } from '../../../../contract/papers/shifts.ts'
import { treeOf } from '../../../i18n/texts.ts'
import { ZPaper } from './ZPaper.tsx'

const at = '2026-11-22T10:00:00.000Z'
const card = { product_name: 'Lycamobile', value: 10 * EURO }
const named = { sale_id: 'a', ...card, quantity: 1, created_at: at }
const sums = { sales: 2, quantity: 3, face_total: 30 * EURO, bought_total: 28.5 * EURO }

const report: ZReport = {
  ...{ document_id: 'd', number: 17, circle: 1, hash: 'abcdef0123456789'.repeat(4), till_id: 't', user_id: 'u', masked: false },
  shop: { name: 'Kiosque', address: 'Rue 1', city: 'Lyon', reseller: 'Nord' },
  ...{ username: 'caisse', full_name: 'Camille', device: 'Kasse 1', closed_by: 'karim', opened_at: '2026-11-22T07:00:00.000Z', closed_at: at },
  ...sums,
  first: { sale_id: 'a', created_at: at },
  last: { sale_id: 'b', created_at: at },
  types: [{ product_type: 'cash_card', ...sums }],
  goods: [{ product_type: 'cash_card', ...card, ...sums }],
  payments: [
    { kind: 'card', ...sums, quantity: 2, face_total: 20 * EURO },
    { kind: null, ...sums, quantity: 1, face_total: 10 * EURO },
  ],
  hours: [{ at, sales: 2, quantity: 3, face_total: 30 * EURO }],
  refunds: { quantity: 1, face_total: 10 * EURO, bought_total: 9.5 * EURO, rows: [{ ...named, face_total: 10 * EURO, sold_at: at }] },
  showings: [{ kind: 'reprint', sale_id: 'a', ...card, copy: 2, created_at: at }],
  carried: [named],
  open: [
    { kind: 'sale', ...named },
    { kind: 'reclamation', ...named },
  ],
  credit: {
    ...{ from: 4, before: 100 * EURO, movements: [{ kind: 'sales', amount: -28.5 * EURO }], to: 6, after: 71.5 * EURO, credit_limit: 0, held: 10 * EURO },
  },
  drawer: { counted: 19 * EURO, expected: 20 * EURO },
}

function drawn(language: Language, shown: ZReport, paper: 58 | 80 | 'a4' = 80): string {
  const messages = Object.fromEntries(['house', 'words', 'fields', 'shifts'].map((area) => [area, treeOf(area, language)]))
  return renderToStaticMarkup(
    <IntlProvider locale={language} messages={messages} timeZone="Europe/Berlin">
      <ZPaper report={shown} paper={paper} />
    </IntlProvider>,
  )
}
const textOf = (html: string) => html.replace(/<[^>]+>/g, ' ')

test.each(languages)('a Z-report shows number, sums, credit and cash in %s, and is identical on each width of paper and each time it is drawn', (language) => {
  const html = drawn(language, report)
  for (const part of ['17', 'Kasse 1', 'karim', 'Lycamobile 10,00 €', '30,00 €', '-10,00 €', '20,00 €', '1,00 €', '71,50 €', '-1,00 €', 'abcdef0123456789'])
    expect(textOf(html)).toContain(part)
  vi.useFakeTimers({ now: Date.parse('2031-01-01') })
  expect(drawn(language, structuredClone(report))).toBe(html)
  vi.useRealTimers()
  const inner = (paper: 58 | 'a4') => textOf(drawn(language, report, paper))
  expect([inner(58), inner('a4')]).toEqual([textOf(html), textOf(html)])
})

test('a day without sales has a Z-report too, and hidden prices do not appear on a Z-report', () => {
  const none = { sales: 0, quantity: 0, face_total: 0, bought_total: null }
  const lists = { types: [], goods: [], hours: [], showings: [], carried: [], open: [] }
  const refunds = { quantity: 0, face_total: 0, bought_total: null, rows: [] }
  const text = textOf(drawn('en', { ...report, ...none, ...lists, refunds, first: null, last: null, credit: null, drawer: null, masked: true }))
  expect(text).toContain('Z-report 17')
  expect(text).toContain('0,00 €')
  for (const hidden of ['Purchase price', 'Margin', 'Balance', 'Credit limit']) expect(text).not.toContain(hidden)
})
