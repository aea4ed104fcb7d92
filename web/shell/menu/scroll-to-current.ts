// Scrolls a menu that is longer than its place to the current entry.

/**
 * Scrolls `menu` by what `distance` returns for the places of the entry and of the menu in the window. An observer is told both places once the browser has
 * laid the page out; reading them at once would make it lay out the whole page an extra time. Returns a function that stops waiting for the places.
 */
export function scrollToCurrent(menu: Element | null, distance: (entry: DOMRectReadOnly, menu: DOMRectReadOnly) => ScrollToOptions) {
  const entry = menu?.querySelector('[aria-current]')
  if (!menu || !entry) return undefined
  const observer = new IntersectionObserver(
    ([seen]) => {
      observer.disconnect()
      if (seen?.rootBounds) menu.scrollBy(distance(seen.boundingClientRect, seen.rootBounds))
    },
    { root: menu },
  )
  observer.observe(entry)
  return () => observer.disconnect()
}
