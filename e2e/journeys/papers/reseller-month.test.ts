// A month of a reseller and its shop: bookings, sales and refunds are the same to the cent in the report, both ledgers, the Z-reports and the invoices.
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { strFromU8, unzipSync } from 'fflate'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { calls } from '../../../contract/index.ts'
import { EURO } from '../../../contract/kit/money.ts'
import { centsIn, pressInDialog, shoot, test } from '../../kit/browser.ts'
import { callsAs } from '../../kit/calls.ts'
import { settled } from '../../kit/files.ts'
import { newGoods } from '../../kit/goods.ts'
import { go } from '../../kit/open-page.ts'
import { newStaff } from '../../kit/people.ts'
import { pinFile, stocked } from '../../kit/pins.ts'
import { fetched } from '../../kit/requests.ts'
import { newShop, type Shop, sellBy } from '../../kit/shop.ts'
import { begins, named, t } from '../../kit/texts.ts'

const DAY = 'period=today'
/** The value of a card in euros, and the price that the shop pays for it in cents. */
const [VALUE, PRICE] = [7.4, 703]
const FLAGS = ['has_cash_card', 'has_reports', 'has_transaction', 'has_reclamation', 'has_invoice'] as const
/** The rights of the reseller's user here. The platform adds this user, because nord makes the shop's account and so may not decide its claims for a week. */
const OFFICE = ['has_reports', 'has_transaction', 'has_reclamation', 'has_invoice', 'has_inventory', 'has_customers_read'] as const

/** Reads a key figure above the rows of a report, by its label. */
const figure = async (page: Page, label: string) => {
  const fact = page.locator('dl > div').filter({ has: page.locator('dt', { hasText: new RegExp(`^${label}$`) }) })
  return centsIn((await fact.first().locator('dd').innerText()).split('\n')[0] ?? '')
}
const rowWith = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })

/** The shop's purchases less refunds, as the report shows them. Also expects the list of single sales behind the report to show the same sum. */
async function reported(page: Page, { name }: Shop): Promise<number> {
  await go(page, `/reports-sales-new?${DAY}`)
  const row = rowWith(page, name)
  await row.waitFor()
  const heads = await page.getByRole('columnheader').allInnerTexts()
  const sum = centsIn(
    await row
      .getByRole('cell')
      .nth(heads.findIndex((head) => head.startsWith(t('fields.sold_total'))))
      .innerText(),
  )
  await row.getByRole('link').first().click()
  await page.waitForURL(/\/reports-sales\?.*customer_id=/)
  await expect.poll(() => figure(page, t('fields.sold_total'))).toBe(sum)
  await page.getByText(t('charts.agrees')).waitFor()
  return sum
}

/** What the shop paid for its sales, less refunds, according to the ledger at `path` or on the current page. `booked`: the credit given, which is no refund. */
async function inLedger(page: Page, booked: number, path?: string): Promise<number> {
  if (path) await go(page, path)
  await page.getByText(t('charts.agrees')).waitFor()
  return (await figure(page, t('ledgers.debit'))) - (await figure(page, t('ledgers.credit'))) + booked
}

/** Closes the shift of the till that sold, and reads from the printed Z-report what the shop paid for its sales, less refunds. */
async function closed(page: Page, { username }: Shop): Promise<number> {
  await go(page, '/seller/zreport')
  await page.getByRole('button', { name: named(t('shifts.now.close'), username) }).click()
  await pressInDialog(page, t('shifts.now.close'))
  const paper = page.getByRole('dialog').locator('table')
  const cost = paper.locator('tr').filter({ hasText: t('shifts.bought_total') })
  return centsIn((await cost.locator('td').last().textContent()) ?? '')
}

/** Runs invoicing for the shop; ends on the page of the new document, and returns its total. */
async function billed(page: Page, path: string, { name }: Shop, button: string): Promise<number> {
  await go(page, `${path}?${DAY}&q=${encodeURIComponent(name)}`)
  await rowWith(page, name).getByRole('checkbox').check()
  await page.getByRole('button', { name: button }).click()
  const run = page.getByRole('region', { name: t('invoices.run') })
  await run.getByText(begins('invoices.run_done', { count: 1, shown: '1' })).waitFor()
  await run.getByRole('link').click()
  const total = page.locator('.invoice-sums tr.total').first()
  return centsIn(await total.locator('td').innerText())
}

async function decideAll(page: Page, step: 'ask' | 'approve') {
  await page.getByRole('checkbox', { name: t('pages.list.choose_page') }).check()
  await page.getByRole('button', { name: t(`reclamations.steps.${step}`), exact: true }).click()
  const dialog = page.getByRole('dialog')
  if (step === 'approve') await dialog.getByLabel(t('reclamations.proof_text.answer')).fill('AV-77')
  await dialog.getByRole('button', { name: t(`reclamations.steps.${step}`) }).click()
  await rowWith(page, t(`reclamations.states.${step === 'ask' ? 'in_progress' : 'approved'}`))
    .nth(1)
    .waitFor()
}

test('report, ledgers, Z-reports and invoices of a month agree to the cent, before and after an invoiced card is refunded', async ({ newPage }) => {
  const shop = await newShop({ plan: null, flags: [...FLAGS] })
  const clerk = await newStaff({ by: 'platform', flags: [...OFFICE] })
  const { customer_id } = shop
  const maker = await newPage({ as: 'nord' })
  const goods = await newGoods(maker, 'cash_card', { euros: [VALUE], customer_id })
  const [configuration_id = ''] = goods.configuration_ids
  await stocked(maker, configuration_id, pinFile(8))
  const nord = await callsAs('nord')
  await nord.walletChange({ ...(await nord.transactionKey({})), customer_id, amount: 123 * EURO })
  const till = await callsAs(shop.username)
  const first = await sellBy(till, configuration_id, 3)
  const second = await sellBy(till, configuration_id, 2)
  await till.reclaimSubmit({ sale_id: second.sale_id, reason: 'not_working' })

  // Both claims on PINs of one batch are sent to the supplier together and noted as approved by it; then letter keys decide them: A accepts one, R rejects one.
  const office = await newPage({ as: clerk.username })
  await go(office, `/reclaim-requests?q=${encodeURIComponent(goods.name)}`)
  await decideAll(office, 'ask')
  await decideAll(office, 'approve')
  await settled(office)
  for (const [key, step, said] of [
    ['a', 'accept', ''],
    ['r', 'reject', 'Carte utilisée le 3'],
  ] as const) {
    await rowWith(office, t('reclamations.states.approved')).first().getByRole('link').first().focus()
    await office.keyboard.press(key)
    if (said) await office.getByRole('dialog').getByRole('textbox').fill(said)
    await pressInDialog(office, t(`reclamations.steps.${step}`))
    await rowWith(office, t(`reclamations.states.${step === 'accept' ? 'accepted' : 'rejected'}`)).waitFor()
  }
  await shoot(office, 'claims decided')

  const counter = await newPage({ as: shop.username })
  const sum = 4 * PRICE
  expect(await closed(counter, shop)).toBe(sum)
  expect(await reported(office, shop)).toBe(sum)
  await go(office, `/customer/details/${customer_id}`)
  await office
    .getByRole('main')
    .getByRole('link', { name: t('house.screens.ledger') })
    .click()
  expect(await inLedger(office, 12_300)).toBe(sum)
  await rowWith(office, '123,00').first().waitFor()
  await shoot(office, 'ledger of a customer')
  expect(await billed(office, '/invoice-generate', shop, t('house.screens.invoices_generate'))).toBe(sum)
  await shoot(office, 'invoice')
  const invoice = (await office.getByRole('heading', { level: 1 }).innerText()).split(' ').at(-1) ?? ''

  // A card that is on the invoice is claimed from the page of its sale, and refunded.
  await go(counter, `/seller/sales?${DAY}&sale=${first.sale_id}`)
  await counter
    .getByRole('dialog')
    .getByRole('button', { name: t('sales-reports.sale.claim') })
    .click()
  const claiming = counter.getByRole('dialog', { name: t('house.screens.claim_new') })
  for (const other of [1, 2]) await claiming.getByRole('checkbox').nth(other).uncheck()
  await claiming.getByRole('button', { name: t('reclamations.claim_them', { count: 1 }) }).click()
  await claiming.locator('[data-outcome=claimed]').waitFor()
  const desk = await callsAs(clerk.username)
  const [given] = (await desk.reclaimsList({ search_text: goods.name, filters: { is_open: true } })).content
  const claim = { reclaim_ids: [given?.reclaim_id ?? ''] }
  await desk.reclaimsList({ action: 'ask', ...claim })
  await desk.reclaimsList({ action: 'approve', ...claim, proof: { kind: 'answer', text: 'AV-78' } })
  expect((await desk.reclaimsList({ action: 'accept', ...claim })).results).toMatchObject([{ outcome: 'done' }])
  const corrected = await billed(office, '/invoice-generate-reclamation', shop, t('house.screens.invoice_corrections_generate'))
  expect(corrected).toBe(-PRICE)
  await office.getByRole('cell', { name: `${goods.name} …${given?.serial.slice(-4)}` }).waitFor()
  await shoot(office, 'correction')
  await office.locator('dd').getByRole('link', { name: invoice }).click()
  await office.getByText(t('invoices.corrected_by')).waitFor()

  expect(await closed(counter, shop)).toBe(corrected)
  expect(await reported(office, shop)).toBe(sum + corrected)
  expect(await inLedger(office, 12_300, `/admin/customer-ledger?${DAY}&customer=${customer_id}`)).toBe(sum + corrected)

  // The shop finds the same sums in its own ledger and documents, and the reason why one claim was rejected.
  expect(await inLedger(counter, 12_300, `/seller/ledger?${DAY}`)).toBe(sum + corrected)
  expect(await counter.getByRole('row').nth(1).textContent()).toContain(t('ledgers.kinds.closing'))
  expect(await counter.getByRole('row').last().textContent()).toContain(t('ledgers.kinds.opening'))
  expect(
    await rowWith(counter, goods.name)
      .filter({ hasText: t('ledgers.kinds.sale') })
      .count(),
  ).toBe(2)
  await shoot(counter, 'ledger of a shop')
  await go(counter, '/my-invoices-all')
  await rowWith(counter, invoice).waitFor()
  expect(await figure(counter, t('fields.total'))).toBe(sum)
  await go(counter, '/seller-reclaim-requests')
  await rowWith(counter, 'Carte utilisée le 3').waitFor()

  await go(office, `/reports-stock?${DAY}&q=${encodeURIComponent(goods.name)}`)
  await office.getByText(t('charts.agrees')).waitFor()
  const cells = await office.getByRole('row').nth(1).getByRole('cell').allTextContents()
  expect(cells.slice(1)).toEqual(['0', '8', '3', '2', '0', '0', '3'])
  await shoot(office, 'stock report')
})

type Manifest = { files: { name: string; bytes: number; sha256: string }[]; totals: { issued: { documents: number } } }

test('the pack of last month is one file: it is requested, its progress is shown, and every file in it agrees with the pack’s own list', async ({
  newPage,
}) => {
  const page = await newPage({ as: 'nord' })
  // A small export may be finished before the page asks for its progress, so the first answer about the progress is replaced by "running".
  const progress = `**/api${calls.exportProgress.path}*`
  await page.route(progress, async (route) => {
    const response = await fetched(route)
    await route.fulfill({ response, json: { ...(await response.json()), state: 'running', rows_total: 5, rows_done: 2 } })
  })
  await go(page, '/month-end')
  await page.getByRole('button', { name: t('invoices.month_end.make') }).click()
  await page.waitForURL('**/download/*')
  expect(await page.getByRole('progressbar', { name: t('devices.download.progress') }).getAttribute('value')).toBe('2')
  await page.unroute(progress)
  const waiting = page.waitForEvent('download')
  await page.getByRole('button', { name: t('words.download') }).click()
  const download = await waiting
  expect(download.suggestedFilename()).toMatch(/^\d{4}-\d\d\.zip$/)
  const files = unzipSync(await readFile(await download.path()))
  const { files: listed, totals }: Manifest = JSON.parse(strFromU8(files['manifest.json'] ?? new Uint8Array()))
  const held = Object.entries(files).filter(([name]) => name !== 'manifest.json')
  const said = held.map(([name, bytes]) => ({ name, bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') }))
  const byName = <Row extends { name: string }>(rows: Row[]) => [...rows].sort((a, b) => (a.name < b.name ? -1 : 1))
  expect(byName(said)).toEqual(byName(listed))
  // The pack contains the demo world's invoices of that month, as PDF and as data.
  expect(totals.issued.documents).toBe(held.filter(([name]) => /^issued\/.*\.pdf$/.test(name)).length)
  expect(held.some(([name]) => name.startsWith('ledger-'))).toBe(true)
  await go(page, '/month-end')
  await page.getByRole('link', { name: download.suggestedFilename() }).first().waitFor()
  await shoot(page, 'month packed')
})
