// Keys pressed as fast as people and scanners can press them sell the same cards as slow ones: no key is lost or misread.
import { setTimeout as pause } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { EURO } from '../../../contract/kit/money.ts'
import { type NewPage, test } from '../../kit/browser.ts'
import { callsAs } from '../../kit/calls.ts'
import { overtaken } from '../../kit/moments.ts'
import { catchPrints } from '../../kit/prints.ts'
import { newShopWithFavourites, type Shop } from '../../kit/shop.ts'
import { t } from '../../kit/texts.ts'

const SELL = '**/api/add_transaction_v3/'
/**
 * FAST_MS: the pause between two keys of a fast typist. SLOW_MS: the shortest pause of a slow typist, who also waits for each sale. ANSWER_MS: the delay of an
 * answer on a slow connection.
 */
const FAST_MS = { least: 45, most: 140 }
const SLOW_MS = 60
const ANSWER_MS = { least: 0, most: 900 }
const ORDERS = 4

/** A generator of random numbers from 0 to 1 that repeats the same numbers for the same seed (mulberry32). */
function randomBy(seed: number) {
  let at = seed
  return () => {
    at = (at + 0x6d2b79f5) | 0
    let mixed = Math.imul(at ^ (at >>> 15), 1 | at)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
const between = (random: () => number, { least, most }: { least: number; most: number }) => least + random() * (most - least)

/**
 * Returns the keys pressed for several customers in a row, and the orders that they make: a card by its number, sometimes a quantity or a mistake, and the
 * amount paid where the till asks for it.
 */
function customers(random: () => number, numbers: readonly string[], collects: boolean): { keys: string[]; orders: Sent[] } {
  const oneOf = <T>(of: readonly T[]): T => of[Math.floor(random() * of.length)] as T
  const orders: Sent[] = []
  const keys = Array.from({ length: ORDERS }, () => {
    const mistake = oneOf([[], [], ['9', '9', 'Enter'], [...oneOf(numbers), 'Enter', 'Escape'], ['7', 'Backspace']])
    const number = oneOf(numbers)
    const quantity = oneOf([[], [], ['2']])
    const given = oneOf([[], ['5', '0'], ['*']])
    orders.push({ number, quantity: quantity[0] ?? '1', payment: collects ? (given[0] === '*' ? 'card' : 'cash') : '' })
    return [...mistake, ...number, 'Enter', ...quantity, 'Enter', ...(collects ? [...given, 'Enter'] : [])]
  })
  return { keys: keys.flat(), orders }
}

type Sent = { number: string; quantity: string; payment: string }

/** Opens a till of this shop. `sent` lists the sales that it requested, each card given as the number of its tile. */
async function openTill(newPage: NewPage, { username }: Shop, collects: boolean, wait: () => Promise<void> | undefined) {
  const { content } = await (await callsAs(username)).sellerProductsV2({ favorite: true })
  const tiles = content.map(({ configuration_id }) => configuration_id)
  const page = await newPage({ as: username, kept: { language: 'fr' }, account: { preferences: { collects } } })
  await catchPrints(page)
  const sent: Sent[] = []
  await page.route(SELL, async (route) => {
    const field = (name: string) => new RegExp(`name="${name}"\\s+([^\\s]+)`).exec(route.request().postData() ?? '')?.[1] ?? ''
    sent.push({ number: String(tiles.indexOf(field('configuration_id')) + 1), quantity: field('quantity'), payment: field('payment') })
    await wait()
    await route.continue()
  })
  await page.goto('/cashcards/')
  await page.getByRole('searchbox', { name: t('selling.find.label') }).waitFor()
  await page.getByText(t('counter.choose')).waitFor()
  const cheap = content.flatMap(({ value, left }, i) => (value <= 10 * EURO && left !== 0 ? [String(i + 1)] : []))
  return { page, sent, numbers: cheap.slice(0, 5) }
}

/** Waits until every key has taken effect and every sale has its answer. */
async function calm(page: Page) {
  await overtaken(page)
  await expect.poll(() => page.locator('form[aria-busy=true]').count()).toBe(0)
  await overtaken(page)
}

async function pressSlowly(page: Page, keys: readonly string[]) {
  for (const key of keys) {
    await page.waitForTimeout(SLOW_MS)
    await page.keyboard.press(key)
    await calm(page)
  }
}

async function pressFast(page: Page, keys: readonly string[], random: () => number) {
  for (const key of keys) {
    await page.keyboard.press(key)
    await page.waitForTimeout(between(random, FAST_MS))
  }
}

test.for([
  { seed: 1, collects: false },
  { seed: 2, collects: false },
  { seed: 3, collects: true },
  { seed: 4, collects: true },
])('a fast typist sells the same cards as a slow one (seed $seed, the till asks for the amount given: $collects)', async ({ seed, collects }, { newPage }) => {
  const random = randomBy(seed)
  const [quick, slow] = await Promise.all([newShopWithFavourites(), newShopWithFavourites()])
  const fast = await openTill(newPage, quick, collects, () => pause(between(random, ANSWER_MS)))
  const calmly = await openTill(newPage, slow, collects, () => undefined)
  const { keys, orders } = customers(random, fast.numbers, collects)

  await Promise.all([pressSlowly(calmly.page, keys), pressFast(fast.page, keys, random)])
  expect(calmly.sent, keys.join(' ')).toEqual(orders)
  await expect.poll(() => fast.sent.length, { message: keys.join(' ') }).toBeGreaterThanOrEqual(orders.length)
  await calm(fast.page)
  expect(fast.sent, keys.join(' ')).toEqual(orders)
})

test('after three seconds without an answer to a sale, a typed number chooses the next customer’s card, and the unanswered sale is followed meanwhile', async ({
  newPage,
}) => {
  let answer = () => {}
  const late = new Promise<void>((done) => {
    answer = done
  })
  let sales = 0
  const { page, sent, numbers } = await openTill(newPage, await newShopWithFavourites(), false, () => (sales++ === 0 ? late : undefined))
  const [first = '', second = ''] = numbers
  for (const key of [...first, 'Enter', 'Enter', ...second, 'Enter', 'Enter']) await page.keyboard.press(key, { delay: SLOW_MS })
  const beside = page.getByRole('region', { name: t('counter.check.label') })
  await beside.getByText(t('counter.check.checking', { count: 1 })).waitFor()
  await expect.poll(() => sent.map(({ number }) => number)).toEqual([first, second])
  answer()
  await beside.getByRole('button', { name: t('counter.check.show') }).waitFor()
})

test('control: if the till ignored an Enter right after another Enter, a fast typist would sell the wrong cards', async ({ newPage }) => {
  const random = randomBy(1)
  const { page, sent, numbers } = await openTill(newPage, await newShopWithFavourites(), false, () => undefined)
  await page.evaluate(() => {
    let before = ''
    const swallow = (event: KeyboardEvent) => {
      if (event.key === 'Enter' && before === 'Enter') {
        event.stopImmediatePropagation()
        event.preventDefault()
      }
      before = event.key
    }
    addEventListener('keydown', swallow, true)
  })
  const { keys, orders } = customers(random, numbers, false)
  await pressFast(page, keys, random)
  await calm(page)
  expect(sent).not.toEqual(orders)
})
