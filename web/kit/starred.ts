// The first ten starred pages are kept: pure.
export const STARS_MAX = 10

/** With the page at the end, or without it; an eleventh is not kept. */
export const toggled = (starred: readonly string[], path: string): string[] =>
  starred.includes(path) ? starred.filter((one) => one !== path) : [...starred, path].slice(0, STARS_MAX)
