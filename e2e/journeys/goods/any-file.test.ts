// Any file: dropped on a stock screen, read in the browser, split into batches, checked and confirmed; its columns are remembered for the next file with the
// same heading.
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { deliveryNote } from '../../../web/modules/goods/supplier-files/fixtures/delivery-note.ts'
import { shoot, test } from '../../kit/browser.ts'
import { beforeTheApp, callsOn } from '../../kit/calls.ts'
import { newGoods } from '../../kit/goods.ts'
import { type MixedFile, mixedFile } from '../../kit/mixed-file.ts'
import { go } from '../../kit/open-page.ts'
import { PIN_LENGTH, pinFile } from '../../kit/pins.ts'
import { freshPin } from '../../kit/supplier-file.ts'
import { begins, holds, named, t } from '../../kit/texts.ts'

const SUPPLIER = 'Telco Distribution SARL'

/** Drags the file over the page, then drops it. */
async function drop(page: Page, { name, buffer }: Pick<MixedFile, 'name' | 'buffer'>) {
  const data = await page.evaluateHandle(
    ([text, title]) => {
      const held = new DataTransfer()
      held.items.add(new File([Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0))], title))
      return held
    },
    [buffer.toString('base64'), name] as const,
  )
  await page.dispatchEvent('main', 'dragover', { dataTransfer: data })
  await page.getByText(t('stock.drop_anywhere')).waitFor()
  await shoot(page, 'a file held over the stock')
  await page.dispatchEvent('main', 'drop', { dataTransfer: data })
}

const choose = (page: Page, ...files: Pick<MixedFile, 'name' | 'mimeType' | 'buffer'>[]) =>
  page.getByLabel(begins('supplier_files.drop')).setInputFiles(files.map(({ name, mimeType, buffer }) => ({ name, mimeType, buffer })))

async function chooseSupplier(page: Page) {
  await page.getByRole('combobox', { name: t('fields.supplier') }).click()
  await page.getByRole('option', { name: SUPPLIER }).click()
}

async function addAll(page: Page) {
  await page.getByRole('button', { name: begins('supplier_files.add') }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: begins('supplier_files.add') })
    .click()
}

const stockOf = async (page: Page, ids: readonly string[]) =>
  Promise.all(ids.map(async (configuration_id) => (await callsOn(page).stockList({ configuration_id })).content[0]?.unpublished))

test('a workbook with cards of two values becomes two batches; columns and supplier of the next workbook are known from the first', async ({ newPage }) => {
  const office = await newPage({ as: 'nord' })
  const { name, configuration_ids } = await newGoods(office, 'cash_card', { euros: [5, 10] })
  // No other run uses this heading, so no other run remembers columns for it.
  const head = `Artikel ${name.replace(/\d/g, (digit) => 'abcdefghij'[Number(digit)] ?? '')}`
  await go(office, '/inventory/view')
  await office.getByRole('row').nth(1).waitFor()
  await drop(office, mixedFile(name, { 5: 3, 10: 2 }, head))
  await office.waitForURL('**/inventory/files')
  const table = office.getByRole('region', { name: 'delivery.xlsx · Cards' })
  await table.getByText(t('words.rows', { n: 5 }), { exact: true }).waitFor()
  expect(await table.getByText(t('supplier_files.proposed')).count()).toBe(2)
  await shoot(office, 'what was recognised')
  await office.getByRole('button', { name: begins('supplier_files.check') }).click()
  for (const n of [3, 2]) await office.getByText(t('supplier_files.good_of', { good: n, total: n })).waitFor()
  expect(await stockOf(office, configuration_ids)).toEqual([0, 0])
  await addAll(office)
  await office.getByText(t('supplier_files.choose_supplier')).waitFor()
  expect(await stockOf(office, configuration_ids)).toEqual([0, 0])
  await chooseSupplier(office)
  for (const field of await office.getByLabel(begins('supplier_files.discount_of')).all()) await field.fill('7')
  await shoot(office, 'batches checked')
  await addAll(office)
  for (const n of [3, 2]) await office.getByText(t('supplier_files.added', { n })).waitFor()
  await shoot(office, 'batches added')
  expect(await stockOf(office, configuration_ids)).toEqual([3, 2])

  await office.getByRole('button', { name: t('supplier_files.more_files') }).click()
  await choose(office, mixedFile(name, { 5: 1, 10: 1 }, head))
  await office.getByText(holds(SUPPLIER, 'nord')).waitFor()
  await office.getByRole('button', { name: begins('supplier_files.check') }).click()
  await office.getByRole('region', { name: t('words.supplier_and_discount') }).waitFor()
  expect(await office.getByRole('combobox', { name: t('fields.supplier') }).inputValue()).toBe(SUPPLIER)
  await office.getByText(begins('supplier_files.discount_before')).first().waitFor()
  await addAll(office)
  await expect.poll(() => stockOf(office, configuration_ids)).toEqual([4, 3])
})

test('only the cards of a file with notes above the rows and a sum below them are read; missing products are added without leaving the page', async ({
  newPage,
}) => {
  const office = await newPage({ as: 'nord' })
  const { name } = await newGoods(office, 'cash_card', { euros: [5] })
  const other = `Neuf ${name}`
  const card = (of: string, value: number, n: number) => ({ name: of, value, pin: freshPin(PIN_LENGTH), serial: `SN${4_000 + n * 3}`, expiry: '31/12/2031' })
  const cards = [...[0, 1, 2].map((n) => card(name, 5, n)), ...[3, 4].map((n) => card(name, 7, n)), card(other, 9, 5), card(other, 9, 6)]
  await go(office, '/inventory/files')
  await choose(office, { name: 'BL.xlsx', mimeType: 'application/octet-stream', buffer: Buffer.from(deliveryNote(cards)) })
  await office.getByText(t('supplier_files.no_cards', { n: 2, count: '2', lines: '15, 16' })).waitFor()
  await shoot(office, 'a delivery with goods that the catalogue lacks')
  for (const [of, value] of [
    [name, '7,00 €'],
    [other, '9,00 €'],
  ] as const) {
    await office.getByRole('button', { name: named(t('supplier_files.make.open'), `${of} ${value}`) }).click()
    const dialog = office.getByRole('dialog')
    await dialog.getByRole('heading', { name: t('supplier_files.make.title', { goods: `${of} ${value}` }) }).waitFor()
    await shoot(office, `goods added from a delivery ${value}`)
    await dialog.getByRole('button', { name: t('supplier_files.make.open') }).click()
    await dialog.waitFor({ state: 'detached' })
  }
  await expect.poll(() => office.getByText(t('supplier_files.proposed')).count()).toBe(3)
  await office.getByRole('button', { name: t('supplier_files.check', { n: 3, batches: '3', pins: '7' }) }).click()
  for (const n of [3, 2])
    await office
      .getByText(t('supplier_files.good_of', { good: n, total: n }))
      .first()
      .waitFor()
})

test('a file that cannot be read is not sent, and a message says why', async ({ newPage }) => {
  const office = await newPage({ as: 'nord' })
  await go(office, '/inventory/files')
  const file = (name: string, content: string) => ({ name, mimeType: 'application/octet-stream', buffer: Buffer.from(content) })
  for (const [name, content, problem] of [
    ['cards.xlsx', 'PIN\n1234', 'not_workbook'],
    ['locked.xlsx', `\u00d0\u00cf\u0011\u00e0${'E\0n\0c\0r\0y\0p\0t\0e\0d\0P\0a\0c\0k\0a\0g\0e\0'}`, 'password'],
    ['cards.pdf', '%PDF', 'kind'],
  ] as const) {
    await choose(office, { ...file(name, content), buffer: Buffer.from(content, 'latin1') })
    const alert = office.getByRole('alert')
    await alert.getByText(t('supplier_files.unread', { file: name })).waitFor()
    await alert.getByText(t(`supplier_files.problems.${problem}`)).waitFor()
  }
  await shoot(office, 'a file that cannot be read')
})

test('if half of a batch’s rows have errors, the page first offers to send a corrected file; wrong rows never leave the browser; the audit log records restored leading zeros', async ({
  newPage,
}) => {
  const office = await newPage({ as: 'nord' })
  const { name, configuration_ids } = await newGoods(office, 'cash_card', { euros: [5, 10] })
  await go(office, '/inventory/files')
  const file = mixedFile(name, { 5: 4, 10: 4 }, 'Artikel', (pin, n) => (n < 2 ? pin.slice(0, n === 0 ? -1 : -3) : n === 2 ? pin.slice(0, -5) : pin))
  await choose(office, file)
  await office.getByRole('button', { name: begins('supplier_files.check') }).click()
  const five = office.getByRole('article', { name: `${name} 5,00 €` })
  await five.getByText(t('supplier_files.bad', { n: 3 })).waitFor()
  await five.getByRole('button', { name: t('words.send_a_corrected_file') }).waitFor()
  await shoot(office, 'half of a batch bad')
  const [saved] = await Promise.all([office.waitForEvent('download'), five.getByRole('button', { name: t('supplier_files.bad_rows', { n: 3 }) }).click()])
  const csv = await readFile(await saved.path(), 'utf8')
  for (const pin of (file.pins[5] ?? []).slice(0, 3)) expect(csv).toContain(pin.slice(0, PIN_LENGTH - 5))
  expect(csv.trim().split('\r\n')).toHaveLength(4)

  const ten = office.getByRole('article', { name: `${name} 10,00 €` })
  await ten.getByRole('checkbox', { name: begins('supplier_files.zeros') }).click()
  await ten.getByText(t('supplier_files.bad', { n: 2 })).waitFor()
  expect(await ten.getByRole('checkbox', { name: begins('supplier_files.zeros') }).isChecked()).toBe(true)
  await ten.getByRole('checkbox', { name: t('supplier_files.leave_out', { n: 2 }) }).check()
  await five.getByRole('button', { name: t('words.send_a_corrected_file') }).click()
  await five.waitFor({ state: 'detached' })
  await chooseSupplier(office)
  for (const field of await office.getByLabel(begins('supplier_files.discount_of')).all()) await field.fill('7')
  await addAll(office)
  await office.getByText(t('supplier_files.added', { n: 2 })).waitFor()
  expect(await stockOf(office, configuration_ids)).toEqual([0, 2])
  // A closed row of the audit log names only its first fields, so the test opens the entry, which names all of them.
  const { content } = await callsOn(office).auditList({ limit: 100 })
  const entry = content.find(({ changes }) => changes.some(({ field }) => field === 'zeros_restored'))
  await go(office, `/audit?per=100&entry=${entry?.audit_id}`)
  await office.getByRole('dialog').getByText(t('fields.zeros_restored')).waitFor()
})

test('several unfinished uploads are shown as one line, which opens or discards all of them', async ({ newPage }) => {
  const office = await newPage({ as: 'sud' })
  await beforeTheApp(office)
  const calls = callsOn(office)
  const configuration = { info: '', ean: '', vat_treatment: 'multi_purpose_voucher', vat_rate: 0, vat_country: '', is_active: true, value: 50_000 } as const
  const made = { product_name: `Essai ${Date.now()}`, product_type: 'cash_card', pin_length: PIN_LENGTH } as const
  const { product_id } = await calls.productAdd({ ...made, configurations: [configuration] })
  const [product] = (await calls.productsList({ view_type: 'single', product_id })).content
  const configuration_id = product?.configurations[0]?.configuration_id ?? ''
  const files = [pinFile(2), pinFile(2), pinFile(2)]
  for (const { filename, csv } of files) await calls.stockUpload({ configuration_id, csv_file: new File([csv], filename) })
  await go(office, '/inventory/add')
  const open = office.getByRole('region', { name: t('stock.import.unfinished') })
  await open.getByText(t('stock.import.open_count', { n: 3 })).waitFor()
  expect(await open.getByText(files[0]?.filename ?? '').count()).toBe(0)
  await shoot(office, 'unfinished uploads as a line')
  await open.getByRole('button', { name: t('words.show') }).click()
  await open.getByText(files[0]?.filename ?? '').waitFor()
  await open.getByRole('button', { name: t('stock.import.discard_all') }).click()
  await office
    .getByRole('dialog')
    .getByRole('button', { name: t('stock.import.discard_all') })
    .click()
  await open.waitFor({ state: 'detached' })
  expect((await calls.stockUploadsOpen({})).content).toEqual([])
})
