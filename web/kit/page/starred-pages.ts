// Starred pages, as pure functions: a user has at most ten.
export const STARS_MAX = 10

/** Returns the starred pages after a press on the star: the page is added at the end, or removed. An eleventh page is not added. */
export const toggled = (starred: readonly string[], path: string): string[] =>
  starred.includes(path) ? starred.filter((one) => one !== path) : [...starred, path].slice(0, STARS_MAX)
