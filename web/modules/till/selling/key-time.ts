// When a key was typed: a key that had to wait for a sale (TypeAhead.tsx) is handled later than it was typed.
let typed_ms: number | undefined

/** Runs `handle` for a key that was typed at `at_ms`, in the milliseconds of `performance.now()`. */
export function asTypedAt(at_ms: number, handle: () => void) {
  typed_ms = at_ms
  try {
    handle()
  } finally {
    typed_ms = undefined
  }
}

export const isPressedAgain = () => typed_ms !== undefined
/** The time of the key that is handled now, in the milliseconds of `performance.now()`. */
export const keyTime = (): number => typed_ms ?? performance.now()
