// Passes a text from one screen to the next without putting it in the address, because the text may be a PIN. Only the next screen can read it, once.
let handed: { to: string; text: string } | undefined

export function handOver(to: string, text: string): void {
  handed = { to, text }
}

/** Returns the text passed to the screen at this path; empty if the screen was opened in another way. */
export function takeOver(path: string): string {
  const { to, text } = handed ?? { to: '', text: '' }
  handed = undefined
  return to === path ? text : ''
}
