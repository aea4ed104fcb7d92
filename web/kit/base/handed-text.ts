// Passes a text from one screen to the next without the address, because the text may be a PIN. It can be taken once, and only by the next screen.
let handed: { to: string; text: string } | undefined

export function handOver(to: string, text: string): void {
  handed = { to, text }
}

/** The text passed to the screen at this path; empty when it was opened in another way. */
export function takeOver(path: string): string {
  const { to, text } = handed ?? { to: '', text: '' }
  handed = undefined
  return to === path ? text : ''
}
