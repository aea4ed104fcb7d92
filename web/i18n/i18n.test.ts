import { expect, test } from 'vitest'
import { languages } from '../../contract/kit/languages.ts'
import { problemCodes } from '../../contract/kit/problem-codes.ts'
import { areas, textsOf, treeOf } from './texts.ts'

const places = (text: string) => [...text.matchAll(/\{(\w+)/g)].map((match) => match[1]).sort()

test.each(areas)('the texts of %s have the same keys and placeholders in every language', (area) => {
  const english = textsOf(area, 'en')
  for (const language of languages) {
    const texts = new Map(textsOf(area, language))
    expect([...texts.keys()].sort()).toEqual(english.map(([key]) => key).sort())
    for (const [key, text] of english) if (!text.includes(', plural')) expect(places(texts.get(key) ?? ''), `${key} in ${language}`).toEqual(places(text))
  }
})

test.each(areas)('the texts of %s are not empty', (area) => {
  for (const language of languages) for (const [key, text] of textsOf(area, language)) expect(text.trim(), `${key} in ${language}`).not.toBe('')
})

test('every problem that a field can have has a sentence, and every sentence belongs to a problem', () => {
  expect(Object.keys(treeOf('errors', 'en')['problems'] ?? {}).sort()).toEqual([...problemCodes].sort())
})
