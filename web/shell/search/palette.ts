// The items of the palette and how typing filters them, as pure functions. An item is found by any part of its name, by the first letters of its words, or by
// the beginning of another word for it.
import { fold } from '../../../contract/kit/fold.ts'

export type Item = {
  id: string
  label: string
  hint?: string | undefined
  /** The path of the page that the item opens, also in a new tab. Items without a path run `act`. */
  to?: string
  act?: () => void
  /** Other words by which people look for the item, separated by commas. */
  words?: string | undefined
  /** Whether the palette stays open when the item is chosen. */
  stays?: boolean
}
/** How many items of a group are shown before the group is opened. */
export const SHOWN = 3
/** How many letters must be typed to find an item by one of its other words (`words`). */
const WORD_MIN = 3
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

/**
 * Returns how well an item matches a typed text: 0 if its name begins with the text, 1 if its name contains it or its words have these first letters, 2 if
 * one of its other words (`words`) begins with the text; undefined if it does not match.
 */
function rankOf({ label, words = '' }: Item, typed: string): 0 | 1 | 2 | undefined {
  const part = fold(typed).trim()
  if (fold(label).startsWith(part)) return 0
  if (isFound(label, typed)) return 1
  return part.length >= WORD_MIN &&
    fold(words)
      .split(/,\s*/)
      .some((word) => word.startsWith(part))
    ? 2
    : undefined
}

/** Returns the matching items, the best matches first. */
export const narrowed = (items: readonly Item[], typed: string): Item[] =>
  items
    .flatMap((item) => {
      const rank = rankOf(item, typed)
      return rank === undefined ? [] : { item, rank }
    })
    .sort((a, b) => a.rank - b.rank)
    .map(({ item }) => item)

/** Shortens groups of more than four items to the first three and an item that shows the rest; `opened`: the names of groups that are not shortened. */
export const shortened = (groups: readonly ItemGroup[], opened: readonly string[], more: (group: ItemGroup) => Item): ItemGroup[] =>
  groups.map((group) =>
    group.items.length <= SHOWN + 1 || opened.includes(group.name) ? group : { ...group, items: [...group.items.slice(0, SHOWN), more(group)] },
  )

/** Returns the groups that are not empty, with each item only in the first group that contains it. */
export function withoutRepeats(groups: readonly ItemGroup[]): ItemGroup[] {
  const seen = new Set<string>()
  return groups.map(({ name, items }) => ({ name, items: items.filter(({ id }) => !seen.has(id) && seen.add(id)) })).filter(({ items }) => items.length > 0)
}

/** Returns the index `by` steps further in a list of `count` items; after the last item follows the first. */
export const stepped = (at: number, by: number, count: number) => (count === 0 ? 0 : (at + by + count) % count)
