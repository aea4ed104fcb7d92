// Texts in the code page of older Windows programs.

/** Beyond Latin-1, the few signs that Windows puts where Latin-1 has none. Letters it lacks lose their marks, the rest becomes a question mark. */
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

export function windows1252(text: string): Buffer {
  const byte = (sign: string): number => {
    const code = sign.codePointAt(0) ?? 0
    if (code < 0x80 || (code >= 0xa0 && code <= 0xff)) return code
    return WINDOWS[sign] ?? -1
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
