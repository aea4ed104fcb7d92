// The tiles of the till: the head of a tile shows its brand's picture or letters over the whole width; the number of cards left is shown only if it is small
// or zero; and no row with a title takes room above the search.
import type { Locator } from 'playwright-core'
import { expect } from 'vitest'
import { shoot, test } from '../../kit/browser.ts'
import { newGoods } from '../../kit/goods.ts'
import { go } from '../../kit/open-page.ts'
import { pinFile, stocked } from '../../kit/pins.ts'
import { newShop } from '../../kit/shop.ts'
import { t } from '../../kit/texts.ts'

/** The greatest distance of the search from the top of the window in pixels: the header and a gap. */
const SEARCH_MOST = 80

test('a tile says how many cards are left if these are few, and nothing if there are many; the brand fills its head, and the search is right below the header', async ({
  newPage,
}) => {
  const shop = await newShop({ plan: null })
  const maker = await newPage({ as: 'nord' })
  const left = async (count: number) => {
    const { name, configuration_ids } = await newGoods(maker, 'cash_card', { customer_id: shop.customer_id })
    await stocked(maker, configuration_ids[0] ?? '', pinFile(count))
    return name
  }
  const [few, many] = [await left(3), await left(9)]
  const page = await newPage({ as: shop.username, kept: { language: 'fr' }, viewport: { width: 1440, height: 900 } })
  await go(page, '/cashcards/')
  await page.getByRole('button', { name: t('house.product_types.cash_card') }).click()
  const tile = (name: string) => page.getByRole('main').getByRole('listitem').filter({ hasText: name }).getByRole('button').first()
  await tile(few)
    .getByText(t('selling.tile.few', { count: '3' }))
    .waitFor()
  expect(await tile(many).textContent()).not.toMatch(/\b9\b/)
  await shoot(page, 'tiles with few and many')
  const [whole, head] = [await box(tile(many)), await box(tile(many).locator('> *').first())]
  expect(whole.width - head.width).toBeLessThanOrEqual(2)
  expect((await box(page.getByRole('searchbox', { name: t('selling.find.label') }))).y).toBeLessThanOrEqual(SEARCH_MOST)
})

async function box(element: Locator) {
  const found = await element.boundingBox()
  if (!found) throw new Error('the element is not drawn')
  return found
}
