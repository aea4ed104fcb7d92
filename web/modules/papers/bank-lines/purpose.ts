// Reads the purpose of a SEPA transfer as German banks write it: its parts follow markers, as in "EREF+4711 SVWZ+Invoice 12".
import { ownReference } from './statement.ts'

const MARKER = /(EREF|KREF|MREF|CRED|DEBT|COAM|OAMT|SVWZ|ABWA|ABWE|PURP|IBAN|BIC)\+/

export const startsWithMarker = (text: string): boolean => new RegExp(`^${MARKER.source}`).test(text)

export type Purpose = { purpose: string; end_to_end: string; batch: string; iban: string }

/**
 * The purpose is the part after SVWZ. Without that part it is the text before the first marker, and without markers the whole text. `batch` names a collection
 * of ours.
 */
export function purposeOf(text: string): Purpose {
  const [before = '', ...marked] = text.split(MARKER)
  const part = (name: string) => marked.flatMap((one, i) => (i % 2 === 0 && one === name ? (marked[i + 1] ?? '') : [])).join(' ')
  return {
    purpose: part('SVWZ').trim() || before.trim(),
    end_to_end: part('EREF').trim(),
    batch: ownReference(part('KREF')),
    iban: part('IBAN').trim().split(/\s/)[0] ?? '',
  }
}
