// Chooses the page numbers that a list shows: all of them up to 12 pages; from 13 pages on the first, the last and those near the current page, with gaps
// between.
export const ELLIPSIS_FROM = 13
const VISIBLE = 9

export const pagesOf = (total: number, limit: number) => Math.max(1, Math.ceil(total / limit))

/** Returns the typed page, limited to the first and the last page; the current page if the text is no number. */
export const pageIn = (text: string, page: number, pages: number): number =>
  /^\s*-?\d{1,15}\s*$/.test(text) ? Math.min(Math.max(Number(text), 1), pages) : page

/** Returns the page numbers to show, counted from 1; 'gap' stands for numbers that are left out. */
export function pageButtons(page: number, pages: number): (number | 'gap')[] {
  if (pages < ELLIPSIS_FROM) return Array.from({ length: pages }, (_, index) => index + 1)
  const inner = VISIBLE - 4
  const first = Math.min(Math.max(page - (inner - 1) / 2, 3), pages - inner - 1)
  const middle = Array.from({ length: inner }, (_, index) => first + index)
  return [1, first > 3 ? 'gap' : 2, ...middle, first + inner < pages - 1 ? 'gap' : pages - 1, pages]
}
