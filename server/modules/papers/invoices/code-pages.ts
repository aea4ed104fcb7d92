// Encodes texts in the code pages that files for tax offices use.

/**
 * The characters that Windows-1252 has beyond Latin-1. A letter that Windows-1252 lacks loses its diacritics, and any other character that it lacks becomes a
 * question mark.
 */
const WINDOWS: Record<string, number> = {
  '€': 0x80,
  '‚': 0x82,
  '„': 0x84,
  '…': 0x85,
  Š: 0x8a,
  Œ: 0x8c,
  Ž: 0x8e,
  '‘': 0x91,
  '’': 0x92,
  '“': 0x93,
  '”': 0x94,
  '–': 0x96,
  '—': 0x97,
  š: 0x9a,
  œ: 0x9c,
  ž: 0x9e,
}
const PLAIN: Record<string, string> = { ı: 'i' }

/** The eight bytes that mean different characters in ISO 8859-15 and ISO 8859-1. The ISO 8859-1 characters of these bytes cannot be encoded. */
const LATIN9: Record<string, number> = { '€': 0xa4, Š: 0xa6, š: 0xa8, Ž: 0xb4, ž: 0xb8, Œ: 0xbc, œ: 0xbd, Ÿ: 0xbe }
const GIVEN_UP = new Set(Object.values(LATIN9))

export const windows1252 = (text: string): Buffer => encoded(text, WINDOWS, new Set())
export const latin9 = (text: string): Buffer => encoded(text, LATIN9, GIVEN_UP)

function encoded(text: string, own: Record<string, number>, without: ReadonlySet<number>): Buffer {
  const byte = (sign: string): number => {
    const code = sign.codePointAt(0) ?? 0
    if (code < 0x80 || (code >= 0xa0 && code <= 0xff && !without.has(code))) return code
    return own[sign] ?? -1
  }
  return Buffer.from(
    [...text].map((sign) => {
      const found = byte(sign)
      if (found >= 0) return found
      const base = byte(PLAIN[sign] ?? [...sign.normalize('NFD')][0] ?? '?')
      return base >= 0 ? base : 0x3f
    }),
  )
}
