// What German banks write into the purpose of a SEPA transfer: its parts behind markers, as in "EREF+4711 SVWZ+Invoice 12".

const MARKER = /(EREF|KREF|MREF|CRED|DEBT|COAM|OAMT|SVWZ|ABWA|ABWE|PURP|IBAN|BIC)\+/

export const startsWithMarker = (text: string): boolean => new RegExp(`^${MARKER.source}`).test(text)

/** A text without markers is the purpose; so is what stands before the first marker, if none says SVWZ. */
export function purposeOf(text: string): { purpose: string; end_to_end: string; iban: string } {
  const [before = '', ...marked] = text.split(MARKER)
  const part = (name: string) => marked.flatMap((one, i) => (i % 2 === 0 && one === name ? (marked[i + 1] ?? '') : [])).join(' ')
  return { purpose: part('SVWZ').trim() || before.trim(), end_to_end: part('EREF').trim(), iban: part('IBAN').trim().split(/\s/)[0] ?? '' }
}
