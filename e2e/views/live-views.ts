// The screens of live goods, which are ordered from a supplier at the moment of sale, and the dialogs that open over them.
import type { Page } from 'playwright-core'
import { fetched } from '../kit/requests.ts'
import { begins, t } from '../kit/texts.ts'
import { at, heading } from './shop-views.ts'

const reseller = { as: 'nord' }
const platform = { as: 'platform', host: 'platform.localhost', kept: { language: 'fr' } }

async function adding(page: Page) {
  await at('/exchange-rates', heading(t('house.screens.exchange_rates')))(page)
  await page
    .getByRole('button', { name: t('prices.online.rates.add') })
    .first()
    .click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: t('house.words.save') }).click()
  await dialog.getByRole('alert').waitFor()
}

/** Replaces the server's answer, so that the longest sentences appear beside the buttons of a supplier's catalogue. */
async function silent(page: Page) {
  await page.route('**/api/dynamic_products/', async (route) => {
    const response = await fetched(route)
    const { catalogues, ...rest } = await response.json()
    const instant = '2026-11-27T17:05:00.000Z'
    const away = { failing_since: instant, next_at: instant, reason: 'not_running' }
    const wrong = (one: object, i: number) => ({ ...one, ...away, outcome: i % 2 ? 'failed' : 'empty' })
    await route.fulfill({ response, json: { ...rest, catalogues: catalogues.map(wrong) } })
  })
  await at('/dynamic-products/', text(begins('prices.online.read_failed')))(page)
}

const text = (said: string | RegExp) => (page: Page) => page.getByText(said).first().waitFor()

export const liveViews = [
  { name: '/dynamic-products/', by: platform, open: at('/dynamic-products/', heading(t('house.screens.live_products'))) },
  { name: '/dynamic-products/ of silent suppliers', by: platform, open: silent },
  { name: '/dynamic-products/ of a reseller', by: reseller, open: at('/dynamic-products/', heading(t('house.screens.live_products'))) },
  {
    name: '/dynamic-products/$liveProductId',
    by: platform,
    open: at('/dynamic-products/019ab5e0-0000-7000-8000-000000000000', text(t('prices.online.missing'))),
  },
  { name: '/exchange-rates', by: platform, open: at('/exchange-rates', heading(t('house.screens.exchange_rates'))) },
  { name: '/exchange-rates adding', by: platform, open: adding },
]
