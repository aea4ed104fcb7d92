// What one types into stays in view: above an on-screen keyboard that covers the page instead of making it smaller, and between header and bottom bar of a
// window so low (a page at 400 %) that the till has nothing fixed.
const root = document.documentElement
const view = window.visualViewport

/** --keyboard: how much of the window's lower edge is covered; what sticks to that edge adds it. */
function measure() {
  if (!view) return
  const isZoomed = view.scale > 1.05
  const covered = isZoomed ? 0 : Math.max(0, innerHeight - view.height - view.offsetTop)
  root.style.setProperty('--keyboard', `${Math.round(covered)}px`)
  if (covered > 0) show(document.activeElement)
}

/** A field takes the focus without scrolling, so that tiles stay where they are; where it would be hidden it is scrolled to. */
function show(field: EventTarget | null) {
  if (!(field instanceof HTMLInputElement) || !field.closest('main')) return
  const end = view ? view.offsetTop + view.height : innerHeight
  if (end > LOW && end >= innerHeight) return
  const { top, bottom } = field.getBoundingClientRect()
  if (top < 0 || bottom > end - BAR) field.scrollIntoView({ block: 'center' })
}

/** The bar below, on phones. */
const BAR = 64
/** As in the styles. */
const LOW = 479

view?.addEventListener('resize', measure)
addEventListener('focusin', ({ target }) => requestAnimationFrame(() => show(target)))

export {}
