// Makes texts comparable for the search in every language. Letters are changed to small letters only in this file, because any other way breaks the Turkish
// i.
const letters: Record<string, string> = { ß: 'ss', œ: 'oe', æ: 'ae', ø: 'o', ł: 'l', đ: 'd' }

/** Returns a text without case, accents and ligatures, for comparisons: "Sakızlı" and "SAKIZLI" give the same result. */
export const fold = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replace(/[ıİI]/g, 'i')
    .toLowerCase()
    .replace(/[ßœæøłđ]/g, (letter) => letters[letter] ?? letter)

export const foldedIncludes = (text: string, part: string) => fold(text).includes(fold(part))
