// What may be remembered of a file.
import type { Goods } from './supplier-files.sql.ts'

/** With as many digits it may be a PIN from a column that was taken for another. */
const DIGITS = 8

/** Nothing that may be a PIN is kept as the name or value of goods. */
export const withoutCodes = (goods: Goods): Goods => goods.filter(({ name, value }) => [name, value].every((text) => text.replace(/\D/g, '').length < DIGITS))
