// A sale whose answer is lost is never made twice, never reported as failed without proof, and is found again after a reload.
import type { Page, Route } from 'playwright-core'
import { beforeAll, expect } from 'vitest'
import { availableIn, centsIn, enterToSell, type PageOptions, shoot, test } from '../../kit/browser.ts'
import { overtaken } from '../../kit/moments.ts'
import { catchPrints } from '../../kit/prints.ts'
import { fetched } from '../../kit/requests.ts'
import { newShopWithFavourites } from '../../kit/shop.ts'
import { begins, t } from '../../kit/texts.ts'

const SELL = '**/api/add_transaction_v3/'
/** A shop that only this file uses, so that no other journey changes its balance. */
let shop: PageOptions
beforeAll(async () => {
  const { username } = await newShopWithFavourites()
  shop = { as: username, account: { preferences: { preview: 'no' } } }
})

const checking = (page: Page) => page.getByRole('region', { name: t('counter.check.label') })
const last = (page: Page) => page.getByRole('region', { name: t('selling.sold.title') })

/** Lets the server receive the request and make the sale, but drops its answer. */
async function loseAnswer(route: Route) {
  await fetched(route)
  await route.abort('connectionreset')
}

test('a sale whose answer was lost is sent again with the same key; its PINs are shown once and it is charged once', async ({ newPage }) => {
  const page = await newPage(shop)
  await catchPrints(page)
  const before = await figuresOf(page)
  const keys: string[] = []
  await page.route(SELL, (route) => {
    keys.push(keyOf(route))
    return keys.length === 1 ? loseAnswer(route) : route.continue()
  })
  const price = await sell(page)
  await checking(page)
    .getByText(t('counter.check.checking', { count: 1 }))
    .waitFor()
  await shoot(page, 'being-checked')
  await last(page).getByText(t('selling.sold.found')).waitFor()
  expect(await last(page).getByRole('listitem').count()).toBe(1)
  expect(keys).toHaveLength(2)
  expect(keys[0]).not.toBe('')
  expect(keys[1]).toBe(keys[0])
  expect(await openSales(page)).toBe(0)
  expect(await figuresOf(page)).toEqual({ available: before.available - price, cards: before.cards + 1 })
})

test('a till that was closed while the outcome of a sale was unknown shows that sale when it opens again', async ({ newPage }) => {
  const page = await newPage(shop)
  await catchPrints(page)
  const before = await figuresOf(page)
  await page.route(SELL, loseAnswer, { times: 1 })
  const price = await sell(page)
  await checking(page)
    .getByText(t('counter.check.checking', { count: 1 }))
    .waitFor()
  expect(await openSales(page)).toBe(1)
  await page.reload()
  await last(page).getByText(t('selling.sold.found')).waitFor()
  expect(await last(page).getByRole('listitem').count()).toBe(1)
  expect(await openSales(page)).toBe(0)
  expect(await figuresOf(page)).toEqual({ available: before.available - price, cards: before.cards + 1 })
})

test('a sale that never reached the server is reported as not sold, and nothing is charged', async ({ newPage }) => {
  const page = await newPage(shop)
  const before = await figuresOf(page)
  await page.route(SELL, (route) => route.abort('connectionrefused'))
  await sell(page)
  await checking(page)
    .getByText(t('counter.check.checking', { count: 1 }))
    .waitFor()
  await page.reload()
  await checking(page).getByText(t('counter.check.not_sold')).waitFor()
  await page.getByRole('button', { name: t('house.words.understood') }).click()
  expect(await openSales(page)).toBe(0)
  expect(await figuresOf(page)).toEqual(before)
})

test('a user can give up a sale of unknown outcome at once, and the till says that nothing was sold', async ({ newPage }) => {
  const page = await newPage({ ...shop, alone: true })
  await page.clock.install()
  const before = await figuresOf(page)
  await page.route(SELL, (route) => route.abort('connectionrefused'))
  await sell(page)
  await checking(page)
    .getByRole('button', { name: t('counter.check.give_up') })
    .click()
  await checking(page).getByText(t('counter.check.given_up')).waitFor()
  await shoot(page, 'given-up')
  await page.unroute(SELL)
  expect(await openSales(page)).toBe(0)
  // If the till had repeated the request after two seconds, the card would be sold by this point.
  await page.clock.fastForward(2_500)
  await overtaken(page)
  await checking(page)
    .getByRole('button', { name: t('house.words.understood') })
    .click()
  expect(await figuresOf(page)).toEqual(before)
})

test('a sale that the user gave up is shown as sold if the server had already made it', async ({ newPage }) => {
  const page = await newPage(shop)
  await catchPrints(page)
  const before = await figuresOf(page)
  await page.route(SELL, loseAnswer)
  const price = await sell(page)
  await checking(page)
    .getByRole('button', { name: t('counter.check.give_up') })
    .click()
  await last(page).getByText(t('selling.sold.found')).waitFor()
  expect(await openSales(page)).toBe(0)
  expect(await figuresOf(page)).toEqual({ available: before.available - price, cards: before.cards + 1 })
})

test('a sale whose first request was lost is reported as sold once the repeated request has made it', async ({ newPage }) => {
  const page = await newPage(shop)
  await catchPrints(page)
  await page.goto('/cashcards/')
  await page.route(SELL, (route) => route.abort('connectionrefused'), { times: 1 })
  await sell(page)
  await checking(page)
    .getByText(t('counter.check.checking', { count: 1 }))
    .waitFor()
  await last(page).getByText(t('selling.sold.late')).waitFor()
  await shoot(page, 'sold-late')
  expect(await last(page).getByText(t('selling.sold.found')).count()).toBe(0)
})

test('a till that loses its connection during a sale says so at once, moves no tile, and offers the slip once it is connected again', async ({ newPage }) => {
  const page = await newPage({ ...shop, alone: true })
  const prints = await catchPrints(page)
  const before = await figuresOf(page)
  const tile = page.getByRole('button', { name: /^Neosurf/ })
  const place = await tile.boundingBox()
  const offline = page.getByText(t('counter.status.offline'))
  await page.route(SELL, async (route) => {
    await fetched(route)
    await page.context().setOffline(true)
    await route.abort('connectionreset')
  })
  const price = await sell(page)
  await offline.waitFor()
  await checking(page)
    .getByText(t('counter.check.checking', { count: 1 }))
    .waitFor()
  await page.getByRole('link', { name: t('counter.status.page') }).waitFor()
  await shoot(page, 'cut-off')
  expect(await tile.boundingBox()).toEqual(place)
  expect(await page.getByText(t('house.shell.offline')).count()).toBe(0)

  await page.unroute(SELL)
  await page.context().setOffline(false)
  await last(page).getByText(t('selling.sold.found')).waitFor()
  await offline.waitFor({ state: 'detached' })
  expect(prints).toHaveLength(0)
  await page.getByRole('button', { name: begins('house.words.print_the_slip') }).click()
  await expect.poll(() => prints.length).toBe(1)
  expect(await figuresOf(page)).toEqual({ available: before.available - price, cards: before.cards + 1 })
})

test('pressing Enter repeatedly makes one sale', async ({ newPage }) => {
  const page = await newPage(shop)
  await catchPrints(page)
  const before = await figuresOf(page)
  let asked = 0
  await page.route(SELL, async (route) => {
    asked++
    await page.keyboard.press('Enter')
    await page.keyboard.press('Enter')
    await route.continue()
  })
  const price = await sell(page)
  await page.keyboard.press('Enter')
  await last(page).getByText(t('selling.sold.printed')).waitFor()
  await page.keyboard.press('Enter')
  expect(asked).toBe(1)
  expect(await figuresOf(page)).toEqual({ available: before.available - price, cards: before.cards + 1 })
})

/** Sells favourite 6 by three keys; returns its price, which for this shop is whole cents. */
async function sell(page: Page): Promise<number> {
  await page.getByRole('button', { name: /^Neosurf/ }).waitFor()
  await page.keyboard.press('6')
  await page.keyboard.press('Enter')
  const panel = (await page.getByRole('form', { name: t('house.words.sale') }).textContent()) ?? ''
  const price = centsIn(new RegExp(`${t('selling.sale.own_price')}\\s*([\\d.,]+)`).exec(panel)?.[1] ?? '')
  expect(price).toBeGreaterThan(0)
  await enterToSell(page)
  return price
}

/** Reads the amount that the shop can spend, and the number of cards in its list of sales; ends at the till. */
async function figuresOf(page: Page) {
  await page.goto('/seller/sales')
  const figure = page.getByRole('definition').first()
  // The element for the figure is on the page before the figure is loaded.
  await expect.poll(() => figure.textContent()).toMatch(/\d/)
  const cards = Number(((await figure.textContent()) ?? '').replace('.', ''))
  await page.goto('/cashcards/')
  return { available: await availableIn(page), cards }
}

const keyOf = (route: Route) => /name="transaction_key"\s+([^\s]+)/.exec(route.request().postData() ?? '')?.[1] ?? ''

const openSales = (page: Page) =>
  page.evaluate(
    () =>
      Object.keys(localStorage)
        .filter((name) => name.startsWith('open_sales'))
        .flatMap((name) => JSON.parse(localStorage.getItem(name) ?? '[]')).length,
  )
