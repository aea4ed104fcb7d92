// Starred pages: only the first ten are kept. Pure functions.
export const STARS_MAX = 10

/** The starred pages after a press on the star: the page is added at the end, or removed; an eleventh is not added. */
export const toggled = (starred: readonly string[], path: string): string[] =>
  starred.includes(path) ? starred.filter((one) => one !== path) : [...starred, path].slice(0, STARS_MAX)
