// Repeatable randomness: the same seed gives the same numbers everywhere.

/** A generator of random numbers from a seed (Mulberry32). Its numbers must be repeatable but need not be secure, so 32 bits of state are enough. */
export function seeded(seed: number) {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (n: number) => Math.floor(next() * n)
  const pick = <T>(values: readonly T[]): T => values[below(values.length)] as T
  return { below, pick, chance: (share: number) => next() < share }
}
export type Dice = ReturnType<typeof seeded>
