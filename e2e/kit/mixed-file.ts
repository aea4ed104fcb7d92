// A supplier's workbook with cards of several values, with fresh PINs.
import { type Made, workbook } from '../../web/modules/goods/supplier-files/fixtures/workbook.ts'
import { PIN_LENGTH } from './pins.ts'
import { freshPin } from './supplier-file.ts'

/** A file as a page receives it. `pins`: the PINs in it, by value in euros. */
export type MixedFile = { name: string; mimeType: string; buffer: Buffer; pins: Record<number, string[]> }

/** `rows`: how many cards of each value in euros. `head`: the heading of the product column, which differs by supplier. `change`: may spoil a PIN. */
export function mixedFile(goods: string, rows: Record<number, number>, head = 'Artikel', change = (pin: string, _n: number): Made => pin): MixedFile {
  const pins = Object.fromEntries(Object.entries(rows).map(([euros, count]) => [euros, Array.from({ length: count }, () => freshPin(PIN_LENGTH))]))
  const lines = Object.entries(pins).flatMap(([euros, all]) => all.map((pin, n) => [goods, { number: euros }, change(pin, n), `S${pin.slice(0, 6)}`]))
  const book = workbook({ Cards: [['Delivery of today'], [head, 'Wert', 'PIN', 'Seriennummer'], ...lines] })
  return { name: 'delivery.xlsx', mimeType: 'application/octet-stream', buffer: Buffer.from(book), pins }
}
