// A box of gift cards: scanned in, found by its batch, sold and printed at a till, blocked and unblocked. The platform and people who manage stock see the
// cards; a shop does not.
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { shoot, signIn, test, unique } from '../../kit/browser.ts'
import { beforeTheApp, callsOn } from '../../kit/calls.ts'
import { type Goods, newGoods } from '../../kit/goods.ts'
import { go } from '../../kit/open-page.ts'
import { catchPrints, textOf } from '../../kit/prints.ts'
import { newShop, openTill, sellAtTill } from '../../kit/shop.ts'
import { freshPin, sendFile, supplierFile } from '../../kit/supplier-file.ts'
import { begins, holds, t } from '../../kit/texts.ts'

const rowsOf = (page: Page) => page.getByRole('row').filter({ has: page.getByRole('cell') })
const states = ['available', 'sold', 'blocked', 'unpublished'] as const
const statesOf = async (page: Page) => {
  const words = new RegExp(states.map((state) => t(`goods.batches.states.${state}`)).join('|'))
  return (await rowsOf(page).allTextContents()).map((text) => words.exec(text)?.[0])
}

test('cards that were scanned one by one are sold at a till, and each card shows its history', async ({ newPage }) => {
  const nord = await newPage({ as: 'nord' })
  await beforeTheApp(nord)
  const shop = await newShop({ plan: null })
  const goods = await newGoods(nord, 'gift_card', { ...shop, pin_length: 16 })
  const lot = `B${unique()}`
  const pins = [freshPin(16), freshPin(16), freshPin(16)]
  await scan(nord, goods, lot, [...pins, pins[0] ?? ''])
  await nord.getByRole('button', { name: t('goods.gift_cards.add_submit', { n: 4 }) }).click()
  await nord
    .getByText(t('errors.problems.pin_twice', { limit: 1 }))
    .first()
    .waitFor()
  await shoot(nord, 'gift cards, one twice')
  await nord.getByRole('button', { name: t('goods.gift_cards.remove_row', { row: 4 }) }).click()
  await nord.getByRole('button', { name: t('goods.gift_cards.add_submit', { n: 3 }) }).click()
  await nord.waitForURL(/\/gift-cards\/view\?batch_no=\d+/)
  await expect
    .poll(() => statesOf(nord))
    .toEqual([t('goods.batches.states.available'), t('goods.batches.states.available'), t('goods.batches.states.available')])
  for (const pin of pins) expect(await nord.getByText(pin).count()).toBe(0)

  const till = await newPage()
  const prints = await catchPrints(till)
  await openTill(till, shop)
  expect(await sellAtTill(till, goods.name)).toBe(pins[0])
  await expect.poll(() => prints.length).toBe(1)
  expect((await textOf(till, prints[0] ?? '')).replace(/\s/g, '')).toContain(pins[0])

  await nord.reload()
  await expect.poll(() => statesOf(nord)).toEqual([t('goods.batches.states.sold'), t('goods.batches.states.available'), t('goods.batches.states.available')])
  await block(nord, 'La carte est abîmée')
  await expect.poll(() => statesOf(nord)).toEqual([t('goods.batches.states.sold'), t('goods.batches.states.blocked'), t('goods.batches.states.available')])
  expect(await sellAtTill(till, goods.name)).toBe(pins[2])
  await till.reload()
  await till.getByRole('searchbox', { name: t('selling.find.label') }).fill(goods.name)
  await till.getByRole('button', { name: holds(goods.name, t('house.words.sold_out')) }).waitFor()

  await nord.reload()
  await expect.poll(() => statesOf(nord)).toEqual([t('goods.batches.states.sold'), t('goods.batches.states.blocked'), t('goods.batches.states.sold')])
  await rowsOf(nord)
    .nth(0)
    .getByRole('button', { name: begins('goods.gift_cards.details') })
    .click()
  const trail = nord.getByRole('dialog').getByRole('list', { name: t('goods.batches.trail') })
  await trail.waitFor()
  expect((await trail.getByRole('listitem').allTextContents()).map((text) => /^[^0-9]+/.exec(text)?.[0])).toEqual([
    t('fields.imported'),
    t('words.pin_events.published'),
    t('goods.batches.states.sold'),
  ])
  expect(await trail.textContent()).toContain(shop.name)
  await shoot(nord, 'gift card, sold')
})

test('a batch is found by its lot number, and the list shows and keeps its filter', async ({ newPage }) => {
  const nord = await newPage({ as: 'nord' })
  await beforeTheApp(nord)
  const shop = await newShop({ plan: null })
  const goods = await newGoods(nord, 'gift_card', { ...shop, pin_length: 16 })
  const file = supplierFile(16, 5)
  await sendFile(nord, { name: goods.name, value: '10,00 €' }, file)
  await nord.getByRole('button', { name: t('stock.import.leave_out', { n: file.broken }) }).click()
  await nord.getByRole('combobox', { name: t('fields.supplier') }).click()
  await nord.getByRole('option', { name: 'Gift & Play BV' }).click()
  await nord.getByLabel(begins('fields.buying_discount')).fill('5')
  await nord.getByRole('button', { name: t('stock.import.add', { n: 5 }) }).click()
  await nord.getByRole('button', { name: t('stock.import.publish', { n: 5 }) }).waitFor()

  await go(nord, '/gift-cards/view')
  await nord.getByRole('combobox', { name: t('goods.batches.kinds.batch'), exact: true }).fill(file.lot)
  const found = nord.getByRole('option', { name: goods.name })
  expect(await found.textContent()).toContain(`${file.lot} · ${t('goods.gift_cards.batch_counts', { sold: 0, cards: 5 })}`)
  await found.click()
  await nord.waitForURL(/batch_no=\d+/)
  await expect.poll(() => statesOf(nord)).toEqual(Array.from({ length: 5 }, () => t('goods.batches.states.unpublished')))
  await nord.getByRole('searchbox').fill(`${file.lot}-2`)
  await expect.poll(() => rowsOf(nord).count()).toBe(1)
  await nord.reload()
  await expect.poll(() => rowsOf(nord).count()).toBe(1)
  expect(await nord.getByRole('combobox', { name: t('goods.batches.kinds.batch'), exact: true }).inputValue()).toContain(goods.name)
  await nord.getByRole('button', { name: t('house.words.reset') }).click()
  await nord.waitForURL((url) => !url.searchParams.has('batch_no') && !url.searchParams.has('q'))
  await expect.poll(() => rowsOf(nord).count()).toBe(20)
})

test('users who manage stock and the platform see the gift cards; a shop reads that it has no right to see them', async ({ newPage }) => {
  const stock = await newPage({ as: 'nord-stock' })
  await go(stock, '/gift-cards/view')
  await rowsOf(stock).first().waitFor()
  await stock.getByRole('link', { name: t('house.screens.gift_cards_add') }).waitFor()

  const platform = await newPage({ as: 'platform', host: 'platform.localhost', kept: { language: 'fr' } })
  await beforeTheApp(platform)
  await callsOn(platform).tenantChoose({ tenant_id: 1 })
  await go(platform, '/gift-cards/view')
  await rowsOf(platform).first().waitFor()

  const shop = await newPage({ as: 'kiosque' })
  expect(await shop.getByRole('link', { name: t('house.product_types.gift_card') }).count()).toBe(0)
  await go(shop, '/gift-cards/view')
  await shop.waitForURL('**/pages/not-authorized?*')
  await beforeTheApp(shop)
  await expect(callsOn(shop).giftCardsList({})).rejects.toMatchObject({ code: 'forbidden' })

  const accounts = await newPage()
  await signIn(accounts, 'sud')
  await beforeTheApp(accounts)
  expect((await callsOn(accounts).giftCardsList({})).content).toEqual([])
})

/** Types like a scanner: each code ends with Enter. */
async function scan(page: Page, { name: product_name }: Goods, lot: string, pins: readonly string[]): Promise<void> {
  await go(page, '/gift-cards/add')
  await page.getByRole('combobox', { name: t('fields.product') }).fill(product_name)
  await page.getByRole('option', { name: product_name }).click()
  await page.getByRole('combobox', { name: t('fields.supplier') }).click()
  await page.getByRole('option', { name: 'Gift & Play BV' }).click()
  await page.getByLabel(t('fields.buying_discount')).fill('5')
  await page.getByLabel(begins('fields.lot')).fill(lot)
  await page.getByRole('textbox', { name: t('goods.gift_cards.code_of', { row: 1 }) }).focus()
  for (const [i, pin] of pins.entries()) {
    await expect
      .poll(() => page.getByRole('textbox', { name: t('goods.gift_cards.code_of', { row: i + 1 }) }).evaluate((field) => field === document.activeElement))
      .toBe(true)
    await page.keyboard.type(pin)
    if (i + 1 < pins.length) await page.keyboard.press('Enter')
  }
}

/** Blocks the second card of the list. */
async function block(page: Page, reason: string): Promise<void> {
  await rowsOf(page)
    .nth(1)
    .getByRole('button', { name: begins('goods.gift_cards.details') })
    .click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: t('fields.reason') }).fill(reason)
  await dialog.getByRole('button', { name: t('goods.gift_cards.block') }).click()
  await dialog.getByRole('button', { name: t('goods.gift_cards.unblock') }).waitFor()
  expect(await dialog.getByRole('list', { name: t('goods.batches.trail') }).textContent()).toContain(reason)
  await page.keyboard.press('Escape')
}
