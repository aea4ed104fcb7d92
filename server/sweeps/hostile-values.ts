// Unexpected values for fields, and forms that contain them.
import { FORM_BYTES_MAX } from '../http/forms.ts'
import { LARGE_BYTES } from '../http/places.ts'
import type { Sent } from './form-reader.ts'

/** The most bytes of one value; the rest of the form needs the remaining room. */
const BODY_BYTES = FORM_BYTES_MAX - 20_000

/** JSON nested this many levels deep; enough levels overflow the stack of a recursive walk. */
export function deep(levels: number): string {
  return `${'{"a":['.repeat(levels)}${']}'.repeat(levels)}`
}

export const VALUES: unknown[] = [
  '',
  '\0',
  'a\0b',
  "' or 1=1 --",
  '%_\\',
  '9'.repeat(400),
  '-1',
  '1e308',
  'NaN',
  '{"__proto__":{"x":1}}',
  '[]',
  [],
  {},
  true,
  1e308,
  -0.5,
  '\ud800',
  '😀'.repeat(300),
  '2026-02-31',
  '0000-01-01',
  '0001-01-01',
  '9999-12-31',
  deep(6_000),
]

export type Pair = readonly [field: string, value: unknown]
/** The form with these values in these fields, among them fields such as `constructor`, whose names every JavaScript object has. */
export const withValue = (form: Sent, ...pairs: readonly Pair[]): Sent => ({ ...form, ...Object.fromEntries(pairs) })

/** Whether a form is so large that an anonymous caller is refused before it is read. */
export const isLarge = (sent: Sent): boolean => Buffer.byteLength(JSON.stringify(sent)) > LARGE_BYTES

/** Puts the pairs into as few bodies as possible. `isPublic`: anonymous bodies, which must be small. */
export function inBodies(pairs: readonly Pair[], isPublic: boolean): Pair[][] {
  const most = isPublic ? LARGE_BYTES / 2 : BODY_BYTES
  const bodies: Pair[][] = []
  let bytes = Number.POSITIVE_INFINITY
  for (const pair of pairs) {
    const more = JSON.stringify(pair).length
    bytes += more
    if (bytes > most) {
      bodies.push([])
      bytes = more
    }
    bodies.at(-1)?.push(pair)
  }
  return bodies
}
