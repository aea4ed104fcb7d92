// An accountant, who has only the right to invoices: the menu shows just the screens open to them, the month's work can be done there, and all other
// screens and calls refuse access.
import { readFile } from 'node:fs/promises'
import { expect } from 'vitest'
import { calls } from '../../../contract/index.ts'
import { allows } from '../../../contract/kit/access.ts'
import { shoot, test } from '../../kit/browser.ts'
import { callsAs } from '../../kit/calls.ts'
import { newGoods } from '../../kit/goods.ts'
import { go } from '../../kit/open-page.ts'
import { newStaff } from '../../kit/people.ts'
import { pinFile, stocked } from '../../kit/pins.ts'
import { accessOf, expected, screens, walked } from '../../kit/screens.ts'
import { newShop, sellBy } from '../../kit/shop.ts'
import { begins, t } from '../../kit/texts.ts'

test('an accountant whose only right is the one for invoices bills a shop, notes its payment and passes the documents on', async ({ newPage }) => {
  const shop = await newShop({ plan: null })
  const { username } = await newStaff({ flags: ['has_invoice'] })
  const maker = await newPage({ as: 'nord' })
  const { configuration_ids } = await newGoods(maker, 'cash_card', { customer_id: shop.customer_id })
  await stocked(maker, configuration_ids[0] ?? '', pinFile(2))
  await sellBy(await callsAs(shop.username), configuration_ids[0] ?? '', 2)

  const page = await newPage({ as: username, kept: { language: 'fr' } })
  const generate = `/invoice-generate?period=today&q=${encodeURIComponent(shop.name)}`
  const row = page.getByRole('row').filter({ hasText: shop.name })
  await go(page, generate)
  await row.waitFor()
  const links = page.getByRole('navigation', { name: t('house.shell.navigation') }).getByRole('link')
  const paths = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')))
  await row.getByRole('link').first().click()
  await page.getByRole('button', { name: t('invoices.terms') }).click()
  await page.getByRole('switch', { name: t('fields.pays_later') }).check()
  await page.getByRole('button', { name: t('invoices.save_terms') }).click()
  await expect.poll(async () => (await (await callsAs('nord')).invoiceTerms({ customer_id: shop.customer_id })).pays_later).toBe(true)

  await go(page, generate)
  await row.getByRole('checkbox').check()
  await page.getByRole('button', { name: t('house.screens.invoices_generate') }).click()
  const run = page.getByRole('region', { name: t('invoices.run') })
  await run.getByText(begins('invoices.run_done', { count: 1, shown: '1' })).waitFor()
  await run.getByRole('link').click()
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: t('invoices.files.pdf') }).click()
  expect((await readFile(await (await saving).path())).subarray(0, 5).toString()).toBe('%PDF-')
  await page.getByRole('button', { name: t('invoices.note_payment') }).click()
  await page.locator('dd').getByText(t('invoices.states.paid'), { exact: true }).waitFor()
  await shoot(page, 'paid invoice')

  await go(page, '/invoice-settings')
  await page.getByRole('button', { name: t('invoices.datev.save') }).click()
  await page.getByText(t('errors.refusals.datev_incomplete')).waitFor()
  await page.getByLabel(t('fields.consultant_no')).fill('1001')
  await page.getByLabel(t('fields.client_no')).fill('1')
  await page.getByRole('button', { name: t('invoices.datev.save_accounts') }).click()
  const { datevSettings } = await callsAs('nord')
  await expect.poll(async () => (await datevSettings({})).client_no).toBe(1)
  const fetching = page.waitForEvent('download')
  await page.getByRole('button', { name: t('invoices.datev.save') }).click()
  expect((await readFile(await (await fetching).path(), 'latin1')).split('\r\n').filter((line) => line.includes(shop.name)).length).toBeGreaterThan(0)

  const { actor, seen, wrongs } = await walked(page)
  expect(actor.flags).toEqual(['has_invoice'])
  expect(seen).toEqual(expected(actor))
  expect(wrongs).toEqual([])
  const inMenu = screens.filter((screen) => screen.menu && allows(accessOf(screen), actor))
  const headOf = ({ menu, title }: (typeof inMenu)[number]) => menu?.head ?? title
  const entries = inMenu.filter((screen, n) => inMenu.findIndex((one) => headOf(one) === headOf(screen)) === n)
  expect(paths.filter((path) => path !== '/').sort()).toEqual(entries.map(({ path }) => path).sort())

  const asked = await callsAs(username)
  const closed = Object.entries(calls).filter(([, { access }]) => !allows(access, actor))
  expect(closed.length).toBeGreaterThan(100)
  const answers = await Promise.all(closed.map(async ([name]) => [name, await asked[name as 'logout']({}).catch((error: { code: string }) => error.code)]))
  expect(answers.filter(([, code]) => code !== 'forbidden')).toEqual([])
})
