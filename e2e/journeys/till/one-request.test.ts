// A sale at the till takes one request: its answer brings the next transaction key, the balance and what is left of the card.
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { enterToSell, type NewPage, test } from '../../kit/browser.ts'
import { callsOn } from '../../kit/calls.ts'
import { trafficOf } from '../../kit/moments.ts'
import { catchPrints } from '../../kit/prints.ts'
import { newShop } from '../../kit/shop.ts'
import { t } from '../../kit/texts.ts'

const SELL = '/api/add_transaction_v3/'
const AFTER = ['/api/dynamic_balance/', '/api/get_transaction_session_key/', '/api/view_seller_products_v2/']

const search = (page: Page) => page.getByRole('searchbox', { name: t('selling.find.label') })

async function choose(page: Page) {
  await search(page).fill('lebara 10')
  await search(page).press('Enter')
  await page.getByRole('form', { name: t('house.words.sale') }).waitFor()
}

/** Opens the till of a new shop and sells two cards. Returns the requests that the page sends for the second sale, and the available amount before it. */
async function afterOneSale(newPage: NewPage, change: (page: Page) => Promise<void> = async () => undefined) {
  const page = await newPage({ as: (await newShop()).username, kept: { language: 'fr' } })
  const traffic = trafficOf(page)
  await catchPrints(page)
  await change(page)
  await page.goto('/cashcards/')
  await choose(page)
  await enterToSell(page)
  await page.getByRole('region', { name: t('selling.sold.title') }).waitFor()
  await traffic.calm()
  await choose(page)
  await traffic.calm()
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if ([SELL, ...AFTER].includes(pathname)) asked.push(pathname)
  })
  const before = (await callsOn(page).balance({})).available
  asked.length = 0
  await enterToSell(page)
  await page.getByRole('region', { name: t('selling.sold.title') }).waitFor()
  await traffic.calm()
  return { page, asked, before }
}

test('a sale sends one request, and the page shows the balance after the sale', async ({ newPage }) => {
  const { page, asked, before } = await afterOneSale(newPage)
  expect(asked).toEqual([SELL])
  const { available } = await callsOn(page).balance({})
  expect(available).toBeLessThan(before)
  const shown = ((await page.getByRole('banner').textContent()) ?? '').replaceAll(/[\u00a0\u202f]/g, ' ')
  expect(shown).toContain(new Intl.NumberFormat('de-DE', { minimumFractionDigits: 2 }).format(available / 10_000))
})

test('control: a server of an older version answers nothing for the next sale, so the till asks for the key, the balance and the goods', async ({
  newPage,
}) => {
  const { asked } = await afterOneSale(newPage, async (page) => {
    await page.route(`**${SELL}`, async (route) => {
      const answer = await route.fetch()
      const { next, ...sale } = await answer.json()
      await route.fulfill({ response: answer, json: sale })
    })
  })
  expect([...asked].sort()).toEqual([SELL, ...AFTER])
})
