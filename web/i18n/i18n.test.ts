import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { languages } from '../../contract/auth.ts'
import { problemCodes } from '../../contract/kit/problem-codes.ts'

const here = new URL('.', import.meta.url)
type Tree = { [key: string]: string | Tree }
const read = (name: string): Tree => JSON.parse(readFileSync(new URL(name, here), 'utf8'))
const areas = [...new Set(readdirSync(here).flatMap((file) => /^(\w+)\.\w\w\.json$/.exec(file)?.[1] ?? []))]

function flat(tree: Tree, before = ''): [string, string][] {
  return Object.entries(tree).flatMap(([key, value]): [string, string][] =>
    typeof value === 'string' ? [[before + key, value]] : flat(value, `${before}${key}.`),
  )
}
const places = (text: string) => [...text.matchAll(/\{(\w+)/g)].map((match) => match[1]).sort()

test.each(areas)('%s has the same keys and the same places in every language', (area) => {
  const english = flat(read(`${area}.en.json`))
  for (const language of languages) {
    const texts = new Map(flat(read(`${area}.${language}.json`)))
    expect([...texts.keys()].sort()).toEqual(english.map(([key]) => key).sort())
    for (const [key, text] of english) if (!text.includes(', plural')) expect(places(texts.get(key) ?? ''), `${key} in ${language}`).toEqual(places(text))
  }
})

test.each(areas)('%s has no empty text, and French sets a thin space before its double marks', (area) => {
  for (const language of languages)
    for (const [key, text] of flat(read(`${area}.${language}.json`))) {
      expect(text.trim(), `${key} in ${language}`).not.toBe('')
      if (language === 'fr') expect(text, key).not.toMatch(/[^\u202f\u00a0]([;!?»](\s|$)|:\s)/)
    }
})

test('every rule a field can break has its sentence, and no sentence is of a rule the forms do not know', () => {
  const { problems } = read('errors.en.json') as { problems: Tree }
  expect(Object.keys(problems).sort()).toEqual([...problemCodes].sort())
})
