// Limits that the screen shows and the reader enforces.

export const FILE_MAX = 20_000_000
export const FILES_MAX = 10
/** The most rows of all files that are dropped together; a larger file is imported in the usual three steps, which allow five million rows. */
export const ROWS_MAX = 200_000
