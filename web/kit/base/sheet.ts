// The page a document is printed on, as a rule of CSS: a slip's has its length; A4 has a head, a foot and the number of the page on each.

/** Paper widths in mm that thermal printers have. */
export const papers = [58, 80] as const
export type Paper = (typeof papers)[number]

/** Text in the margins of every page; a foot may have several lines. */
export type Margins = { head?: readonly [left: string, right: string]; foot?: string }

/** Browsers turn "80mm auto" into US Letter, so the height has to be set. */
export const slipPage = (width: Paper, height_mm: number) => `@page { size: ${width}mm ${height_mm}mm; margin: 0; }`

const FONT = `font: 8pt Arial, 'Liberation Sans', sans-serif;`

/** Only the browser knows how many pages there are, so it counts them itself. */
export const a4Page = ({ head = ['', ''], foot = '' }: Margins) => `@page { size: A4; margin: 18mm 15mm 22mm 20mm;
  @top-left { content: ${quoted(head[0])}; ${FONT} }
  @top-right { content: ${quoted(head[1])}; ${FONT} }
  @bottom-left { content: ${quoted(foot)}; white-space: pre; text-align: left; ${FONT} }
  @bottom-right { content: counter(page) " / " counter(pages); ${FONT} } }`

/** A string of CSS that no text can end, and no end of the style element either. */
const quoted = (text: string) => `"${text.replace(/["\\<\n\r\f]/g, (sign) => `\\${sign.charCodeAt(0).toString(16)} `)}"`
