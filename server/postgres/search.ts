// The search text of lists, folded as in contract/kit/fold.ts. It is matched by strpos(), which has no patterns and is quicker than `like`.
import { fold } from '../../contract/kit/fold.ts'

/** The text in small letters without accents; null if there is no search text. */
export const searchFor = (text: string | undefined): string | null => (text ? fold(text) : null)

/** SQL: a column folded as fold() does it, for texts that have no folded column of their own. search.test.ts compares this SQL with fold(). */
export const foldedSql = (column: string): string =>
  `replace(replace(replace(translate(lower(translate(regexp_replace(normalize(${column}, NFKD), '[\\u0300-\\u036f]', '', 'g'), 'ıİI', 'iii')), 'øłđ', 'old'), 'ß', 'ss'), 'œ', 'oe'), 'æ', 'ae')`
