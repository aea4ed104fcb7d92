// Keeps the focused input visible. The input stays above an on-screen keyboard that covers part of the page. In a window so low that the till has no fixed
// parts (a page at 400 % zoom) it stays between header and bottom bar.
const root = document.documentElement
const view = window.visualViewport

/** Sets the CSS variable --keyboard to the height that an on-screen keyboard covers; elements fixed to the window's lower edge move up by this height. */
function measure() {
  if (!view) return
  const isZoomed = view.scale > 1.05
  const covered = isZoomed ? 0 : Math.max(0, innerHeight - view.height - view.offsetTop)
  root.style.setProperty('--keyboard', `${Math.round(covered)}px`)
  if (covered > 0) show(document.activeElement)
}

/** Scrolls a focused field into view if it is hidden. If it is visible nothing scrolls, so that the tiles stay in place. */
function show(field: EventTarget | null) {
  if (!(field instanceof HTMLInputElement) || !field.closest('main')) return
  const end = view ? view.offsetTop + view.height : innerHeight
  if (end > LOW && end >= innerHeight) return
  const { top, bottom } = field.getBoundingClientRect()
  if (top < 0 || bottom > end - BAR) field.scrollIntoView({ block: 'center' })
}

/** The height of the bottom bar on phones, in pixels. */
const BAR = 64
/** In windows up to this height, in pixels, no part of the till is fixed. The style sheets contain the same number. */
const LOW = 479

view?.addEventListener('resize', measure)
addEventListener('focusin', ({ target }) => requestAnimationFrame(() => show(target)))

export {}
