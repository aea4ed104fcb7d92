// How far down each entry of the browser's history was scrolled. The positions are stored in this tab, so that they are known after a reload.
const STORED = 'scroll_positions'
/** The number of entries remembered. */
const MOST = 50

function read(): Record<string, number> {
  try {
    return JSON.parse(sessionStorage.getItem(STORED) ?? '{}')
  } catch {
    return {}
  }
}

export function keepScroll(key: string): void {
  const { [key]: _, ...others } = read()
  const kept = Object.entries({ ...others, [key]: Math.round(scrollY) }).slice(-MOST)
  sessionStorage.setItem(STORED, JSON.stringify(Object.fromEntries(kept)))
}

/** Returns how far down an entry was when it was left; 0 if it is new. */
export const scrollOf = (key: string): number => read()[key] ?? 0
