// The content of a slip, part by part. The browser's print draws the same list that a slip printer gets as lines, so both slips have the same content.
export type Part =
  | { is: 'text'; text: string; look?: 'bold' | 'small' | 'value'; centred?: true }
  | { is: 'ends'; left: string; right: string; look: 'bold' | 'small' }
  /** A PIN in its groups of digits; `tight`: the slip has several PINs. */
  | { is: 'pin'; text: string; tight?: true }
  /** A text in a frame that marks a practice slip. */
  | { is: 'mark'; text: string; tight?: true }
  | { is: 'line' }
  /** The line along which a card is cut off by hand. */
  | { is: 'cut'; text: string; tight?: true }
  /** The code that a telephone dials after reading the QR code. */
  | { is: 'dial'; dials: string; label: string }

/** The parts of one separate piece of paper. */
export type Page = readonly Part[]
