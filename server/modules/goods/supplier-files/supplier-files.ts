// Decides which data of a file's layout may be stored.
import type { Goods } from './supplier-files.sql.ts'

/** A text with at least this many digits may be a PIN, because the user may have named a column of PINs as the product column. */
const DIGITS = 8

/** Leaves out goods whose name or value may be a PIN. */
export const withoutCodes = (goods: Goods): Goods => goods.filter(({ name, value }) => [name, value].every((text) => text.replace(/\D/g, '').length < DIGITS))
