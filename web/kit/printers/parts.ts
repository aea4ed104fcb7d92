// What a slip says, part by part: drawn on a page for the browser's print, or set in lines for a slip printer. One list for both, so that both say the same.
export type Part =
  | { is: 'text'; text: string; look?: 'bold' | 'small' | 'value'; centred?: true }
  | { is: 'ends'; left: string; right: string; look: 'bold' | 'small' }
  /** In its groups; `tight`: one of several on a slip. */
  | { is: 'pin'; text: string; tight?: true }
  /** That it is practice, in a frame. */
  | { is: 'mark'; text: string; tight?: true }
  | { is: 'line' }
  /** Where a card is cut off by hand. */
  | { is: 'cut'; text: string; tight?: true }
  /** What a telephone dials when it reads the QR code. */
  | { is: 'dial'; dials: string; label: string }

/** One piece of paper. */
export type Page = readonly Part[]
