// A supplier's file with new PINs, so that a journey can be repeated in the same world.
import { randomInt } from 'node:crypto'
import type { Page } from 'playwright-core'
import { t } from './texts.ts'

const DAY = '31.12.2031'

/** Makes a PIN that does not begin with 0, because a lost zero would break a row, and only the rows that this file breaks on purpose may be wrong. */
export const freshPin = (length: number) => `${randomInt(1, 10)}${Array.from({ length: length - 1 }, () => randomInt(10)).join('')}`

export type SupplierFile = { name: string; lot: string; pins: string[]; broken: number; csv: string }

/** A file with `good` rows that can be added and four that cannot: two PINs are too short, one PIN is repeated, one has expired. */
export function supplierFile(pin_length: number, good: number): SupplierFile {
  const lot = `L${randomInt(100_000, 1_000_000)}`
  const pins = Array.from({ length: good }, () => freshPin(pin_length))
  const row = (pin: string, n: number, expiry = DAY) => [pin, `${lot}-${n}`, lot, expiry].join(';')
  const broken = [row(freshPin(pin_length - 1), 901), row(freshPin(pin_length - 2), 902), row(pins[0] ?? '', 903), row(freshPin(pin_length), 904, '31.12.2019')]
  const csv = ['PIN;Serial;Lot;Expiry', ...pins.map((pin, n) => row(pin, n + 1)), ...broken, ''].join('\r\n')
  return { name: `${lot}.csv`, lot, pins, broken: broken.length, csv }
}

/** Takes a file through the wizard's first step, until the check in step two has begun. */
export async function sendFile(page: Page, ...of: Of): Promise<void> {
  await page.goto('/inventory/add')
  await chooseFile(page, ...of)
}
type Of = [card: { name: string; value: string }, file: Pick<SupplierFile, 'name' | 'csv'>]

/** Chooses the file in the open wizard. */
export async function chooseFile(page: Page, ...[card, { name, csv }]: Of): Promise<void> {
  await page.getByRole('combobox', { name: t('fields.product') }).fill(card.name)
  await page.getByRole('option', { name: card.name }).click()
  await page.getByRole('radio', { name: card.value }).check()
  await page.getByLabel(t('stock.import.drop')).setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(csv) })
  await page.getByRole('button', { name: t('stock.import.send') }).click()
}
