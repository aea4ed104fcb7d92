// Limits that the screen shows and the reader enforces.

export const FILE_MAX = 20_000_000
export const FILES_MAX = 10
/** The most rows of all files that are dropped together; larger files go through the three steps, which allow five million. */
export const ROWS_MAX = 200_000
