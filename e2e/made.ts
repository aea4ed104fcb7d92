// Goods made for one test: a product nobody else sells, on offer to the shop `gare`, and files of fresh PINs brought into its stock.
import type { Page } from 'playwright-core'
import { callsOn } from './calls.ts'
import { freshPin } from './supplier-file.ts'

const EURO = 10_000
const PIN_LENGTH = 14
const POLL_MS = 100
/** Who sells what is made here. */
export const SELLER = { as: 'gare', kept: { language: 'fr' }, account: { preferences: { preview: 'no' } } }
export const SELLER_NAME = 'Tabac de la Gare'

export const unique = () => Math.random().toString(36).slice(2, 8)

export type Made = { name: string; product_id: string /** By value, the smallest first. */; configuration_ids: string[] }

/** By nord, who is signed in on the page. */
export async function newGoods(page: Page, kind: 'cash_card' | 'calling_card', euros: readonly number[]): Promise<Made> {
  if (page.url() === 'about:blank') await page.goto('/version')
  const calls = callsOn(page)
  const name = `${kind === 'cash_card' ? 'Zéphyr' : 'Voix'} ${unique()}`
  const { product_id } = await calls.productAdd({
    product_name: name,
    product_type: kind,
    pin_length: PIN_LENGTH,
    configurations: euros.map((euro) => ({
      value: euro * EURO,
      info: '',
      ean: '',
      vat_treatment: 'multi_purpose_voucher',
      vat_rate: 0,
      vat_country: '',
      is_active: true,
    })),
  })
  const { content: customers } = await calls.customerSearch({ search_text: SELLER_NAME })
  await calls.assignedChange({
    action: 'add',
    customer_ids: customers.map(({ customer_id }) => customer_id),
    pad_list: [{ product_id, discount: 500 }],
  })
  const { content } = await calls.productsList({ view_type: 'single', product_id })
  const configuration_ids = [...(content[0]?.configurations ?? [])].sort((a, b) => a.value - b.value).map(({ configuration_id }) => configuration_id)
  return { name, product_id, configuration_ids }
}

export type Pins = { lot: string; filename: string; csv: string; pins: { pin: string; serial: string }[] }

/** A file of fresh PINs; `expiry` gives the day of each row. */
export function pinFile(count: number, expiry?: (n: number) => string): Pins {
  const lot = `L${unique()}`
  const pins = Array.from({ length: count }, (_, n) => ({ pin: freshPin(PIN_LENGTH), serial: `${lot}-${100_001 + n}` }))
  const head = ['PIN', 'Serial', 'Lot', ...(expiry ? ['Expiry'] : [])]
  const rows = pins.map(({ pin, serial }, n) => [pin, serial, lot, ...(expiry ? [expiry(n)] : [])])
  return { lot, filename: `${lot}.csv`, csv: [head, ...rows].map((cells) => `${cells.join(';')}\r\n`).join(''), pins }
}

/** Through the three steps, past the screens; answers the batch it became. */
export async function stocked(page: Page, configuration_id: string, file: Pins, publish = true): Promise<number> {
  const calls = callsOn(page)
  const { upload_id, ...guessed } = await calls.stockUpload({ configuration_id, csv_file: fileOf(file) })
  await calls.stockUploadCheck({ upload_id, ...columnsOf(guessed) })
  await ended(page, upload_id)
  await calls.stockUploadFinish({ upload_id, ...(await delivery(page)), publish })
  return (await ended(page, upload_id)).batch_no ?? 0
}

/** A pool of a calling card, on which all of its denominations draw. */
export async function newPool(page: Page, { product_id, configuration_ids }: Made) {
  const pool_name = `Europe ${unique()}`
  const { pool_id } = await callsOn(page).poolAdd({ product_id, pool_name, configuration_ids })
  return { pool_id, pool_name }
}

/** The same three steps for a pool. */
export async function filled(page: Page, pool_id: string, file: Pins): Promise<number> {
  const calls = callsOn(page)
  const { upload_id, ...guessed } = await calls.poolUpload({ pool_id, csv_file: fileOf(file) })
  await calls.poolUploadCheck({ upload_id, ...columnsOf(guessed) })
  await ended(page, upload_id)
  await calls.poolUploadFinish({ upload_id, ...(await delivery(page)), publish: true })
  return (await ended(page, upload_id)).batch_no ?? 0
}

const fileOf = ({ filename, csv }: Pins) => new File([csv], filename)

type Columns = { pin_sequence: number; batch_sequence: number; serial_sequence: number; expiry_sequence: number }
const columnsOf = ({ pin_sequence, batch_sequence, serial_sequence, expiry_sequence }: Columns) => ({
  ...{ pin_sequence, batch_sequence, serial_sequence, expiry_sequence },
})

async function delivery(page: Page) {
  const [supplier] = (await callsOn(page).suppliersList({ search_text: 'Telco' })).content
  return { supplier_id: supplier?.supplier_id ?? '', buying_discount: 800 }
}

async function ended(page: Page, upload_id: string) {
  for (;;) {
    const progress = await callsOn(page).stockUploadProgress({ upload_id })
    if (progress.step !== 'checking' && progress.step !== 'importing') return progress
    await new Promise((done) => setTimeout(done, POLL_MS))
  }
}

/** Past the till's screen, as whoever is signed in on the page. */
export async function sell(page: Page, configuration_id: string, quantity = 1) {
  const calls = callsOn(page)
  return calls.sell({ transaction_key: (await calls.transactionKey({})).transaction_key, configuration_id, quantity })
}

/** At the till as a person sells: by name and value, with the keyboard; answers the PIN on the screen. */
export async function sellAtTill(page: Page, typed: string): Promise<string> {
  const search = page.getByRole('searchbox', { name: 'Chercher un produit' })
  const last = page.getByRole('region', { name: 'Dernière vente' })
  const before = await last.getByRole('listitem').allTextContents()
  await search.focus()
  await page.keyboard.type(typed)
  await page.keyboard.press('Enter')
  await page.getByRole('form', { name: 'Vente' }).waitFor()
  await page.keyboard.press('Enter')
  await last
    .getByRole('listitem')
    .filter({ hasNotText: before[0] ?? 'rien' })
    .first()
    .waitFor()
  await last.getByText('Vendu, ticket imprimé').waitFor()
  return ((await last.getByRole('listitem').first().textContent()) ?? '').replace(/\s/g, '')
}
