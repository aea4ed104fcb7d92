// The database folds letters exactly as the browser and the server do, and a search text is never treated as a pattern.
import { expect, test } from 'vitest'
import { fold } from '../../contract/kit/fold.ts'
import { fileWorld } from '../test/world.ts'
import { foldedSql, searchFor } from './search.ts'

const w = await fileWorld()

/** The letters of Latin-1 and Latin Extended-A: those of all languages of the product, and of neighbouring languages. */
const LETTERS = Array.from({ length: 0x17f - 0x41 }, (_, i) => String.fromCharCode(0x41 + i)).filter((letter) => /\p{L}/u.test(letter))
const NAMES = ['Müller-Groß', 'SAKIZLI', 'Sakızlı', 'İstanbul', 'Œuvres', 'Ærø', 'Łódź', 'Đorđe', 'Épicerie du Marché', 'e\u0301toile']

test('every letter is folded to the same letters in SQL and in TypeScript', async () => {
  const texts = [...LETTERS, ...NAMES]
  const { rows } = await w.owner.query<{ folded: string }>(`select ${foldedSql('t')} as folded from unnest($1::text[]) with ordinality as x(t, n) order by n`, [
    texts,
  ])
  expect(rows.map(({ folded }, i) => `${texts[i]} ${folded}`)).toEqual(texts.map((text) => `${text} ${fold(text)}`))
})

test('control: lower() alone folds fewer letters than fold()', async () => {
  const { rows } = await w.owner.query<{ folded: string }>('select lower(t) as folded from unnest($1::text[]) as t', [NAMES])
  expect(rows.map(({ folded }) => folded)).not.toEqual(NAMES.map(fold))
})

test('a search text is folded, and an empty search text counts as none', () => {
  expect(searchFor(undefined)).toBeNull()
  expect(searchFor('')).toBeNull()
  expect(searchFor('50 % GROß_')).toBe('50 % gross_')
})
