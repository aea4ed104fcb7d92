// PINs made for one test: makes files of new PINs, and imports them through the calls.
import type { Page } from 'playwright-core'
import { unique } from './browser.ts'
import { callsOn } from './calls.ts'
import { freshPin } from './supplier-file.ts'

export const PIN_LENGTH = 14
const POLL_MS = 100

export type Pins = { lot: string; filename: string; csv: string; pins: { pin: string; serial: string }[] }

/** Makes a file of new PINs; `expiry` returns the expiry day of each row. */
export function pinFile(count: number, expiry?: (n: number) => string): Pins {
  const lot = `L${unique()}`
  const pins = Array.from({ length: count }, (_, n) => ({ pin: freshPin(PIN_LENGTH), serial: `${lot}-${100_001 + n}` }))
  const head = ['PIN', 'Serial', 'Lot', ...(expiry ? ['Expiry'] : [])]
  const rows = pins.map(({ pin, serial }, n) => [pin, serial, lot, ...(expiry ? [expiry(n)] : [])])
  return { lot, filename: `${lot}.csv`, csv: [head, ...rows].map((cells) => `${cells.join(';')}\r\n`).join(''), pins }
}

/** The demo supplier that delivers the files. An action on all open claims to this supplier would also change the claims of journeys that run meanwhile. */
const SUPPLIER = 'Telco'

/** Imports a file through the calls of the wizard's three steps, without the screens; returns the batch's number. */
export async function stocked(page: Page, configuration_id: string, file: Pins, publish = true, supplier = SUPPLIER): Promise<number> {
  const calls = callsOn(page)
  const { upload_id, ...guessed } = await calls.stockUpload({ configuration_id, csv_file: fileOf(file) })
  await calls.stockUploadCheck({ upload_id, ...columnsOf(guessed) })
  await ended(page, upload_id)
  await calls.stockUploadFinish({ upload_id, ...(await delivery(page, supplier)), publish })
  return (await ended(page, upload_id)).batch_no ?? 0
}

/** Fills a pool with the PINs of a file, through the calls of the wizard's three steps; returns the batch's number. */
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

async function delivery(page: Page, company = SUPPLIER) {
  const [supplier] = (await callsOn(page).suppliersList({ search_text: company })).content
  return { supplier_id: supplier?.supplier_id ?? '', buying_discount: 800 }
}

async function ended(page: Page, upload_id: string) {
  for (;;) {
    const progress = await callsOn(page).stockUploadProgress({ upload_id })
    if (progress.step !== 'checking' && progress.step !== 'importing') return progress
    await new Promise((done) => setTimeout(done, POLL_MS))
  }
}
