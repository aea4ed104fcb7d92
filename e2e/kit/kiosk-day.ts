// What a kiosk does in a day at its till: cards by keys, scanner and touch, a copy, a claim, a lost connection, a bus ticket, a top-up, a change of cashiers.
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { EURO } from '../../contract/kit/money.ts'
import type { Offer } from '../../contract/till/selling.ts'
import { DEMO_PASSWORD } from '../../server/seeds/demo-world.ts'
import { enterToSell, type NewPage, pressInDialog } from './browser.ts'
import { callsAs, callsOn } from './calls.ts'
import { cashierOf, pair } from './cashiers.ts'
import { go } from './open-page.ts'
import { catchPrints, textOf } from './prints.ts'
import { fetched } from './requests.ts'
import { newShopWithFavourites, openTill, type Shop } from './shop.ts'
import { begins, named, t } from './texts.ts'

const SELL = '**/api/add_transaction_v3/'
/** A day on which no other journey travels. */
const TRAVEL = new Date(Date.now() + 33 * 86_400_000).toISOString().slice(0, 10)
/** A number whose operator is slow in the simulator. */
const SLOW = '+65 9512 3355'
export const CODES = { manager: '7315', cashier: '4826' }

const last = (page: Page) => page.getByRole('region', { name: t('selling.sold.title') })
const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).click()
const keys = async (page: Page, ...names: string[]) => {
  for (const name of names) await page.keyboard.press(name)
}

/** Opens the till and waits until it has its tiles. */
export async function atTill(page: Page) {
  await go(page, '/cashcards/')
  await page.getByRole('main').getByRole('listitem').first().waitFor()
}

export type Day = {
  page: Page
  shop: Shop
  cashier: Awaited<ReturnType<typeof cashierOf>>
  /** The first code of the cashier, which works once. */
  first_code: string
  /** Goods with plenty of stock. `cards`: favourites. `scanned`: goods with a barcode, but no gift cards, because the cashier has no right to sell those. */
  cards: Offer[]
  scanned: Offer[]
  prints: string[]
  /** The test's own figures so far. `papers`: slips that must be printed; `sold`: cards; `paid`: what the customers paid for these cards. */
  papers: number
  sold: number
  paid: number
}

/** A shop with credit for the day, a cashier, and a till that is a device of the shop. */
export async function opened(newPage: NewPage): Promise<Day> {
  const shop = await newShopWithFavourites()
  const nord = await callsAs('nord')
  await nord.walletChange({ ...(await nord.transactionKey({})), customer_id: shop.customer_id, type: 'credit_limit', amount: 3_000 * EURO })
  const cashier = await cashierOf(shop.customer_id)
  const page = await newPage({ kept: { language: 'fr' }, hasTouch: true, account: { preferences: { preview: 'no', paper: 80 } } })
  const prints = await catchPrints(page)
  await openTill(page, shop)
  await pair(page, shop.customer_id)
  const calls = callsOn(page)
  const { code } = await calls.cashierCodeGive({ user_id: cashier.user_id })
  await calls.cashierCodeSet({ code: CODES.manager, current_password: DEMO_PASSWORD })
  const enough = ({ left }: Offer) => left === null
  const cards = (await calls.sellerProductsV2({ favorite: true })).content.filter((offer) => enough(offer) && offer.favorite && offer.favorite < 10)
  const scanned = (await calls.sellerProductsV2({})).content.filter((offer) => enough(offer) && offer.ean !== '' && offer.product_type !== 'gift_card')
  await atTill(page)
  return { page, shop, cashier, first_code: code, cards, scanned, prints, papers: 0, sold: 0, paid: 0 }
}

/** The n-th card of a list, which begins again at its end. */
export const nth = (cards: Offer[], n: number) => cards[n % cards.length] as Offer

/** Adds a sale to the test's own figures, and waits until its slips are printed; `slips`: their number. */
async function served(day: Day, cards: readonly Offer[], slips = 1) {
  day.sold += cards.length
  day.paid += cards.reduce((sum, { value }) => sum + value, 0)
  day.papers += slips
  await expect.poll(() => day.prints.length).toBe(day.papers)
  await last(day.page).getByText(t('selling.sold.printed')).waitFor()
}

export async function sellByKeys(day: Day, n: number) {
  const { page, cards } = day
  const card = nth(cards, n)
  // Two mistakes: a wrong card is chosen and given up, and a wrong quantity is corrected.
  if (n === 3) await keys(page, '1', 'Enter', 'Escape')
  await keys(page, String(card.favorite), 'Enter')
  if (n === 5) await keys(page, '2', '0', 'Backspace', 'Backspace', '1')
  await enterToSell(page)
  await served(day, [card])
}

export async function sellByScan(day: Day, cards: Offer[]) {
  const { page } = day
  for (const { ean } of cards) {
    await page.keyboard.type(ean)
    await page.keyboard.press('Enter')
  }
  await enterToSell(page)
  await served(day, cards)
}

export async function sellByTouch(day: Day, n: number) {
  const { page, cards } = day
  const card = nth(cards, n)
  await page
    .getByRole('region', { name: t('selling.tabs.favourites') })
    .getByRole('listitem')
    .nth((card.favorite ?? 1) - 1)
    .getByRole('button')
    .tap()
  await page
    .getByRole('form', { name: t('house.words.sale') })
    .getByRole('button', { name: begins('selling.sale.sell') })
    .tap()
  await served(day, [card])
}

export async function copyAndClaim(day: Day) {
  const { page } = day
  await page.keyboard.press('F8')
  await last(page)
    .getByText(t('selling.sold.copy', { number: '1' }))
    .waitFor()
  await page.keyboard.press('Shift+F8')
  await page
    .getByRole('dialog', { name: t('counter.last.title') })
    .getByRole('listitem')
    .first()
    .waitFor()
  await page.keyboard.press('c')
  const dialog = page.getByRole('dialog', { name: t('house.screens.claim_new') })
  await dialog.getByText(t('reclamations.claimed_as.possible')).waitFor()
  await page.keyboard.press('Enter')
  await dialog.locator('[data-outcome=claimed]').waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  day.papers++
  await expect.poll(() => day.prints.length).toBe(day.papers)
}

/** The connection is lost while a sale is made; its slip is printed once the till is connected again. */
export async function offlineMinute(day: Day) {
  const { page, cards } = day
  await go(page, '/cashcards/')
  await page
    .getByRole('region', { name: t('selling.tabs.favourites') })
    .getByRole('listitem')
    .first()
    .waitFor()
  await page.route(SELL, async (route) => {
    await fetched(route)
    await page.context().setOffline(true)
    await route.abort('connectionreset')
  })
  await keys(page, String(nth(cards, 0).favorite), 'Enter')
  await enterToSell(page)
  await page.getByText(t('counter.status.offline')).waitFor()
  await page.unroute(SELL)
  await page.context().setOffline(false)
  await last(page).getByText(t('selling.sold.found')).waitFor()
  await press(page, begins('house.words.print_the_slip'))
  day.papers++
  await expect.poll(() => day.prints.length).toBe(day.papers)
  day.sold++
  day.paid += nth(cards, 0).value
}

/** A bus ticket is sold, and cancelled on its page; returns what the customer paid, and what the customer gets back. */
export async function busTicket({ page }: Day) {
  await go(page, `/flixbus?from=88&to=118&day=${TRAVEL}`)
  await page
    .getByRole('region', { name: t('buses.results.out') })
    .getByRole('button', { name: begins('buses.results.choose') })
    .first()
    .click()
  await press(page, t('buses.results.reserve'))
  const adult = (field: 'first_name' | 'last_name') =>
    page.getByLabel(named(t(`buses.booking.${field}`), t('buses.booking.adult', { number: '1' })), { exact: true })
  await adult('first_name').fill('Inès')
  await adult('last_name').fill('Voyage')
  await press(page, t('buses.booking.save'))
  await page.getByLabel(t('buses.booking.email')).fill('ines@example.test')
  await press(page, begins('buses.booking.pay'))
  await page.getByText(t('buses.booking.sold')).waitFor()
  await go(page, '/flixbus/tickets')
  await page.getByRole('row').nth(1).getByRole('link').first().click()
  await press(page, t('buses.cancel.title'))
  const dialog = page.getByRole('dialog')
  await dialog.getByText(begins('buses.cancel.fee')).waitFor()
  await dialog.getByRole('button', { name: begins('buses.cancel.confirm') }).click()
  await page.getByText(begins('buses.cancel.done')).waitFor()
  return (await callsOn(page).busTickets({})).content[0]
}

/** A top-up whose operator does not answer for minutes; the till is free at once. */
export async function slowTopUp({ page }: Day) {
  await go(page, '/international-topup/')
  const number = page.getByLabel(t('fields.mobile_number'))
  await number.fill(SLOW)
  await page.keyboard.press('Enter')
  await page
    .getByRole('list', { name: t('top_ups.products.label') })
    .getByRole('button')
    .first()
    .click()
  const panel = page.getByRole('form', { name: t('top_ups.send.label') })
  await panel.getByLabel(t('top_ups.send.again')).fill(SLOW)
  await expect.poll(() => panel.getByRole('button').isEnabled(), { timeout: 10_000 }).toBe(true)
  await page.keyboard.press('Enter')
  const followed = page.getByRole('region', { name: t('top_ups.followed.label') })
  await followed.getByText(t('top_ups.followed.checking')).first().waitFor()
}

/** A cashier takes the till over from another cashier by code; `own`: the code that replaces a first code. */
export async function takeOver(page: Page, from: string, to: string, code: string, own?: string) {
  await page.getByRole('button', { name: t('cashiers.change_from', { name: from }) }).waitFor()
  await page.keyboard.press('F9')
  const dialog = page.getByRole('dialog', { name: t('cashiers.who') })
  await dialog.getByRole('button', { name: to }).click()
  await page.keyboard.type(code)
  if (own) {
    await dialog.getByLabel(t('cashiers.new_code')).waitFor()
    await page.keyboard.type(own)
    await page.keyboard.press('Enter')
  }
  await page.getByRole('button', { name: t('cashiers.change_from', { name: to }) }).waitFor()
}

/** Ends the shift of whoever is at the till; returns the text of the printed Z-report. */
export async function endShift(day: Day) {
  const { page, prints } = day
  await go(page, '/seller/zreport')
  await page
    .getByRole('main')
    .getByRole('button', { name: t('shifts.day.title') })
    .click()
  await pressInDialog(page, t('shifts.now.close'))
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('house.words.done') })
    .waitFor()
  await page.keyboard.press('Enter')
  day.papers++
  await expect.poll(() => prints.length).toBe(day.papers)
  await pressInDialog(page, t('house.words.done'))
  return textOf(page, prints.at(-1) ?? '')
}
