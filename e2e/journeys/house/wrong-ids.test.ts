// Addresses that contain another organisation's ids, and addresses without a screen: each page says what does not exist, with a link back. access.test.ts opens
// every screen with ids that do not exist, for every kind of person.
import { expect } from 'vitest'
import { test } from '../../kit/browser.ts'
import { callsAs, callsOn } from '../../kit/calls.ts'
import { go } from '../../kit/open-page.ts'
import { enter, screens, withIds, wrongsAt } from '../../kit/screens.ts'
import { t } from '../../kit/texts.ts'

test('a page about a row of another tenant looks like a page about a missing row; control: the user’s own rows are shown', async ({ newPage }) => {
  const rhein = await callsAs('rhein', 'rhein.localhost')
  const [theirs, product, supplier] = [
    (await rhein.customersListShort({})).content[0]?.customer_id ?? '',
    (await rhein.productsList({})).content[0]?.product_id ?? '',
    (await rhein.suppliersList({})).content[0]?.supplier_id ?? '',
  ]
  const page = await newPage({ as: 'nord', kept: { language: 'fr' } })
  await enter(page)
  const paths = [
    ...screens.flatMap(({ path }) => (path.includes('$customerId') ? [withIds(path, theirs)] : [])),
    ...[`/products/view/${product}`, `/supplier/edit/${supplier}`],
  ]
  expect([theirs, product, supplier].filter((id) => id === '')).toEqual([])
  expect(await wrongsAt(page, paths)).toEqual([])
  const own = (await callsOn(page).customersListShort({})).content[0]?.customer_id ?? ''
  await go(page, `/customer/details/${own}`)
  await page.getByRole('navigation', { name: t('customers.tabs.label') }).waitFor()
  expect(await page.locator('main [data-missing]').count()).toBe(0)
})

test('an address without a screen shows a page that says so and offers the search', async ({ newPage }) => {
  const page = await newPage({ as: 'nord', kept: { language: 'fr' } })
  await page.goto('/customer/abc/edit')
  await page.getByRole('heading', { level: 1, name: t('house.screens.not_found') }).waitFor()
  await page.getByRole('button', { name: t('house.shell.find_page') }).waitFor()
})
