// Bounds that the screen says and the reader keeps.

export const FILE_MAX = 20_000_000
export const FILES_MAX = 10
/** Rows of all files dropped together; more go through the three steps, which take five million. */
export const ROWS_MAX = 200_000
