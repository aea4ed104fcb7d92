// Tests that every screen has help. Help names buttons by their keys: if a button gets another text, the help shows it too; if a button is removed, a test
// fails.
import { existsSync, readFileSync, statSync } from 'node:fs'
import { expect, test } from 'vitest'
import { languages } from '../../contract/kit/languages.ts'
import { allTexts, type Texts, treeOf } from '../i18n/texts.ts'
import { linesOf } from '../kit/base/labels.ts'
import { askedOf } from '../shell/help/use-help.ts'
import { isFound } from '../shell/search/palette.ts'
import { helped, pictured, topicOf } from './help.ts'
import { screens } from './screens.ts'

const titles = [...new Set(screens.map(({ title }) => title))]

test('every screen has one help text, and every help text belongs to a screen', () => {
  expect(titles.filter((title) => !topicOf(title))).toEqual([])
  const told = Object.values(helped).flat()
  expect(told.filter((title) => !titles.includes(title))).toEqual([])
  expect(new Set(told).size).toBe(told.length)
  expect(Object.keys(treeOf('help', 'en')['topics'] ?? {}).sort()).toEqual(Object.keys(helped).sort())
})

/**
 * Returns the lines of help with a wrong reference: to a text that does not exist, to a text that cannot be shown without figures, or in the middle of the
 * line.
 */
const unnamed = (texts: Texts) =>
  languages.flatMap((language) =>
    [...texts[language]]
      .filter(([key]) => /^help\.topics\.\w+\.how$/.test(key))
      .flatMap(([topic, text]) =>
        linesOf(text).flatMap(({ key, said }) => {
          const label = texts[language].get(key)
          return label === undefined || /[{<]/.test(label) || !/^\u202f?: /.test(said) || said.includes('[') ? [`${language} ${topic}: ${key}`] : []
        }),
      ),
  )

test('each line of help names a button or field with the same words as its screen, in every language', () => {
  expect(unnamed(allTexts)).toEqual([])
  for (const [key, text] of allTexts.en) {
    if (!/^help\.topics\.\w+\.how$/.test(key)) continue
    for (const language of languages)
      expect(
        linesOf(allTexts[language].get(key) ?? '').map((line) => line.key),
        `${key} in ${language}`,
      ).toEqual(linesOf(text).map((line) => line.key))
  }
})

test('control: the check finds a help text that names a removed button', () => {
  const fewer = { ...allTexts, de: new Map([...allTexts.de].filter(([key]) => key !== 'house.screens.stock_add')) }
  expect(unnamed(fewer)).toEqual(['de help.topics.stock.how: house.screens.stock_add'])
})

test('control: the check finds a key in the middle of a line of help, where the key itself would be shown instead of its text', () => {
  const how = 'help.topics.stock.how'
  const more = { ...allTexts, de: new Map([...allTexts.de, [how, '[house.screens.stock_add]: auch unter [house.screens.stock].']]) }
  expect(unnamed(more)).toEqual([`de ${how}: house.screens.stock_add`])
})

test('only the lines of help that tell how to do something contain brackets, which mark the key of a button or field', () => {
  for (const language of languages)
    for (const [key, text] of allTexts[language])
      if (key.startsWith('help.') && !key.endsWith('.how')) expect(text, `${key} in ${language}`).not.toMatch(/[[\]]/)
})

test('the palette finds help by the word for help in the user’s language and by the English word', () => {
  expect(askedOf('help prices', ['help'])).toBe('prices')
  expect(askedOf('Aide prix de  vente', ['help', 'aide'])).toBe('prix de vente')
  expect(askedOf('aide', ['help', 'aide'])).toBe('')
  expect(askedOf('helper', ['help'])).toBeUndefined()
  expect(isFound('Discount plans', 'discount')).toBe(true)
})

const MOST = 40_000
const ALL = 500_000

test('every picture of the help exists and is a small file', () => {
  const files = pictured.map((topic) => new URL(`../public/help/${topic}.webp`, import.meta.url))
  expect(files.filter((file) => !existsSync(file))).toEqual([])
  const sizes = files.map((file) => statSync(file).size)
  expect(sizes.filter((size) => size > MOST)).toEqual([])
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(ALL)
  for (const file of files) expect(readFileSync(file).subarray(8, 12).toString()).toBe('WEBP')
})
