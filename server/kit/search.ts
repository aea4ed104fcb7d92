// What a list is searched by: letters folded as contract/kit/fold.ts does it, and nothing in it that `like` would take for a pattern.
import { fold } from '../../contract/kit/fold.ts'

/** For `like`: a text that stands for itself. */
export const likeText = (text: string): string => text.replaceAll(/[\\%_]/g, '\\$&')

/** The same folded; null where nothing is searched for. */
export const searchFor = (text: string | undefined): string | null => (text ? likeText(fold(text)) : null)

/** SQL: a column folded as fold() does it, for texts that have no folded column of their own. Held together by search.test.ts. */
export const foldedSql = (column: string): string =>
  `replace(replace(replace(translate(lower(translate(regexp_replace(normalize(${column}, NFKD), '[\\u0300-\\u036f]', '', 'g'), 'ıİI', 'iii')), 'øłđ', 'old'), 'ß', 'ss'), 'œ', 'oe'), 'æ', 'ae')`
