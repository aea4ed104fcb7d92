// Keeps numbers in a text from being broken across lines. Figures and dates have no-break spaces already (kit/base/format.ts).
import type { ReactNode } from 'react'

/** Matches a telephone number or a number with hyphens, such as an invoice's. A longer number may be broken, because it would not fit on a phone. */
const ONE = /\+\d[\d ()-]{4,20}\d|(?<!\S)(?=\S{0,28}\d)(?=\S{1,28}(?!\S))\S*-\S*/

/** Returns a text as elements in which the numbers that ONE matches are not broken across lines. */
export function unbroken(text: string): ReactNode {
  const one = ONE.exec(text)
  if (!one) return text
  return (
    <>
      {text.slice(0, one.index)}
      <span className="nowrap">{one[0]}</span>
      {unbroken(text.slice(one.index + one[0].length))}
    </>
  )
}
