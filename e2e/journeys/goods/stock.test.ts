// Stock as its owner sees it: a batch put on sale and taken off sale, an import that can be undone until one of its PINs is sold, expiring stock, low stock,
// and the history of a PIN.
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { shoot, test } from '../../kit/browser.ts'
import { beforeTheApp, callsOn } from '../../kit/calls.ts'
import { newGoods } from '../../kit/goods.ts'
import { go } from '../../kit/open-page.ts'
import { pinFile, stocked } from '../../kit/pins.ts'
import { catchPrints } from '../../kit/prints.ts'
import { SELLER, SELLER_NAME, sell, sellAtTill } from '../../kit/shop.ts'
import { begins, holds, named, t } from '../../kit/texts.ts'

const PLATFORM = { as: 'platform', host: 'platform.localhost', kept: { language: 'fr' } }
const NORD_TENANT = 1

/** The row of a batch, found by the supplier's lot number in it. */
const rowOf = (page: Page, lot: string) => page.getByRole('row').filter({ hasText: lot })
const fact = async (page: Page, name: string) =>
  (await page
    .getByRole('definition')
    .and(page.locator(`dt:text-is("${name}") + dd`))
    .textContent()) ?? ''

test('a batch is put on sale, sold from, taken off sale and put on again, and the till sells from it only while it is on sale', async ({ newPage }) => {
  const [office, shop] = [await newPage({ as: 'nord' }), await newPage(SELLER)]
  const { name, configuration_ids } = await newGoods(office, 'cash_card', { euros: [1] })
  const [configuration_id = ''] = configuration_ids
  const file = pinFile(5)
  const batch_no = await stocked(office, configuration_id, file, false)
  await catchPrints(shop)
  await go(shop, '/cashcards/')
  await expect(sell(shop, configuration_id)).rejects.toMatchObject({ code: 'out_of_stock' })

  await go(office, `/inventory/details/${configuration_id}`)
  await rowOf(office, file.lot).getByText(t('words.not_on_sale')).waitFor()
  expect(await fact(office, t('words.not_on_sale'))).toBe('5')
  await office.getByRole('button', { name: named(t('words.put_on_sale'), batch_no), exact: true }).click()
  await rowOf(office, file.lot).getByText(t('fields.published'), { exact: true }).waitFor()
  await expect.poll(() => fact(office, t('stock.unsold'))).toBe('5')

  await shop.reload()
  await shop.getByRole('searchbox', { name: t('selling.find.label') }).waitFor()
  expect(file.pins.map(({ pin }) => pin)).toContain(await sellAtTill(shop, name))

  await office.reload()
  await office.getByRole('button', { name: named(t('words.take_off_sale'), batch_no), exact: true }).click()
  await office.getByRole('button', { name: named(t('words.put_on_sale'), batch_no), exact: true }).waitFor()
  await expect
    .poll(async () => [await fact(office, t('stock.unsold')), await fact(office, t('words.not_on_sale')), await fact(office, t('stock.sold'))])
    .toEqual(['0', '4', '1'])
  await expect(sell(shop, configuration_id)).rejects.toMatchObject({ code: 'out_of_stock' })
  await office.getByRole('link', { name: '1', exact: true }).last().click()
  await office.getByRole('cell', { name: SELLER_NAME }).waitFor()
  expect(await office.getByRole('main').textContent()).not.toContain(file.pins[0]?.pin)
})

test('an import is undone with a reason and can be repeated; an import of which a PIN was sold cannot be undone, and a text says why', async ({ newPage }) => {
  const [office, shop] = [await newPage({ as: 'nord' }), await newPage(SELLER)]
  const { name, configuration_ids } = await newGoods(office, 'cash_card', { euros: [1] })
  const [configuration_id = ''] = configuration_ids
  const file = pinFile(8)
  await stocked(office, configuration_id, file)
  await go(office, `/inventory/details/${configuration_id}`)
  const back = office.getByRole('button', { name: begins('stock.take_back.action') })
  const question = office.getByRole('dialog')
  await back.click()
  await question.getByText(begins('stock.take_back.text', { n: 8, count: 8, goods: `${name} 1,00 €`, file: file.filename })).waitFor()
  await question.getByRole('button', { name: t('stock.take_back.confirm', { n: 8 }) }).click()
  await question.getByText(t('words.say_why')).waitFor()
  await question.getByLabel(t('fields.reason')).fill('Livraison en double')
  await question.getByRole('button', { name: t('stock.take_back.confirm', { n: 8 }) }).click()
  await office.getByText(t('stock.none')).waitFor()
  await shoot(office, 'an import taken back')

  await stocked(office, configuration_id, file)
  await office.reload()
  await back.click()
  await question.getByLabel(t('fields.reason')).fill('Encore')
  await beforeTheApp(shop)
  await sell(shop, configuration_id)
  await question.getByRole('button', { name: t('stock.take_back.confirm', { n: 8 }) }).click()
  const refusal = question.getByRole('alert').getByText(t('errors.refusals.batch_sold'))
  await refusal.waitFor()
  // After the refusal the figures behind the dialog were read again, but the refusal is still shown.
  await expect.poll(() => fact(office, t('stock.sold'))).toBe('1')
  expect(await refusal.isVisible()).toBe(true)
  await shoot(office, 'an import that stays')
  await office.reload()
  await rowOf(office, file.lot).waitFor()
  expect(await back.count()).toBe(0)
  expect([await fact(office, t('stock.unsold')), await fact(office, t('stock.sold'))]).toEqual(['7', '1'])
  // Below its heading row, the audit log has exactly one entry about the undone import.
  await go(office, `/audit?action=batchUndo&q=${encodeURIComponent(name)}`)
  await office.getByRole('row').nth(1).waitFor()
  expect(await office.getByRole('row').count()).toBe(2)
})

test('the PINs that expire first are sold first, and expired PINs are never imported', async ({ newPage }) => {
  const [office, shop] = [await newPage({ as: 'nord' }), await newPage(SELLER)]
  const { name, product_id, configuration_ids } = await newGoods(office, 'cash_card', { euros: [1] })
  const [configuration_id = ''] = configuration_ids
  const file = pinFile(6, (n) => ['31.12.2031', '30.06.2030', '31.12.2019'][n % 3] ?? '')
  await go(office, `/inventory/details/${configuration_id}`)
  await office
    .getByRole('main')
    .getByRole('link', { name: t('house.screens.stock_add') })
    .first()
    .click()
  await office.waitForURL(`**/inventory/add?product=${product_id}&value=${configuration_id}`)
  expect(await office.getByRole('combobox', { name: t('fields.product') }).inputValue()).toBe(name)
  await office.getByLabel(t('stock.import.drop')).setInputFiles({ name: file.filename, mimeType: 'text/csv', buffer: Buffer.from(file.csv) })
  await office.getByRole('button', { name: t('stock.import.send') }).click()
  await office
    .getByRole('listitem')
    .filter({ hasText: holds(t('stock.finding_titles.expired'), t('words.rows', { n: 2 })) })
    .waitFor()
  await office.getByRole('button', { name: t('stock.import.leave_out', { n: 2 }) }).click()
  await office.getByRole('combobox', { name: t('fields.supplier') }).click()
  await office.getByRole('option', { name: 'Telco Distribution SARL' }).click()
  await office.getByText(t('stock.import.previous_none')).waitFor()
  await office.getByLabel(begins('fields.buying_discount')).fill('8')
  await office.getByRole('switch', { name: t('fields.publish') }).check({ force: true })
  await office.getByRole('button', { name: t('stock.import.add', { n: 4 }) }).click()
  await office.getByRole('link', { name: begins('words.open_batch') }).click()
  await rowOf(office, file.lot).getByRole('cell', { name: '30.06.2030' }).waitFor()

  await beforeTheApp(shop)
  const { pins } = await sell(shop, configuration_id, 2)
  expect(pins.map(({ pin }) => pin)).toEqual(file.pins.flatMap(({ pin }, n) => (n % 3 === 1 ? [pin] : [])))
})

test('low stock is reported in the list, on the page of the denomination and on the start page', async ({ newPage }) => {
  const [office, shop] = [await newPage({ as: 'nord' }), await newPage(SELLER)]
  const { name, configuration_ids } = await newGoods(office, 'cash_card', { euros: [1] })
  const [configuration_id = ''] = configuration_ids
  await stocked(office, configuration_id, pinFile(10))
  await beforeTheApp(shop)
  await sell(shop, configuration_id, 9)
  await go(office, `/inventory/view?low=1&q=${encodeURIComponent(name)}`)
  await office.getByRole('row').filter({ hasText: name }).getByText('1,6').waitFor()
  await office.getByRole('link', { name }).click()
  await office.getByRole('heading', { name: `${name} 1,00 €` }).waitFor()
  expect(await fact(office, t('fields.days_left'))).toBe('1,6')
  await go(office, '/dashboard')
  const scarce = office.getByRole('region', { name: t('sales.dashboard.scarce') })
  await scarce.getByRole('link').click()
  await office.waitForURL(/low=1/)
  await office.getByRole('link', { name }).first().waitFor()
})

test('the history of a PIN (imported, published, sold, printed again, looked up) is shown to its owner and the platform only', async ({ newPage }) => {
  const [office, shop] = [await newPage({ as: 'nord' }), await newPage(SELLER)]
  const { name, configuration_ids } = await newGoods(office, 'cash_card', { euros: [1] })
  const [configuration_id = ''] = configuration_ids
  const file = pinFile(3)
  const batch_no = await stocked(office, configuration_id, file, false)
  await go(office, `/inventory/details/${configuration_id}`)
  await office.getByRole('button', { name: named(t('words.put_on_sale'), batch_no), exact: true }).click()
  await office.getByRole('button', { name: named(t('words.take_off_sale'), batch_no), exact: true }).waitFor()
  const prints = await catchPrints(shop)
  await go(shop, '/cashcards/')
  const pin = await sellAtTill(shop, name)
  await shop.keyboard.press('F8')
  await expect.poll(() => prints.length).toBe(2)

  await lookUp(office, pin)
  const trail = office.getByRole('list', { name: t('goods.batches.trail') }).getByRole('listitem')
  await expect.poll(async () => (await trail.allTextContents()).length).toBe(5)
  const steps = await trail.allTextContents()
  for (const [n, step] of [
    holds(t('fields.imported'), 'nord'),
    holds(t('words.pin_events.published'), 'nord'),
    holds(t('goods.batches.events.sold'), SELLER_NAME, 'gare'),
    holds(t('goods.batches.events.reprinted'), 'gare', t('words.copy_number', { number: 1 })),
    holds(t('goods.batches.events.looked_up'), 'nord'),
  ].entries())
    expect(steps[n]).toMatch(step)
  const text = (await office.getByRole('main').textContent()) ?? ''
  expect(text).toContain(`••••${pin.slice(-4)}`)
  expect(text).not.toContain(pin)
  expect(office.url()).not.toContain(pin)
  await shoot(office, 'the way of a PIN')

  await office.getByLabel(t('goods.batches.search_label')).fill(file.lot)
  await office.keyboard.press('Enter')
  await office.getByRole('heading', { name: begins('goods.batches.batch_title', { batch: batch_no, product: name }) }).waitFor()
  await office.getByRole('link', { name: t('house.screens.stock_sold') }).click()
  await office.getByRole('cell', { name: SELLER_NAME }).waitFor()

  const platform = await newPage(PLATFORM)
  await beforeTheApp(platform)
  await callsOn(platform).tenantChoose({ tenant_id: NORD_TENANT })
  await lookUp(platform, pin)
  await platform.getByRole('heading', { name: `${name} 1,00 €` }).waitFor()
  const partner = await newPage({ as: 'sud' })
  await lookUp(partner, pin)
  await partner.getByText(t('house.words.nothing_found')).waitFor()
  await go(shop, '/report/inventory-search')
  await shop.getByRole('heading', { name: t('house.screens.not_authorized') }).waitFor()
})

async function lookUp(page: Page, text: string) {
  await go(page, '/report/inventory-search')
  await page.getByLabel(t('goods.batches.search_label')).fill(text)
  await page.keyboard.press('Enter')
}
