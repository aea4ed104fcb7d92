// Limits that the screen shows and the reader enforces.

export const FILE_MAX = 20_000_000
export const FILES_MAX = 10
/** Rows of all files dropped together; larger files go through the three steps, which take five million. */
export const ROWS_MAX = 200_000
