// The platform connects a supplier: it enters and tests the login and puts a product on sale at a price, which a shop then sees. A person decides, with proof,
// an order that the supplier left unanswered.

import { expect } from 'vitest'
import { adapters } from '../../../contract/kit/adapters.ts'
import { softApi } from '../../../simulators/soft-api.ts'
import { test, unique } from '../../kit/browser.ts'
import { beforeTheApp, callsAs, callsOn } from '../../kit/calls.ts'
import { go } from '../../kit/open-page.ts'
import { newShop } from '../../kit/shop.ts'
import { holds, named, t } from '../../kit/texts.ts'

const BRAND = 'Blaufunk'

test('the platform connects a supplier and prices its product, a shop sees the price, and the platform decides an unanswered order with proof', async ({
  newPage,
  onTestFinished,
}) => {
  const supplier = await softApi()
  onTestFinished(supplier.close)
  const company = `Funknetz ${unique()}`
  const page = await newPage({ as: 'platform', host: 'platform.localhost', kept: { language: 'fr' } })
  await beforeTheApp(page)
  const calls = callsOn(page)
  await calls.tenantChoose({ tenant_id: 1 })
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
  const field = (name: Parameters<typeof t>[0]) => page.getByLabel(t(name))

  await go(page, '/connection/add')
  await field('fields.adapter').selectOption(adapters.soft_api.name)
  await field('fields.provider').selectOption(t('words.providers.direct_recharge'))
  const treatment = page.getByLabel(t('fields.vat_treatment'))
  expect(await treatment.inputValue(), 'as what it sells usually is').toBe('telecom_service')
  await field('fields.provider').selectOption(t('words.providers.softapi'))
  expect(await treatment.inputValue(), 'proposed anew for another provider').toBe('multi_purpose_voucher')
  await treatment.selectOption('exempt')
  await field('fields.provider').selectOption(t('words.providers.direct_recharge'))
  expect(await treatment.inputValue(), 'chosen by the user, so kept').toBe('exempt')
  await treatment.selectOption('telecom_service')
  await field('fields.supplier').fill(company)
  await field('fields.base_url').fill('https://169.254.169.254')
  await field('fields.account_end').fill('portal')
  await field('connections.secret').fill('sandbox')
  await press(t('house.screens.connection_add'))
  await page.getByText(t('errors.problems.not_permitted')).first().waitFor()
  await field('fields.base_url').fill(supplier.url)
  await press(t('house.screens.connection_add'))
  await page.getByRole('heading', { level: 1, name: company }).waitFor()
  await press(t('connections.test'))
  await page.getByText(t('connections.test_done')).waitFor()
  expect(await page.getByLabel(t('connections.secret')).inputValue()).toBe('')
  await press(t('connections.stop.start'))
  await page.getByRole('button', { name: t('words.switch_off'), exact: true }).waitFor()

  await go(page, '/dynamic-products/')
  // The list of catalogues opens by itself if some catalogue cannot be read, and a click would then close the list. So the test sets the attribute instead of
  // clicking.
  const catalogues = page.locator('details', { hasText: t('prices.online.catalogues') })
  await catalogues.evaluate((it) => it.setAttribute('open', ''))
  await press(named(t('prices.online.read_now'), company))
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('prices.online.read_now') })
    .click()
  const found = async () => (await calls.liveProductsList({ search_text: BRAND, limit: 100 })).content.filter((row) => row.connection_name === company)
  await expect.poll(async () => (await found()).length).toBeGreaterThan(0)
  const [product] = (await found()).sort((a, b) => (a.cost ?? 0) - (b.cost ?? 0))
  expect(product).toMatchObject({ state: 'off', cost: 93_500 })
  await go(page, `/dynamic-products/${product?.live_product_id}`)
  await page.getByRole('switch', { name: t('prices.online.states.on') }).check()
  await field('fields.price_by').selectOption(t('prices.online.price_bys.cost'))
  await field('fields.margin_percent').fill('15')
  await field('fields.rounding').selectOption(t('prices.online.roundings.euro'))
  await field('fields.vat_treatment').selectOption(t('pages.tax.treatments.single_purpose_voucher'))
  await field('fields.vat_rate').fill('19')
  await field('fields.vat_country').selectOption('DE')
  await press(t('house.words.save'))
  await page.getByText(t('prices.online.saved')).waitFor()
  const taxed = { vat_treatment: 'single_purpose_voucher', vat_rate: 1_900, vat_country: 'DE' }
  const its = async () => (await found()).find(({ live_product_id }) => live_product_id === product?.live_product_id)
  expect(await its()).toMatchObject({ state: 'on', price: 110_000, ...taxed })

  // Sets the tax of all products in the filtered list with one action. A rate that is left blank means 0.
  await go(page, `/dynamic-products/?connection_id=${product?.connection_id}&vat_treatment=single_purpose_voucher`)
  await page.getByRole('row').getByRole('checkbox').last().check()
  await press(t('prices.online.set_tax'))
  const taxing = page.getByRole('dialog')
  await taxing.getByLabel(t('fields.vat_treatment')).selectOption(t('pages.tax.treatments.telecom_service'))
  await taxing.getByRole('button', { name: t('house.words.save') }).click()
  await taxing.getByRole('link', { name: holds(t('errors.problems.required')) }).waitFor()
  await taxing.getByLabel(t('fields.vat_country')).selectOption('DE')
  await taxing.getByRole('button', { name: t('house.words.save') }).click()
  await taxing.waitFor({ state: 'detached' })
  expect(await its()).toMatchObject({ vat_treatment: 'telecom_service', vat_rate: 0, vat_country: 'DE', price: 110_000 })

  const { username } = await newShop()
  const till = await newPage({ as: username, kept: { language: 'fr' } })
  await go(till, '/direct-recharge')
  const tile = till.getByRole('button', { name: new RegExp(`^${BRAND}.*11,00`) })
  await tile.waitFor()

  // From now on the supplier does not answer.
  supplier.fault('*', 'cut', false, 100)
  const shop = await callsAs(username)
  const { balance: before } = await shop.balance({})
  const { content } = await shop.rechargeOffers({})
  const configuration_id = content.find(({ brand, value }) => brand === BRAND && value === 110_000)?.recharge?.configuration_id ?? ''
  const number = { mobile_number: '0151 234 56 400', mobile_number_again: '0151 234 56 400' }
  const { recharge } = await shop.rechargeSend({ ...(await shop.transactionKey({})), configuration_id, ...number })
  expect(recharge.state).toBe('pending')
  await go(page, `/live-orders?q=${recharge.recharge_id}`)
  const row = page.getByRole('row').filter({ hasText: BRAND })
  await row.getByText(t('connections.order.states.unknown')).waitFor()
  await row.getByRole('button', { name: new RegExp(`^${t('connections.order.end')}`) }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(t('fields.outcome')).selectOption(t('connections.order.outcomes.not_delivered'))
  await dialog.getByLabel(t('connections.order.proof')).fill('Mail 4711')
  await dialog.getByRole('button', { name: t('connections.order.end') }).click()
  await dialog.getByText(t('errors.problems.required')).first().waitFor()
  await dialog.getByLabel(t('fields.reason')).fill('écrit par le fournisseur')
  await dialog.getByRole('button', { name: t('connections.order.end') }).click()
  await dialog.waitFor({ state: 'hidden' })
  await row.getByText(t('connections.order.states.refused')).waitFor()
  expect((await shop.rechargeStatus({ recharge_id: recharge.recharge_id })).recharge.state).toBe('failed')
  expect((await shop.balance({})).balance).toBe(before)
  await calls.connectionUpdate({ connection_id: product?.connection_id ?? '', status: false })
})
