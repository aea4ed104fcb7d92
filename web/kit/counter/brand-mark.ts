// The drawn mark of a brand without a picture: its letters on a colour. Both are computed from the name alone, so every till draws the same mark.
import { fold } from '../../../contract/kit/fold.ts'

/** The number of colours that marks have: the variables --mark-0 and following in themes/tokens.css. */
export const MARKS = 12

export const markOf = (name: string): number => [...fold(name)].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 9973, 7) % MARKS

/** Returns the letters of a mark: OH for "Orange Holiday", Le for "Lebara", PCS for "PCS". */
export function monogram(name: string): string {
  const [first = '', second] = name.split(/[^\p{L}\p{N}]+/u).filter(Boolean)
  const letters = [...first]
  return second ? (letters[0] ?? '') + ([...second][0] ?? '') : letters.slice(0, letters.length > 3 ? 2 : 3).join('')
}
