// What one screen hands to the next without the address: a text that may be a whole code must not stand there. It is taken once, and only by the next screen.
let handed: { to: string; text: string } | undefined

export function handOver(to: string, text: string): void {
  handed = { to, text }
}

/** What was handed to the screen at this path; empty when it was opened in another way. */
export function takeOver(path: string): string {
  const { to, text } = handed ?? { to: '', text: '' }
  handed = undefined
  return to === path ? text : ''
}
