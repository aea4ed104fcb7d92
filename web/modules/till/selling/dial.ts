// What a telephone dials to redeem a card (*104*PIN#), as the text of the product says it. It is drawn as a QR code here, on paper only: no address of ours and
// nobody else ever has the PIN.

/** Up to three numbers, then the word for the PIN, as product texts write it. */
export const DIALLED = /([*#]{1,2}\d{1,6}(?:\*\d{1,6}){0,2}\*)(?:PIN|<PIN>|\[PIN\]|\{PIN\}|CODE|<CODE>|\[CODE\])#/i

export function dialOf(instructions: string, pin: string): string | undefined {
  const before = DIALLED.exec(instructions)?.[1]
  // A # begins something else in an address.
  return before && /^\d{4,20}$/.test(pin) ? `tel:${before.replaceAll('#', '%23')}${pin}%23` : undefined
}
