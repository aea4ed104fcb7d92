// Interprets what was typed or scanned at the till: a tile's number, a barcode, or search words. The length of the input decides, never the speed of typing.
export type TillInput = { kind: 'blank' } | { kind: 'number'; number: number } | { kind: 'scan'; ean: string } | { kind: 'search' }

const NUMBER_DIGITS_MAX = 3
const SCAN_DIGITS_MIN = 8

export function readTillInput(text: string): TillInput {
  const typed = text.trim()
  if (typed === '') return { kind: 'blank' }
  if (!/^\d+$/.test(typed)) return { kind: 'search' }
  if (typed.length <= NUMBER_DIGITS_MAX) return { kind: 'number', number: Number(typed) }
  return typed.length >= SCAN_DIGITS_MIN ? { kind: 'scan', ean: typed } : { kind: 'search' }
}

export type Quantity = { kind: 'quantity'; quantity: number } | { kind: 'missing' } | { kind: 'too_many' } | { kind: 'scan'; ean: string }

/** Reads the text of the quantity field. A barcode there means the next product, because a scanner does not know which field has the focus. */
export function readQuantity(text: string, quantity_max: number): Quantity {
  const input = readTillInput(text)
  if (input.kind === 'scan') return input
  const quantity = /^\d+$/.test(text.trim()) ? Number(text) : 0
  if (quantity < 1) return { kind: 'missing' }
  return quantity > quantity_max ? { kind: 'too_many' } : { kind: 'quantity', quantity }
}

type Key = Pick<KeyboardEvent, 'code' | 'key' | 'shiftKey' | 'ctrlKey' | 'altKey' | 'metaKey'>

/** Returns the digit printed on the key. On a French layout a scanner that sends 1 2 3 4 5 types & é " ' (. */
export function digitOf({ code, key, shiftKey, ctrlKey, altKey, metaKey }: Key): string | undefined {
  if (shiftKey || ctrlKey || altKey || metaKey || key.length !== 1) return undefined
  return /^(?:Digit|Numpad)(\d)$/.exec(code)?.[1]
}

/** Returns 1 for the key + and -1 for the key −, on any layout; undefined for other keys, and for a minus on a key that also has a digit (French layout). */
export function stepOf(event: Key): 1 | -1 | undefined {
  if (event.ctrlKey || event.metaKey || event.altKey) return undefined
  if (event.code === 'NumpadAdd' || event.key === '+') return 1
  const isMinus = event.code === 'NumpadSubtract' || (event.key === '-' && digitOf(event) === undefined)
  return isMinus ? -1 : undefined
}
