// The parts of a request or an answer that may be logged: fields declared by the adapter, by name. Of every other field only the length is logged, so that an
// unexpected field, a PIN under a new name, never reaches a log.

/** `plain`: fields logged as they are, or looked into. `endings`: people's numbers, of which the last three digits are logged. */
export type Shown = { plain: ReadonlySet<string>; endings: ReadonlySet<string> }

export type Masked = null | boolean | number | string | readonly Masked[] | { readonly [name: string]: Masked }

const TEXT_MAX = 300
const ROWS_MAX = 5
const DEPTH_MAX = 12

export const hidden = (text: string) => (text === '' ? '' : `•${text.length}`)
export const ending = (text: string) => (text.length > 6 ? `•••${text.slice(-3)}` : hidden(text))
const cut = (text: string) => (text.length > TEXT_MAX ? `${text.slice(0, TEXT_MAX)}…` : text)

/** Long numbers are shortened in a sentence, which may contain a telephone number: "+4915112345678 is barred". */
const told = (text: string) => (text.includes(' ') ? text.replace(/\+?\d{6,}/g, ending) : text)

/** `passengers[0][firstname]` is a `firstname`. */
const wordOf = (name: string) => /(\w+)\]?$/.exec(name)?.[1] ?? name

function shownAs(text: string, name: string, { plain, endings }: Shown): string {
  if (plain.has(name)) return cut(told(text))
  return endings.has(name) ? ending(text) : hidden(text)
}

/** `name`: the name of the value's field; rows of a list have the list's name. Of long lists the first rows are logged, and their number. */
export function masked(value: unknown, shown: Shown, name = '', depth = 0): Masked {
  if (value === null || value === undefined) return null
  if (typeof value === 'boolean') return value
  if (typeof value !== 'object') return shownAs(String(value), name, shown)
  if (depth >= DEPTH_MAX) return '…'
  if (Array.isArray(value)) {
    const rows = value.slice(0, ROWS_MAX).map((row) => masked(row, shown, name, depth + 1))
    return value.length > ROWS_MAX ? [...rows, `… ${value.length}`] : rows
  }
  if (name !== '' && !shown.plain.has(name)) return `•${Object.keys(value).length}`
  return Object.fromEntries(Object.entries(value).map(([key, of]) => [cut(key), masked(of, shown, wordOf(key), depth + 1)]))
}
