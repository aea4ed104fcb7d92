// Parses JSON from clients. Its depth and size are checked before it is parsed, because walking through the result costs stack and time.

/** The greatest depth of nested lists and objects; our own clients send at most six levels. */
const LEVELS_MAX = 32
/** The most values in a parsed text: the 1,000 customers of the largest move have 16 cells each. A list with more values is refused, even below its own limit. */
const VALUES_MAX = 16_000

const QUOTE = 0x22
const ESCAPE = 0x5c
const COMMA = 0x2c

/** Whether a text stays within the bounds of depth and size. The text may be malformed; the parser reports that. */
function isModest(text: string): boolean {
  let [levels, values, quoted] = [0, 1, false]
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (quoted && code === ESCAPE) i++
    else if (code === QUOTE) quoted = !quoted
    else if (quoted) continue
    else if (code === COMMA) values++
    // The codes of [ and { differ only by 0x20, and so do those of ] and }.
    else if ((code & 0xdf) === 0x5b) levels++
    else if ((code & 0xdf) === 0x5d) levels--
    if (levels > LEVELS_MAX || values > VALUES_MAX) return false
  }
  return true
}

/** Parses a text. Throws a SyntaxError as JSON.parse does, and also if the text exceeds the bounds. */
export function parseJson<T = unknown>(text: string, reviver?: (name: string, value: unknown) => unknown): T {
  if (!isModest(text)) throw new SyntaxError('too deep or too much')
  return JSON.parse(text, reviver)
}
