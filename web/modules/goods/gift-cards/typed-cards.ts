// Cards that are typed, scanned or pasted but not sent yet. They are kept only in this screen's memory, because a code is a secret.

export type TypedCard = { key: number; pin: string; serial: string; expires_on: string }

/** The most cards that can be typed into one batch. */
export const CARDS_MOST = 200

let keys = 0
export const emptyRow = (given: Partial<TypedCard> = {}): TypedCard => ({ pin: '', serial: '', expires_on: '', ...given, key: ++keys })

/** Returns the rows with a code. */
export const givenOf = (rows: readonly TypedCard[]) => rows.filter(({ pin }) => pin.trim() !== '')

/** Returns the cards as the call takes them, without blank rows. */
export const cardsOf = (rows: readonly TypedCard[]) =>
  givenOf(rows).map(({ pin, serial, expires_on }) => ({ pin: pin.trim(), serial: serial.trim(), ...(expires_on ? { expires_on } : {}) }))

/** Reads a pasted column of codes, each with the serial beside it if there is one; at most CARDS_MOST of them. Returns undefined for a single code. */
export function pastedRows(text: string): TypedCard[] | undefined {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '')
  if (lines.length < 2) return undefined
  return lines.slice(0, CARDS_MOST).map((line) => {
    const [pin = '', serial = ''] = line.split(/[\t;]/).map((cell) => cell.trim())
    return emptyRow({ pin, serial })
  })
}
