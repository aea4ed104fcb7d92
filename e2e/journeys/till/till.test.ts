// What cashier and customer rely on at the till: the shown price is booked, only one tab sells, and short stock is reported before the sale.
import type { Page, Route } from 'playwright-core'
import { expect } from 'vitest'
import { enterToSell, type NewPage, type PageOptions, shoot, test } from '../../kit/browser.ts'
import { beforeTheApp, callsOn } from '../../kit/calls.ts'
import { overtaken, trafficOf } from '../../kit/moments.ts'
import { catchPrints, textOf } from '../../kit/prints.ts'
import { fetched } from '../../kit/requests.ts'
import { newShop, type Shop } from '../../kit/shop.ts'
import { begins, t } from '../../kit/texts.ts'
import { overflowsOf } from '../../views/screen-check.ts'

const SELL = '**/api/add_transaction_v3/'
const OFFERS = '**/api/view_seller_products_v2/'
const KEYS = '**/api/get_transaction_session_key/'
const REQUESTS_MAX = 25

/** Windows of the usual sizes of a till; each test uses one of them. */
const PHONE = { viewport: { width: 360, height: 800 }, hasTouch: true }
const TABLET = { viewport: { width: 820, height: 1180 }, hasTouch: true }
const LYING = { viewport: { width: 1024, height: 768 }, hasTouch: true }
const DESK = { viewport: { width: 1440, height: 900 } }

let shop: Promise<Shop> | undefined

/** Opens the till of a shop that no other file of journeys uses. */
async function atTill(newPage: NewPage, options: PageOptions = {}) {
  shop ??= newShop()
  const { username, customer_id } = await shop
  const page = await newPage({ as: username, kept: { language: 'fr', mode: 'light' }, ...options })
  const prints = await catchPrints(page)
  await page.goto('/cashcards/')
  await search(page).waitFor()
  return { page, prints, customer_id }
}

const search = (page: Page) => page.getByRole('searchbox', { name: t('selling.find.label') })
const sale = (page: Page) => page.getByRole('form', { name: t('house.words.sale') })
const last = (page: Page) => page.getByRole('region', { name: t('selling.sold.title') })
const elsewhere = (page: Page) => page.getByRole('heading', { name: t('selling.elsewhere.title') })
const plain = async (page: Page) => ((await sale(page).textContent()) ?? '').replaceAll('\u00a0', ' ')

/** Whether the button is in view without scrolling and nothing covers it. */
function isClear(button: Element): boolean {
  const { left, top, width, height } = button.getBoundingClientRect()
  const at = document.elementFromPoint(left + width / 2, top + height / 2)
  return at !== null && button.contains(at)
}

async function pick(page: Page, typed: string) {
  await search(page).fill(typed)
  await search(page).press('Enter')
  await sale(page).waitFor()
}

const fieldOf = (route: Route, name: string) => new RegExp(`name="${name}"\\s+([^\\s]+)`).exec(route.request().postData() ?? '')?.[1]

test('a till that opens for the first time in a browser can sell after 25 requests at most; requests that come later are counted separately', async ({
  newPage,
}) => {
  shop ??= newShop()
  const { username } = await shop
  const page = await newPage({ as: username, alone: true })
  const asked: string[] = []
  const traffic = trafficOf(page)
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  const answers = [OFFERS, KEYS].map((path) => page.waitForResponse(path))
  await page.goto('/cashcards/')
  await Promise.all(answers)
  const first = asked.length
  expect(first, asked.join('\n')).toBeLessThanOrEqual(REQUESTS_MAX)
  await traffic.calm()
  console.info(`requests of a cold till: ${first}, and ${asked.length - first} behind them`)
})

test('if a price changes while the panel is open, the sale is refused and the new price shown; another Enter sells at that price', async ({ newPage }) => {
  const { page, customer_id } = await atTill(newPage, PHONE)
  const { sellerProductsV2, salesList } = callsOn(page)
  const offer = (await sellerProductsV2({})).content.find(({ product_name, value }) => product_name === 'Lebara' && value === 100_000)
  await pick(page, 'lebara 10')
  expect(await plain(page)).not.toContain(`${t('selling.sale.own_price')}9,90 €`)
  const office = await newPage({ as: 'nord' })
  await beforeTheApp(office)
  const pad_list = [{ product_id: offer?.product_id ?? '', discount: 100 }]
  await callsOn(office).assignedChange({ action: 'add', customer_ids: [customer_id], pad_list })

  const seen: (string | undefined)[] = []
  await page.route(SELL, (route) => {
    seen.push(fieldOf(route, 'price_seen'))
    return route.continue()
  })
  await enterToSell(page)
  await sale(page)
    .getByRole('alert')
    .filter({ hasText: t('errors.refusals.price_changed') })
    .getByText(t('errors.next.price_changed'))
    .waitFor()
  expect(await plain(page)).toContain(`${t('selling.sale.own_price')}9,90 €`)
  expect((await salesList({})).content).toEqual([])
  await shoot(page, 'price changed')
  expect(await overflowsOf(page)).toEqual([])
  await expect(
    sale(page)
      .getByRole('button', { name: begins('selling.sale.price') })
      .evaluate(isClear),
  ).resolves.toBe(true)
  await sale(page)
    .getByRole('button', { name: begins('selling.sale.price') })
    .waitFor()
  await enterToSell(page)
  await last(page).getByText(t('selling.sold.printed')).waitFor()
  expect(seen).toHaveLength(2)
  expect(seen[1]).toBe('9.90')
  expect((await salesList({})).content.map(({ bought_total }) => bought_total)).toEqual([99_000])
})

test('only one tab sells; another tab says so and can take over a sale of unknown outcome, whose slip is printed once, as an original', async ({ newPage }) => {
  const { page, prints } = await atTill(newPage, { ...TABLET, alone: true })
  await page.clock.install()
  await page.reload()
  await search(page).waitFor()
  const second = await page.context().newPage()
  await second.goto('/cashcards/')
  await elsewhere(second).waitFor()
  expect(await search(second).count()).toBe(0)
  await shoot(second, 'till elsewhere')

  let asked = 0
  await page.route(SELL, async (route) => {
    asked++
    await fetched(route)
    await route.abort('connectionreset')
  })
  await pick(page, 'neosurf 20')
  await enterToSell(page)
  await page.getByText(t('counter.check.checking', { count: 1 })).waitFor()
  await second.getByRole('button', { name: t('selling.elsewhere.take_over') }).click()
  await last(second).getByText(t('selling.sold.found')).waitFor()
  await elsewhere(page).waitFor()
  await second.getByRole('button', { name: begins('house.words.print_the_slip') }).click()
  await expect.poll(() => prints.length).toBe(1)
  // The server counts the lost answer as a showing. But no till has shown this sale before, so the first slip is an original.
  expect(await textOf(second, prints[0] ?? '')).not.toContain('DUPLICATA')
  // If the first tab still repeated the request, it would have done so within these two seconds.
  await page.clock.fastForward(2_500)
  await overtaken(page)
  expect([asked, prints.length]).toEqual([1, 1])

  await second.close()
  await search(page).waitFor()
  expect(await last(page).count()).toBe(0)
})

test('once a user has hidden the shop’s own price, it stays hidden', async ({ newPage }) => {
  const { page } = await atTill(newPage)
  await pick(page, 'neosurf 20')
  const own = sale(page).getByText(t('selling.sale.own_price'))
  await own.waitFor()
  const kept = page.waitForResponse('**/update_settings/**')
  await sale(page)
    .getByRole('button', { name: t('selling.sale.hide_own') })
    .click()
  await own.waitFor({ state: 'detached' })
  await kept
  await page.reload()
  await pick(page, 'neosurf 20')
  expect(await own.count()).toBe(0)
  await sale(page)
    .getByRole('button', { name: t('selling.sale.show_own') })
    .click()
  await own.waitFor()
})

test('short stock is reported before anything is sent, and the page offers to sell the remaining cards', async ({ newPage }) => {
  const { page } = await atTill(newPage, LYING)
  await page.route(OFFERS, async (route) => {
    const response = await fetched(route)
    const { content, ...rest } = (await response.json()) as { content: object[] }
    await route.fulfill({ response, json: { ...rest, content: content.map((offer) => ({ ...offer, left: 2 })) } })
  })
  let asked = 0
  await page.route(SELL, (route) => {
    asked++
    return route.abort()
  })
  await page.reload()
  await pick(page, 'neosurf 20')
  await sale(page)
    .getByText(t('selling.tile.few', { count: 2 }))
    .waitFor()
  expect(
    await sale(page)
      .getByRole('alert')
      .filter({ hasText: t('selling.tile.few', { count: '' }).trim() })
      .count(),
  ).toBe(0)
  await sale(page)
    .getByRole('textbox', { name: begins('selling.sale.quantity') })
    .fill('3')
  await sale(page)
    .getByRole('alert')
    .filter({ hasText: t('selling.tile.few', { count: 2 }) })
    .getByRole('button')
    .click()
  expect(
    await sale(page)
      .getByRole('textbox', { name: begins('selling.sale.quantity') })
      .inputValue(),
  ).toBe('2')
  expect(asked).toBe(0)
})

test('31 cards are sold as one file if the account allows files; a file not fetched at the till can be fetched later, once', async ({ newPage }) => {
  const { page } = await atTill(newPage, { ...DESK, account: { download_csv: 1 } })
  const offers = (await callsOn(page).sellerProductsV2({})).content.filter(({ left, value }) => left === null && value === 50_000)
  await pick(page, `${offers[0]?.product_name} 5`)
  await sale(page)
    .getByRole('textbox', { name: begins('selling.sale.quantity') })
    .fill('31')
  await enterToSell(page)
  await sale(page)
    .getByRole('button', { name: t('selling.sale.confirm', { quantity: 31, value: '5,00 €', total: '155,00 €' }) })
    .waitFor()
  await enterToSell(page)
  await last(page)
    .getByRole('button', { name: t('selling.file.fetch') })
    .waitFor()
  await shoot(page, 'sold as a file')
  // A bulk sale can be printed only after its file was fetched, so there is no button to print yet.
  expect(
    await last(page)
      .getByRole('button', { name: new RegExp(`^(${t('house.words.print_the_slip')}|${t('house.words.reprint')})`, 'i') })
      .count(),
  ).toBe(0)
  await last(page)
    .getByRole('button', { name: begins('house.words.close') })
    .click()

  await page.goto('/seller/sales')
  const fetchFile = page.getByRole('button', { name: begins('sales.fetch_file') })
  await fetchFile.click()
  const dialog = page.getByRole('dialog', { name: t('selling.file.title') })
  await shoot(page, 'file of a sale')
  const [download] = await Promise.all([page.waitForEvent('download'), dialog.getByRole('button', { name: begins('selling.file.fetch') }).click()])
  expect(download.suggestedFilename()).toMatch(/-5\.00-31\.csv$/)
  await dialog.getByText(t('selling.file.saved')).waitFor()
  await page.keyboard.press('Escape')
  await fetchFile.waitFor({ state: 'detached' })
})
