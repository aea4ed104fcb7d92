// A pool of calling cards: added for two denominations, filled from a file in three steps, sold at the till, and closed.
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { shoot, test, unique } from '../../kit/browser.ts'
import { beforeTheApp } from '../../kit/calls.ts'
import { newGoods, newPool } from '../../kit/goods.ts'
import { go } from '../../kit/open-page.ts'
import { filled, type Pins, pinFile } from '../../kit/pins.ts'
import { catchPrints } from '../../kit/prints.ts'
import { SELLER, sell, sellAtTill } from '../../kit/shop.ts'
import { begins, named, t } from '../../kit/texts.ts'

test('a pool is added and filled in three steps; the second filling proposes the discount of the first; both denominations sell cards of the pool', async ({
  newPage,
}) => {
  const [office, shop] = [await newPage({ as: 'nord' }), await newPage(SELLER)]
  const { name, configuration_ids } = await newGoods(office, 'calling_card', { euros: [1, 2] })
  const pool = `Afrique ${unique()}`
  await go(office, '/pools/view')
  await office
    .getByRole('button', { name: t('goods.pools.add') })
    .first()
    .click()
  await office.getByRole('combobox', { name: t('fields.product') }).fill(name)
  await office.getByRole('option', { name }).click()
  await office.getByLabel(t('goods.pools.name')).fill(pool)
  for (const value of ['1,00 €', '2,00 €']) await office.getByRole('checkbox', { name: value }).check()
  await office.getByRole('button', { name: t('goods.pools.add_submit') }).click()
  const row = office.getByRole('row').filter({ hasText: pool })
  await row.getByRole('cell', { name: '1,00 €, 2,00 €' }).waitFor()

  const [first, second] = [pinFile(6), pinFile(4)]
  await row.getByRole('link', { name: named(t('goods.pools.fill'), pool) }).click()
  await fill(office, first)
  await office.getByText(t('stock.import.previous_none_pool')).waitFor()
  await office.getByLabel(begins('fields.buying_discount')).fill('12,5')
  await office.getByRole('button', { name: t('stock.import.add', { n: 6 }) }).click()
  await office.getByRole('button', { name: t('stock.import.publish', { n: 6 }) }).click()
  await office.getByText(t('stock.import.on_sale')).waitFor()
  await office.getByRole('button', { name: t('stock.import.add_another') }).click()
  await fill(office, second)
  await office.getByText(begins('stock.import.previous', { discount: '12,50 %' })).waitFor()
  await expect.poll(() => office.getByLabel(begins('fields.buying_discount')).inputValue()).toBe('12,50')
  await office.getByRole('button', { name: t('stock.import.add', { n: 4 }) }).click()
  await office.getByText(t('stock.import.added', { n: 4, product: `${name} ${pool}` })).waitFor()
  await shoot(office, 'a pool filled')
  await office.getByRole('link', { name: t('stock.import.to_pools') }).click()
  await row.waitFor()
  await expect.poll(() => cells(row)).toMatchObject({ 2: '6', 3: '4', 4: '0' })

  await catchPrints(shop)
  await go(shop, '/cashcards/')
  const sold = [await sellAtTill(shop, `${name} 1`), await sellAtTill(shop, `${name} 2`)]
  expect(sold).toEqual(first.pins.slice(0, 2).map(({ pin }) => pin))
  await shoot(shop, 'sold from a pool')
  await office.reload()
  await row.waitFor()
  expect(await cells(row)).toMatchObject({ 2: '4', 3: '4', 4: '2' })

  await go(office, `/inventory/details/${configuration_ids[0]}`)
  await office.getByText(t('stock.draws_on')).waitFor()
  await office.getByRole('link', { name: t('stock.to_pool') }).click()
  await office.getByRole('row').filter({ hasText: second.lot }).getByText(t('words.not_on_sale')).waitFor()
})

test('a pool is renamed and closed: its denominations are not on offer until it is opened again', async ({ newPage }) => {
  const [office, shop] = [await newPage({ as: 'nord' }), await newPage(SELLER)]
  const made = await newGoods(office, 'calling_card', { euros: [1] })
  const [configuration_id = ''] = made.configuration_ids
  const { pool_id, pool_name } = await newPool(office, made)
  await filled(office, pool_id, pinFile(3))
  await go(office, '/pools/view')
  await office.getByRole('button', { name: named(t('words.edit'), pool_name) }).click()
  const renamed = `Asie ${unique()}`
  await office.getByLabel(t('goods.pools.name')).fill(renamed)
  await office.getByRole('button', { name: t('house.words.save'), exact: true }).click()
  await office.getByRole('button', { name: named(t('house.words.close'), renamed) }).click()
  await office
    .getByRole('dialog')
    .getByText(t('goods.pools.close_text', { count: 3 }))
    .waitFor()
  await office
    .getByRole('dialog')
    .getByRole('button', { name: t('house.words.close'), exact: true })
    .last()
    .click()
  await office.getByRole('row').filter({ hasText: renamed }).getByText(t('fields.closed')).waitFor()
  await beforeTheApp(shop)
  await expect(sell(shop, configuration_id)).rejects.toMatchObject({ code: 'not_on_offer' })
  await office.getByRole('button', { name: named(t('words.reopen'), renamed) }).click()
  await office.getByRole('row').filter({ hasText: renamed }).getByText(t('words.open')).waitFor()
  expect((await sell(shop, configuration_id)).pins).toHaveLength(1)
})

/** Takes a file through steps one and two of the wizard, and chooses the supplier in step three. */
async function fill(page: Page, { filename, csv, pins }: Pins) {
  await page.getByLabel(t('stock.import.drop')).setInputFiles({ name: filename, mimeType: 'text/csv', buffer: Buffer.from(csv) })
  await page.getByRole('button', { name: t('stock.import.send') }).click()
  await page.getByText(t('stock.import.all_good', { n: pins.length })).waitFor()
  expect(await page.getByRole('main').textContent()).not.toContain(pins[0]?.pin)
  await page.getByRole('button', { name: t('words.continue'), exact: true }).click()
  await page.getByRole('combobox', { name: t('fields.supplier') }).click()
  await page.getByRole('option', { name: 'Telco Distribution SARL' }).click()
}

const cells = async (row: ReturnType<Page['getByRole']>) => Object.fromEntries((await row.getByRole('cell').allTextContents()).entries())
