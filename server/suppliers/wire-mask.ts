// The parts of a request or an answer that may be logged: fields declared by the adapter, by name. Of every other field only its name and length are logged
// (true and false as they are), so that an unexpected value, such as a PIN under a new name, never reaches a log.

/**
 * `plain`: fields whose texts are logged unmasked, and objects whose fields are masked one by one. `endings`: people's numbers; their last three digits are
 * logged.
 */
export type Shown = { plain: ReadonlySet<string>; endings: ReadonlySet<string> }

export type Masked = null | boolean | number | string | readonly Masked[] | { readonly [name: string]: Masked }

const TEXT_MAX = 300
const ROWS_MAX = 5
const DEPTH_MAX = 12

export const hidden = (text: string) => (text === '' ? '' : `•${text.length}`)
export const ending = (text: string) => (text.length > 6 ? `•••${text.slice(-3)}` : hidden(text))
const cut = (text: string) => (text.length > TEXT_MAX ? `${text.slice(0, TEXT_MAX)}…` : text)

/** Replaces each long number in a sentence by its last three digits, since it may be a telephone number: "+4915112345678 is barred". */
const told = (text: string) => (text.includes(' ') ? text.replace(/\+?\d{6,}/g, ending) : text)

/** Returns the last word of a form field's name: `firstname` for `passengers[0][firstname]`. */
const wordOf = (name: string) => /(\w+)\]?$/.exec(name)?.[1] ?? name

function shownAs(text: string, name: string, { plain, endings }: Shown): string {
  if (plain.has(name)) return cut(told(text))
  return endings.has(name) ? ending(text) : hidden(text)
}

/**
 * Returns a value as it may be logged. `name`: the value's field; rows of a list have the list's name. For a long list the result has the first rows and the
 * number of all rows.
 */
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
