// The screens of stock, pools and look-ups, each with content.
import type { Page } from 'playwright-core'
import { callsOn } from '../kit/calls.ts'
import { newGoods, newPool } from '../kit/goods.ts'
import { mixedFile } from '../kit/mixed-file.ts'
import { go, onItsHost } from '../kit/open-page.ts'
import { filled, pinFile, stocked } from '../kit/pins.ts'
import { begins, named, t } from '../kit/texts.ts'

const by = { as: 'nord' }

const dialog = (page: Page) => page.getByRole('dialog').getByRole('button').last().waitFor()
const firstRow = (page: Page) => page.getByRole('row').nth(1).getByRole('cell').first().waitFor()

/** Makes data that several views share once, for the first view that needs it. */
function once<T>(make: (page: Page) => Promise<T>) {
  let made: Promise<T> | undefined
  return async (page: Page) => {
    await onItsHost(page)
    made ??= make(page)
    return made
  }
}

/** Makes a denomination of which some stock is on sale and some is not. */
const someStock = once(async (page) => {
  const { configuration_ids, name } = await newGoods(page, 'cash_card', { euros: [1] })
  const [configuration_id = ''] = configuration_ids
  await stocked(
    page,
    configuration_id,
    pinFile(40, (n) => (n < 10 ? '31.03.2030' : '30.09.2031')),
  )
  await stocked(page, configuration_id, pinFile(1_200), false)
  return { configuration_id, name }
})

/** Finds a PIN of the demo world that was sold weeks ago. */
const soldPin = once(async (page) => {
  const calls = callsOn(page)
  const { content } = await calls.stockList({ sort: '-unsold' })
  const configuration_id = content.find(({ sold }) => sold > 0)?.configuration_id ?? ''
  const [pin] = (await calls.soldPins({ configuration_id })).content
  return { configuration_id, batch_no: pin?.batch_no ?? 0, serial: pin?.serial ?? '' }
})

const somePool = once(async (page) => {
  const made = await newGoods(page, 'calling_card', { euros: [1, 2] })
  const pool = await newPool(page, made)
  await filled(page, pool.pool_id, pinFile(60))
  return pool
})

async function sold(page: Page) {
  const { configuration_id } = await soldPin(page)
  await go(page, `/stock/details/${configuration_id}`)
  await firstRow(page)
}

async function soldOfBatch(page: Page) {
  const { configuration_id, batch_no } = await soldPin(page)
  await go(page, `/stock/details/${configuration_id}/${batch_no}`)
  await firstRow(page)
}

async function details(page: Page) {
  const { configuration_id } = await someStock(page)
  await go(page, `/inventory/details/${configuration_id}`)
  await page
    .getByRole('button', { name: begins('words.put_on_sale') })
    .first()
    .waitFor()
}

/** Chooses the denominations in the list and opens the confirmation. */
async function publishingAll(page: Page) {
  const { name } = await someStock(page)
  await go(page, `/inventory/view?q=${encodeURIComponent(name)}`)
  await page.getByRole('row').filter({ hasText: name }).getByRole('checkbox').check()
  await page.getByRole('button', { name: t('stock.picked.unpublish') }).waitFor()
  await page.getByRole('button', { name: t('stock.picked.publish') }).click()
  await dialog(page)
}

async function takingBack(page: Page) {
  await details(page)
  await page
    .getByRole('button', { name: begins('stock.take_back.action') })
    .first()
    .click()
  await dialog(page)
}

/** Enters a code in the look-up field, as a scanner does. */
function lookedUp(what: (page: Page) => Promise<string>, answer: (page: Page) => Promise<unknown>) {
  return async (page: Page) => {
    const text = await what(page)
    await go(page, '/report/inventory-search')
    await page.getByLabel(t('goods.batches.search_label')).fill(text)
    await page.keyboard.press('Enter')
    await answer(page)
  }
}
const trail = (page: Page) =>
  page
    .getByRole('list', { name: t('goods.batches.trail') })
    .getByText(t('goods.batches.events.looked_up'))
    .first()
    .waitFor()
const batch = (page: Page) =>
  page
    .getByRole('link', { name: t('house.screens.stock_sold') })
    .first()
    .waitFor()

async function pools(page: Page) {
  const { pool_name } = await somePool(page)
  await go(page, '/pools/view')
  await page.getByRole('row').filter({ hasText: pool_name }).waitFor()
}

async function addingPool(page: Page) {
  const { name } = await newGoods(page, 'calling_card', { euros: [3, 5] })
  await go(page, '/pools/view')
  await page
    .getByRole('button', { name: t('goods.pools.add') })
    .first()
    .click()
  await page.getByRole('combobox', { name: t('fields.product') }).fill(name)
  await page.getByRole('option', { name }).click()
  await page.getByRole('checkbox', { name: '3,00 €' }).waitFor()
}

async function changingPool(page: Page) {
  const { pool_name } = await somePool(page)
  await go(page, '/pools/view')
  await page.getByRole('button', { name: named(t('words.edit'), pool_name) }).click()
  await page.getByRole('checkbox', { name: '1,00 €' }).waitFor()
}

async function fillingPool(page: Page) {
  const { pool_id, pool_name } = await somePool(page)
  await go(page, `/pools/upload/${pool_id}`)
  await page.getByRole('heading', { level: 2, name: new RegExp(pool_name) }).waitFor()
}

async function checkingPool(page: Page) {
  await fillingPool(page)
  const { filename, csv } = pinFile(20)
  await page.getByLabel(t('stock.import.drop')).setInputFiles({ name: filename, mimeType: 'text/csv', buffer: Buffer.from(csv) })
  await page.getByRole('button', { name: t('stock.import.send') }).click()
  await page.getByText(t('stock.import.all_good', { n: 20 })).waitFor()
}

const given = (page: Page, file: { name: string; mimeType: string; buffer: Buffer }) => page.getByLabel(begins('supplier_files.drop')).setInputFiles(file)

/** Opens what was recognised in a workbook: new goods of two values, with some rows that have errors. */
async function recognised(page: Page) {
  const { name } = await newGoods(page, 'cash_card', { euros: [5, 10] })
  await go(page, '/inventory/files')
  const { mimeType, buffer } = mixedFile(name, { 5: 4, 10: 6 }, 'Artikel', (pin, n) => (n < 2 ? pin.slice(n + 1) : pin))
  await given(page, { name: 'delivery of a very long name 2026-11.xlsx', mimeType, buffer })
  await page.getByRole('button', { name: begins('supplier_files.check') }).waitFor()
}

async function changingColumns(page: Page) {
  await recognised(page)
  await page.getByRole('button', { name: begins('words.change') }).click()
  await page.getByLabel(t('stock.import.roles.expiry')).waitFor()
}

async function checkedTogether(page: Page) {
  await recognised(page)
  await page.getByRole('button', { name: begins('supplier_files.check') }).click()
  await page.getByText(begins('supplier_files.bad')).nth(1).waitFor()
  for (const leave of await page.getByRole('checkbox', { name: begins('supplier_files.leave_out') }).all()) await leave.check()
  await page.getByRole('region', { name: t('words.supplier_and_discount') }).waitFor()
}

async function unread(page: Page) {
  await go(page, '/inventory/files')
  await given(page, { name: 'cards.xlsx', mimeType: 'application/octet-stream', buffer: Buffer.from('PIN') })
  await page.getByRole('alert').waitFor()
}

async function payingPool(page: Page) {
  await checkingPool(page)
  await page.getByRole('button', { name: t('words.continue'), exact: true }).click()
  await page.getByRole('combobox', { name: t('fields.supplier') }).click()
  await page.getByRole('option', { name: 'Telco Distribution SARL' }).click()
  await page.getByText(begins('stock.import.previous')).waitFor()
}

export const stockViews = [
  { name: '/inventory/files', by, open: recognised },
  { name: '/inventory/files changing columns', by, open: changingColumns },
  { name: '/inventory/files checked', by, open: checkedTogether },
  { name: '/inventory/files that cannot be read', by, open: unread },
  { name: '/inventory/view publishing chosen ones', by, open: publishingAll },
  { name: '/inventory/details/$configId', by, open: details },
  { name: '/inventory/details/$configId taking an import back', by, open: takingBack },
  { name: '/stock/details/$configId', by, open: sold },
  { name: '/stock/details/$configId/$batch', by, open: soldOfBatch },
  { name: '/report/inventory-search', by, open: lookedUp(async (page) => (await soldPin(page)).serial, trail) },
  { name: '/report/inventory-search of a batch', by, open: lookedUp(async (page) => String((await soldPin(page)).batch_no), batch) },
  {
    name: '/report/inventory-search finding nothing',
    by,
    open: lookedUp(
      async () => 'L-0000',
      (page) => page.getByText(t('house.words.nothing_found')).waitFor(),
    ),
  },
  { name: '/pools/view', by, open: pools },
  { name: '/pools/view adding one', by, open: addingPool },
  { name: '/pools/view changing one', by, open: changingPool },
  { name: '/pools/upload/$poolId', by, open: fillingPool },
  { name: '/pools/upload/$poolId checked', by, open: checkingPool },
  { name: '/pools/upload/$poolId what it costs', by, open: payingPool },
]
