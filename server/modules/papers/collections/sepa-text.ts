// Texts in the characters that every bank of SEPA takes (EPC217-08).

/** Letters that do not consist of a basic letter and an accent, and umlauts as they are written in German names. */
const LETTERS: Record<string, string> = {
  ...{ ä: 'ae', ö: 'oe', ü: 'ue', Ä: 'Ae', Ö: 'Oe', Ü: 'Ue', ß: 'ss', ẞ: 'SS', æ: 'ae', Æ: 'AE', ø: 'o', Ø: 'O', œ: 'oe', Œ: 'OE' },
  ...{ ł: 'l', Ł: 'L', đ: 'd', Đ: 'D', ð: 'd', Ð: 'D', þ: 'th', Þ: 'TH', ı: 'i', '&': '+', '’': "'", '‘': "'", '–': '-', '—': '-' },
}

/** Writes a text in the letters A to Z, digits and the signs of the set, cut to a length. A sign that has no counterpart becomes a full stop. */
export const sepaText = (text: string, max: number): string =>
  [...text.normalize('NFC')]
    .map((sign) => LETTERS[sign] ?? sign.normalize('NFD').replace(/\p{M}/gu, ''))
    .join('')
    .replace(/\s+/g, ' ')
    .replace(/[^A-Za-z0-9/?:().,'+ -]/gu, '.')
    .trim()
    .slice(0, max)
    .trim()
