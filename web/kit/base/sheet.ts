// The printed page of a document, as a CSS rule: a slip's page is as long as the slip; A4 pages have a header, a footer and the page number.

/** Paper widths in mm that thermal printers have. */
export const papers = [58, 80] as const
export type Paper = (typeof papers)[number]

/** Text in the margins of every page; a footer may have several lines. */
export type Margins = { head?: readonly [left: string, right: string]; foot?: string }

/** Returns the CSS rule of a slip's page. Its height has to be set, because browsers turn "80mm auto" into US Letter. */
export const slipPage = (width: Paper, height_mm: number) => `@page { size: ${width}mm ${height_mm}mm; margin: 0; }`

const FONT = `font: 8pt Arial, 'Liberation Sans', sans-serif;`

/** Returns the CSS rule of an A4 page with texts in its margins and the page number; the browser counts the pages, because only it knows their number. */
export const a4Page = ({ head = ['', ''], foot = '' }: Margins) => `@page { size: A4; margin: 18mm 15mm 22mm 20mm;
  @top-left { content: ${quoted(head[0])}; ${FONT} }
  @top-right { content: ${quoted(head[1])}; ${FONT} }
  @bottom-left { content: ${quoted(foot)}; white-space: pre; text-align: left; ${FONT} }
  @bottom-right { content: counter(page) " / " counter(pages); ${FONT} } }`

/** Writes a text as a CSS string that can neither end early nor end the style element. */
const quoted = (text: string) => `"${text.replace(/["\\<\n\r\f]/g, (sign) => `\\${sign.charCodeAt(0).toString(16)} `)}"`
