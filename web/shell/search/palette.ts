// The palette's items and how typing filters them: pure functions. A page is found by any part of its name, or by the first letters of its words.
import { fold } from '../../../contract/kit/fold.ts'

export type Item = {
  id: string
  label: string
  hint?: string | undefined
  /** The path of the page that the item opens, also in a new tab; items without it run `act` instead. */
  to?: string
  act?: () => void
}
export type ItemGroup = { name: string; items: readonly Item[] }

const initials = (folded: string) =>
  folded
    .split(/[^\p{L}\p{N}]+/u)
    .map((word) => word[0] ?? '')
    .join('')

export function isFound(label: string, typed: string): boolean {
  const [text, part] = [fold(label), fold(typed).trim()]
  return text.includes(part) || initials(text).startsWith(part.replace(/\s+/g, ''))
}

/** The matching items; those whose label begins with the typed text come first. */
export function narrowed(items: readonly Item[], typed: string): Item[] {
  const part = fold(typed).trim()
  const rank = ({ label }: Item) => (fold(label).startsWith(part) ? 0 : 1)
  return items.filter(({ label }) => isFound(label, typed)).sort((a, b) => rank(a) - rank(b))
}

/** Groups that are not empty, with each item only in the first group that has it. */
export function withoutRepeats(groups: readonly ItemGroup[]): ItemGroup[] {
  const seen = new Set<string>()
  return groups.map(({ name, items }) => ({ name, items: items.filter(({ id }) => !seen.has(id) && seen.add(id)) })).filter(({ items }) => items.length > 0)
}

/** The index after `by` steps, wrapping at both ends. */
export const stepped = (at: number, by: number, count: number) => (count === 0 ? 0 : (at + by + count) % count)
