// Limits that the screen shows and the code that reads files enforces.

export const FILE_MAX = 20_000_000
export const FILES_MAX = 10
/** The most rows in all files that are dropped together. A larger file is imported in the usual three steps, which allow five million rows. */
export const ROWS_MAX = 200_000
