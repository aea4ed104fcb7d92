// The last three digits of a recharged number determine the outcome and its time, as in suppliers' sandboxes.
const SECOND = 1_000
const DELAYS: Readonly<Record<string, number>> = { 1: 3 * SECOND, 2: 20 * SECOND, 3: 300 * SECOND }
export type Ending = { after_ms: number; fails: 'operator' | 'recipient' | null }

/**
 * A recharge of a number that ends in 10x ends after 3 s, in 20x after 20 s, in 30x after 5 min. With x = 4 it fails at the operator, with x = 5 the number
 * is barred there. Any other number takes a second and works.
 */
export function endingOf(number: string): Ending {
  const [, delay = '', how = ''] = /([123])0([0-9])$/.exec(number) ?? []
  const fails = how === '4' ? 'operator' : how === '5' ? 'recipient' : null
  return { after_ms: DELAYS[delay] ?? SECOND, fails }
}

/** Whether a text is a telephone number that the supplier accepts: numbers that end in 102, 202 or 302 are refused at once, like texts that are no number. */
export const isNumber = (number: string): boolean => /^\+[1-9]\d{6,14}$/.test(number) && !/[123]02$/.test(number)
