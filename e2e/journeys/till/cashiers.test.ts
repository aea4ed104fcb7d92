// Cashiers at one till: they take turns by code, a locked till shows nothing, and the installed app reports a lost connection and stores none of the server's
// answers.
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { shoot, signIn, test } from '../../kit/browser.ts'
import { callsOn } from '../../kit/calls.ts'
import { cashierOf, pair } from '../../kit/cashiers.ts'
import { catchPrints } from '../../kit/prints.ts'
import { newShop, openTill, sellAtTill } from '../../kit/shop.ts'
import { t } from '../../kit/texts.ts'

const locked = (page: Page) => page.getByRole('heading', { level: 1, name: t('cashiers.locked') })
const here = (page: Page, name: string) => page.getByRole('button', { name: t('cashiers.change_from', { name }) })

test('a cashier takes over with the first code that the manager gave and locks the till; a reload does not unlock it, a code does', async ({ newPage }) => {
  const shop = await newShop()
  const camille = await cashierOf(shop.customer_id)
  const page = await newPage({ kept: { language: 'fr' } })
  await openTill(page, shop)
  await pair(page, shop.customer_id)
  const { code } = await callsOn(page).cashierCodeGive({ user_id: camille.user_id })
  await page.reload()
  await here(page, shop.full_name).waitFor()
  await shoot(page, 'cashiers till')
  await page.keyboard.press('F9')
  const dialog = page.getByRole('dialog', { name: t('cashiers.who') })
  await dialog.getByRole('button', { name: camille.full_name }).click()
  await page.keyboard.type(code)
  await dialog.getByLabel(t('cashiers.new_code')).waitFor()
  await shoot(page, 'cashiers first code')
  await page.keyboard.type('4826')
  await page.keyboard.press('Enter')
  await here(page, camille.full_name).waitFor()
  await page.goto('/seller/sales')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.goto('/cashcards/')
  await here(page, camille.full_name).click()
  await dialog.getByRole('button', { name: t('cashiers.lock') }).click()
  await locked(page).waitFor()
  await page.reload()
  await locked(page).waitFor()
  // Keys pressed before the field for the code is shown would be lost, so the test waits for the field.
  await page.getByLabel(t('cashiers.code_of', { name: camille.full_name })).waitFor()
  await shoot(page, 'cashiers locked')
  await page.keyboard.type('7315')
  await page.getByText(t('errors.refusals.cashier_code_wrong')).waitFor()
  await page.keyboard.type('4826')
  await here(page, camille.full_name).waitFor()
})

test('without a connection the app opens, says that it is offline, shows the number of the last slip, and has stored only the app itself', async ({
  newPage,
}) => {
  const shop = await newShop()
  const page = await newPage({ worker: true, kept: { language: 'fr' } })
  await catchPrints(page)
  await signIn(page, shop.username)
  const pin = await sellAtTill(page, 'lyca')
  await expect.poll(() => page.evaluate(() => localStorage.getItem('last_slip') ?? '')).toMatch(/^[0-9a-f-]{36}$/)
  const number = await page.evaluate(() => localStorage.getItem('last_slip') ?? '')
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))
  const kept = await page.evaluate(async () => {
    const all = await Promise.all((await caches.keys()).map(async (name) => (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname)))
    return all.flat()
  })
  expect(kept.length).toBeGreaterThan(5)
  expect(kept.filter((path) => !/^\/(assets\/[\w.-]+|icon\.svg)?$/.test(path))).toEqual([])
  expect(pin).not.toBe('')
  await page.context().setOffline(true)
  await page.goto('/seller/sales')
  await page.getByRole('heading', { name: t('auth.pages.no_answer') }).waitFor()
  await page.getByText(number).waitFor()
  await shoot(page, 'no connection')
  await page.context().setOffline(false)
  await page.getByRole('heading', { level: 1, name: t('house.screens.sales') }).waitFor()
})
