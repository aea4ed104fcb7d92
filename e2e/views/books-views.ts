// Views of the nightly check of the books: before its first run, without errors, and with rows that contradict each other.
import type { Page } from 'playwright-core'
import { go } from '../kit/open-page.ts'
import { fetched } from '../kit/requests.ts'
import { t } from '../kit/texts.ts'

const run = (n: number, findings: readonly object[]) => ({
  run_id: `01990000-0000-7000-8000-00000000000${n}`,
  tenant_name: 'Nord Télécom',
  kind: 'nightly',
  state: findings.length > 0 ? 'wrong' : 'sound',
  started_at: `2026-03-0${n}T01:23:00.000Z`,
  ended_at: `2026-03-0${n}T01:23:09.000Z`,
  ...{ rules: 64, lines: 48_211, transfers: 51_007, periods: 1, batches: 12, findings },
})
const days = { day_from: '2026-03-01', day_to: '2026-03-01' }
const none = { expected_total: null, found_total: null, expected_count: null, found_count: null }
const rows = [
  {
    ...{ rule: 'figures_equal_ledger', kind: 'figures', row: '2026-03-01 01990000-0000-7000-8000-0000000000aa', wrong: 1 },
    ...{ expected_total: '1204.5000', found_total: '1204.5100', expected_count: null, found_count: null, ...days },
  },
  { rule: 'sale_has_its_key', kind: 'sale', row: '01990000-0000-7000-8000-0000000000bb', wrong: 3, ...none, ...days },
]

/** Replaces the server's answer by these nightly checks, because no journey may corrupt the books of the world that all journeys use. */
const nights = (content: readonly object[], wrong: readonly string[]) => async (page: Page) => {
  await page.route('**/api/view_proofs/', async (route) => {
    const response = await fetched(route)
    const filters = { page: 0, limit: 20, total_count: content.length }
    await route.fulfill({ response, json: { ...(await response.json()), content, filters, wrong, unproven: [] } })
  })
  await go(page, '/books')
  await page.getByText(wrong.length > 0 ? t('audit.books.wrong_hint') : t('audit.books.sound')).waitFor()
}

const reseller = { as: 'nord' }

export const booksViews = [
  {
    name: '/books',
    by: { as: 'platform', host: 'platform.localhost', kept: { language: 'fr' } },
    open: async (page: Page) => {
      await go(page, '/books')
      await page.getByRole('heading', { level: 1, name: t('house.screens.books') }).waitFor()
    },
  },
  { name: '/books sound', by: reseller, open: nights([run(2, []), run(1, [])], []) },
  { name: '/books with rows that do not fit', by: reseller, open: nights([run(2, rows), run(1, [])], ['Nord Télécom']) },
]
