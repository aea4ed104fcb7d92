// The content of a slip, part by part: drawn on a page for the browser's print, or set in lines for a slip printer. One list for both, so that they are the
// same.
export type Part =
  | { is: 'text'; text: string; look?: 'bold' | 'small' | 'value'; centred?: true }
  | { is: 'ends'; left: string; right: string; look: 'bold' | 'small' }
  /** A PIN in its groups; `tight`: one of several on a slip. */
  | { is: 'pin'; text: string; tight?: true }
  /** The mark of practice, in a frame. */
  | { is: 'mark'; text: string; tight?: true }
  | { is: 'line' }
  /** The line along which a card is cut off by hand. */
  | { is: 'cut'; text: string; tight?: true }
  /** The code a telephone dials when it reads the QR code. */
  | { is: 'dial'; dials: string; label: string }

/** The parts of one piece of paper. */
export type Page = readonly Part[]
