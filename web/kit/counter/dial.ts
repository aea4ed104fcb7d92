// The code that a telephone dials to redeem a card (*104*PIN#), found in the product's text. The browser itself draws it as a QR code, on paper only, so the
// PIN is neither in the URL of a request nor known to a third party.

/** Finds a code to dial: up to three groups of digits, then the placeholder for the PIN as product texts write it. */
export const DIALLED = /([*#]{1,2}\d{1,6}(?:\*\d{1,6}){0,2}\*)(?:PIN|<PIN>|\[PIN\]|\{PIN\}|CODE|<CODE>|\[CODE\])#/i

export function dialOf(instructions: string, pin: string): string | undefined {
  const before = DIALLED.exec(instructions)?.[1]
  // In an address a # would start a fragment, so it is written as %23.
  return before && /^\d{4,20}$/.test(pin) ? `tel:${before.replaceAll('#', '%23')}${pin}%23` : undefined
}
