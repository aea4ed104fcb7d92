// What a list is searched by: letters folded as contract/kit/fold.ts does it. Found by strpos(): it knows no patterns, and is quicker than `like`.
import { fold } from '../../contract/kit/fold.ts'

/** Folded; null where nothing is searched for. */
export const searchFor = (text: string | undefined): string | null => (text ? fold(text) : null)

/** SQL: a column folded as fold() does it, for texts that have no folded column of their own. Held together by search.test.ts. */
export const foldedSql = (column: string): string =>
  `replace(replace(replace(translate(lower(translate(regexp_replace(normalize(${column}, NFKD), '[\\u0300-\\u036f]', '', 'g'), 'ıİI', 'iii')), 'øłđ', 'old'), 'ß', 'ss'), 'œ', 'oe'), 'æ', 'ae')`
