// What may be stored of a file's layout.
import type { Goods } from './supplier-files.sql.ts'

/** A text with this many digits may be a PIN from a column that was taken for another. */
const DIGITS = 8

/** Removes names and values of goods that may be PINs. */
export const withoutCodes = (goods: Goods): Goods => goods.filter(({ name, value }) => [name, value].every((text) => text.replace(/\D/g, '').length < DIGITS))
