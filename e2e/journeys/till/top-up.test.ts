// A morning at the counter with top-ups: numbers whose operator is recognised, unknown or changed; regions, free amounts and a promotion; one operator that is
// slow and one that refuses. Then recharges of this country, to a number and as a code.
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { test } from '../../kit/browser.ts'
import { callsOn } from '../../kit/calls.ts'
import { aMomentLater } from '../../kit/moments.ts'
import { catchPrints, textOf } from '../../kit/prints.ts'
import { newShop } from '../../kit/shop.ts'
import { begins, t } from '../../kit/texts.ts'
import { serveTopUps } from '../../kit/top-ups.ts'

const numberBox = (page: Page) => page.getByLabel(t('fields.mobile_number'))
const panel = (page: Page) => page.getByRole('form', { name: t('top_ups.send.label') })
const tiles = (page: Page) => page.getByRole('list', { name: t('top_ups.products.label') })

async function find(page: Page, number: string) {
  await numberBox(page).fill(number)
  await page.keyboard.press('Enter')
}

/** Chooses a tile by its digit, once the first tile has the focus. */
async function chooseBy(page: Page, digit: string, press = (key: string) => page.keyboard.press(key)) {
  const first = tiles(page).getByRole('button').first()
  await expect.poll(() => first.evaluate((tile) => tile === document.activeElement, undefined, { timeout: 500 }).catch(() => false)).toBe(true)
  await press(digit)
  await tiles(page).getByRole('button', { pressed: true }).waitFor()
}

/** Sends the chosen top-up to the number, which is typed a second time; the page is then free for the next customer. */
async function send(page: Page, number: string) {
  await panel(page).getByLabel(t('top_ups.send.again')).fill(number)
  await expect.poll(() => panel(page).getByRole('button').isEnabled(), { timeout: 10_000 }).toBe(true)
  await page.keyboard.press('Enter')
  await expect.poll(() => numberBox(page).inputValue(), { timeout: 10_000 }).toBe('')
}

test('top-ups of all kinds are sold one after the other, and each is completed while the next customer is served', { timeout: 600_000 }, async ({
  newPage,
  onTestFinished,
}) => {
  const there = await serveTopUps()
  onTestFinished(there.close)
  const { username } = await newShop()
  const page = await newPage({ as: username, kept: { language: 'fr' }, account: { preferences: { paper: 80 }, show_print_popup: 0 } })
  const prints = await catchPrints(page)
  await page.goto('/international-topup/')
  const { topUps, balance } = callsOn(page)
  const cards = page.getByRole('region', { name: t('top_ups.followed.label') })

  // A number whose operator is slow: the screen is free at once, and the next customers are served meanwhile.
  const SLOW = '+65 9512 3300'
  await find(page, SLOW)
  await chooseBy(page, '1')
  await send(page, SLOW)
  await cards.getByText(t('top_ups.followed.checking')).first().waitFor()

  // A number whose operator is not known: all operators of its country can be chosen.
  const UNKNOWN = '0065 9512-9000'
  await find(page, UNKNOWN)
  await page.getByRole('radio', { name: 'Merlion Mobile' }).check()
  await tiles(page).getByRole('button', { name: /8 SGD/ }).click()
  await send(page, UNKNOWN)

  // The simulator's clock is moved on, so that the slow operator has finished when the server asks it next. The server asks at ever longer intervals, so its
  // next request could otherwise be forty seconds away.
  there.advance(300_000)

  // A ported number: its operator is not the one to which its first digits belong.
  const PORTED = '+593 97 912 3000'
  await find(page, PORTED)
  await page.getByRole('radio', { name: t('top_ups.operator.likely', { name: 'Costa Tel' }) }).waitFor()
  await page.getByRole('radio', { name: 'Andina Móvil' }).check()
  await tiles(page).getByRole('button').first().click()
  await send(page, PORTED)

  // A region of the country has its own products.
  const REGION = '+91 98123 40000'
  await find(page, REGION)
  await page.getByRole('radio', { name: 'Karnataka' }).check()
  await tiles(page)
    .getByRole('button', { name: /Karnataka/ })
    .first()
    .click()
  await send(page, REGION)

  // A number whose operator offers any amount in a range, and a promotion.
  const RANGED = '+65 9512 3001'
  await find(page, RANGED)
  await tiles(page)
    .getByRole('button', { name: /4 – 40 SGD/ })
    .click()
  await panel(page)
    .getByLabel(t('top_ups.send.amount', { unit: 'SGD' }))
    .fill('7')
  await send(page, RANGED)
  const PROMOTED = '+65 9512 3002'
  await find(page, PROMOTED)
  await tiles(page)
    .getByRole('button', { name: /\+20 %/ })
    .click()
  await send(page, PROMOTED)

  // The operator refuses: the money is refunded, and the panel of this top-up shows the reason.
  const { balance: before } = await balance({})
  const FAILS = '+65 9512 3104'
  await find(page, FAILS)
  await chooseBy(page, '1')
  await send(page, FAILS)
  there.advance(300_000)
  await cards.getByText(t('top_ups.failures.not_available')).waitFor({ timeout: 30_000 })
  await expect.poll(async () => (await topUps({ filters: { state: 'pending' } })).filters.total_count, { timeout: 30_000 }).toBe(0)
  const { content } = await topUps({ limit: 10 })
  expect(content.map(({ state }) => state).sort()).toEqual([...Array(1).fill('failed'), ...Array(6).fill('successful')])
  expect(content.find(({ mobile_number }) => mobile_number === RANGED.replaceAll(' ', ''))).toMatchObject({ arrives: expect.stringMatching(/^7/) })
  await expect.poll(() => cards.getByText(t('top_ups.followed.sent')).count(), { timeout: 30_000 }).toBe(6)
  expect((await balance({})).balance).toBeLessThanOrEqual(before)

  // The user finds an earlier number among the recent ones, chooses it and sends a top-up with at most six keys.
  await page.reload()
  await page.getByRole('region', { name: t('top_ups.recent') }).waitFor()
  let keys = 0
  const press = async (key: string) => {
    keys++
    await page.keyboard.press(key)
  }
  await press('ArrowDown')
  await press('Enter')
  await chooseBy(page, '3', press)
  await panel(page).getByRole('button').waitFor()
  await aMomentLater(page)
  await press('Enter')
  await expect.poll(() => numberBox(page).inputValue(), { timeout: 10_000 }).toBe('')
  expect(keys).toBeLessThanOrEqual(6)
  await expect.poll(() => prints.length, { timeout: 30_000 }).toBeGreaterThan(0)
  expect(new URL(page.url())).toMatchObject({ pathname: '/international-topup/', search: '' })

  // The next customer buys a recharge of this country.
  await page.goto('/direct-recharge')
  const offers = page.getByRole('list', { name: t('top_ups.recharge.offers') })
  const search = page.getByRole('searchbox', { name: t('house.words.search') })
  await search.fill('BLAU 10')
  await expect.poll(() => offers.getByRole('button').allTextContents()).toEqual([expect.stringMatching(/Blaufunk.*10,00/)])
  await search.press('Enter')
  await numberBox(page).fill('0151 234 56 400')
  await panel(page).getByLabel(t('top_ups.send.again')).fill('0151 23456400')
  await page.keyboard.press('Enter')
  const last = page.getByRole('region', { name: t('top_ups.recharge.last') })
  await last.getByText(t('top_ups.states.successful')).first().waitFor({ timeout: 30_000 })

  // Then the same brand is sold as a code (PIN), which the slip shows at once.
  const printed = prints.length
  await search.fill('')
  await offers.getByRole('button', { name: /Nordfunk.*10,00/ }).click()
  await panel(page)
    .getByRole('radio', { name: t('top_ups.recharge.as_code') })
    .check()
  await panel(page)
    .getByRole('button', { name: begins('top_ups.recharge.sell_code') })
    .click()
  await page.getByText(begins('top_ups.recharge.sold')).waitFor()
  await expect.poll(() => prints.length).toBe(printed + 1)
  expect((await textOf(page, prints.at(-1) ?? '')).replace(/\s/g, '')).toMatch(/0\d{13}/)
})
