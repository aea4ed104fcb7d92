// JSON that strangers send: how deep and how much is looked at before it is parsed, because walking what comes out of it costs stack and time.

/** Lists and objects in one another: of ours none has more than six. */
const LEVELS_MAX = 32
/** The most that goes into a form with an id in every row, three values a row. */
const VALUES_MAX = 12_000

const QUOTE = 0x22
const ESCAPE = 0x5c
const COMMA = 0x2c

/** Whether a text has no more levels and values than anybody needs. Well-formed it need not be: the parser says so. */
function isModest(text: string): boolean {
  let [levels, values, quoted] = [0, 1, false]
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (quoted && code === ESCAPE) i++
    else if (code === QUOTE) quoted = !quoted
    else if (quoted) continue
    else if (code === COMMA) values++
    // [ and {, ] and }: each pair is 0x20 apart.
    else if ((code & 0xdf) === 0x5b) levels++
    else if ((code & 0xdf) === 0x5d) levels--
    if (levels > LEVELS_MAX || values > VALUES_MAX) return false
  }
  return true
}

/** Throws a SyntaxError where JSON.parse does, and where there is too much of it. */
export function parseJson<T = unknown>(text: string, reviver?: (name: string, value: unknown) => unknown): T {
  if (!isModest(text)) throw new SyntaxError('too deep or too much')
  return JSON.parse(text, reviver)
}
