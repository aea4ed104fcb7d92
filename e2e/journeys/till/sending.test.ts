// PINs sent to a customer: from the till right after the sale, and later from the sale's details, with a reason. However often the button is pressed, one
// message is sent.
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { EURO } from '../../../contract/kit/money.ts'
import { enterToSell, shoot, test } from '../../kit/browser.ts'
import { callsOn } from '../../kit/calls.ts'
import { go } from '../../kit/open-page.ts'
import { catchPrints } from '../../kit/prints.ts'
import { fetched } from '../../kit/requests.ts'
import { newShop } from '../../kit/shop.ts'
import { t } from '../../kit/texts.ts'
import { overflowsOf, wrongsOf } from '../../views/screen-check.ts'

const last = (page: Page) => page.getByRole('region', { name: t('selling.sold.title') })
const dialog = (page: Page) => page.getByRole('dialog', { name: t('house.words.send_by_message') })
const customer = () => `customer.${Date.now()}@example.test`

async function sellOne(page: Page): Promise<string> {
  await catchPrints(page)
  await go(page, '/cashcards/')
  const { sellerProductsV2, salesList } = callsOn(page)
  const card = (await sellerProductsV2({})).content.find(({ ean, value, left }) => ean !== '' && value === 10 * EURO && left === null)
  await page.getByRole('button', { name: t('counter.options.display') }).waitFor()
  await page.keyboard.type(card?.ean ?? '')
  await page.keyboard.press('Enter')
  await page.getByRole('form', { name: t('house.words.sale') }).waitFor()
  await enterToSell(page)
  await last(page).getByRole('listitem').waitFor()
  return (await salesList({ limit: 1 })).content[0]?.sale_id ?? ''
}

async function writeMail(page: Page, address: string) {
  await dialog(page)
    .getByRole('button', { name: t('fields.email') })
    .click()
  await dialog(page).getByLabel(t('fields.email')).fill(address)
}

test('right after the sale a PIN is sent to an address, with the consent text shown; if the answer was lost, a second press sends no second message', async ({
  newPage,
}) => {
  const page = await newPage({
    as: (await newShop()).username,
    kept: { language: 'fr', mode: 'light' },
    account: { preferences: { preview: 'no', paper: 80 } },
  })
  const sale_id = await sellOne(page)
  const { pinSendings, saleDetails } = callsOn(page)
  await last(page)
    .getByRole('button', { name: t('house.words.send_by_message') })
    .click()
  await dialog(page).getByText(t('sendings.consents.2')).waitFor()
  await writeMail(page, customer())
  await shoot(page, 'sending')
  expect(await wrongsOf(page)).toEqual([])

  let lost = 0
  await page.route('**/api/send_pins/', async (route) => {
    if (lost++ > 0) return route.continue()
    await fetched(route)
    await route.abort()
  })
  await page.keyboard.press('Enter')
  await dialog(page).getByRole('alert').waitFor()
  await dialog(page)
    .getByRole('button', { name: t('sendings.send') })
    .click()
  await dialog(page).getByText(t('sendings.before')).waitFor()
  // No mail service is set up on this server, so the message is only stored; this user may not read it.
  await dialog(page).getByText(t('sendings.states.kept')).waitFor()
  expect((await pinSendings({ sale_ids: [sale_id] })).sendings).toHaveLength(1)
  expect((await saleDetails({ sale_id })).showings.map(({ kind, copy }) => [kind, copy])).toEqual([
    ['sold', 0],
    ['message', 1],
  ])
  await shoot(page, 'sent')
  for (const width of [360, 820]) {
    await page.setViewportSize({ width, height: 800 })
    await shoot(page, `sent ${width}`)
    expect(await overflowsOf(page)).toEqual([])
  }
  await page.keyboard.press('Escape')
  await expect.poll(() => dialog(page).count()).toBe(0)
})

test('in a later session the sale’s details ask for a reason before sending the PIN, and then show who sent it and why', async ({ newPage }) => {
  const as = (await newShop()).username
  const till = await newPage({ as, kept: { language: 'fr' }, account: { preferences: { preview: 'no', paper: 80 } } })
  const sale_id = await sellOne(till)
  const page = await newPage({ as, kept: { language: 'fr', mode: 'dark' } })
  await page.route('**/api/view_pin_sendings/', async (route) => {
    const response = await fetched(route)
    if (response) await route.fulfill({ response, json: { ...(await response.json()), asks: 'reason_needed' } })
  })
  await go(page, '/seller/sales?period=today')
  await page.getByRole('row').nth(1).getByRole('link').first().click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('house.words.send_by_message') })
    .click()
  await dialog(page).getByLabel(t('sendings.reason')).waitFor()
  await writeMail(page, customer())
  await dialog(page)
    .getByRole('button', { name: t('sendings.send') })
    .click()
  await dialog(page).getByText(t('house.form.summary')).waitFor()
  await dialog(page).getByLabel(t('sendings.reason')).fill('téléphone éteint')
  await page.keyboard.press('Enter')
  await dialog(page).getByText('téléphone éteint').waitFor()
  await shoot(page, 'sent again')
  expect(await wrongsOf(page)).toEqual([])
  const [sent] = (await callsOn(till).pinSendings({ sale_ids: [sale_id] })).sendings
  expect(sent).toMatchObject({ username: as, reason: 'téléphone éteint', channel: 'email' })
})
