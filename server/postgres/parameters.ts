// Queries name their parameters (`:tenant_id`), PostgreSQL numbers them ($1). Each query text is translated once and cached: later calls only look it up.

/** The values of a query by the names in its text. */
export type Values = Readonly<Record<string, unknown>>

type Translated = { text: string; names: readonly string[] }

/**
 * Colons in texts, quoted names, comments, casts and `:=` do not begin parameters, so the pattern skips those as a whole. In `path[1:n]` the colon follows a
 * value and is no parameter either.
 */
const PIECES = /'(?:[^']|'')*'|"[^"]*"|--[^\n]*|\/\*[\s\S]*?\*\/|\$(\w*)\$[\s\S]*?\$\1\$|::|:=|(?<![\w\])]):([a-z_][a-z0-9_]*)/gi

/** The translated query texts. The cache does not grow without limit, because query texts are written in the code and never built from user input. */
const translated = new Map<string, Translated>()

/** The statement for PostgreSQL. A name without a value, or a value without a name, is a mistake in the code and throws. */
export function positional(text: string, values: Values): { text: string; values: unknown[] } {
  let known = translated.get(text)
  if (!known) {
    known = translate(text)
    translated.set(text, known)
  }
  const { names } = known
  const missing = names.find((name) => !(name in values))
  if (missing !== undefined) throw new Error(`a query without a value for :${missing}: ${text}`)
  const unused = Object.keys(values).length > names.length && Object.keys(values).find((name) => !names.includes(name))
  if (unused) throw new Error(`a query that does not use :${unused}: ${text}`)
  return { text: known.text, values: names.map((name) => values[name]) }
}

function translate(text: string): Translated {
  const names: string[] = []
  const counted = text.replace(PIECES, (piece, _, name: string | undefined) => {
    if (name === undefined) return piece
    if (!names.includes(name)) names.push(name)
    return `$${names.indexOf(name) + 1}`
  })
  return { text: counted, names }
}

/** SQL of an `insert` whose parameters are named like its columns: `(id, name) values (:id, :name)`. */
export const columnsAndValues = (names: readonly string[]): string => `(${names.join(', ')}) values (${names.map((name) => `:${name}`).join(', ')})`
