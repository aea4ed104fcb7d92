// Tests follow one style: a browser test finds texts on the screen by their keys in the catalogue of texts and not by their words; a server test file
// creates its test world in one line.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '..')
const below = (folder: string, name: RegExp) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .map((path) => `${folder}/${path.replaceAll('\\', '/')}`)
    .filter((path) => name.test(path))
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')

type Texts = { [key: string]: string | Texts }
const wordsIn = (texts: Texts): string[] => Object.values(texts).flatMap((text) => (typeof text === 'string' ? [text] : wordsIn(text)))
const words = new Set(below('web/i18n', /\/fr\/[\w/-]+\.json$/).flatMap((path) => wordsIn(JSON.parse(read(path)))))

/** Returns the words in a browser test's locators that are texts of the French catalogue. */
const typed = (source: string): string[] =>
  [...source.matchAll(/(?:\bname: |\bhasText: |\b(?:getBy(?:Text|Label|Placeholder)|heading)\()(?:'([^'\n]+)'|\/\^?([^/\n]+?)\$?\/)/g)]
    .map(([, text = '', pattern = '']) => text || pattern)
    .filter((text) => words.has(text))

test('browser tests find texts by their keys, never by their words', () => {
  expect(words.size).toBeGreaterThan(1000)
  const journeys = below('e2e', /\.ts$/)
  expect(journeys.length).toBeGreaterThan(50)
  expect(journeys.flatMap((path) => typed(read(path)).map((text) => `${path}: ${text}`))).toEqual([])
})

test('server test files create and remove their test world by fileWorld alone', () => {
  const files = below('server', /\.test\.ts$/)
  expect(files.length).toBeGreaterThan(100)
  expect(files.filter((path) => /^let w: World\b|^afterAll\(\(\) => w\.end/m.test(read(path)))).toEqual([])
})

test.each([
  [`page.getByRole('button', { name: 'Enregistrer' })`, 'Enregistrer'],
  [`page.getByLabel(/^Mot de passe/)`, 'Mot de passe'],
  [`page.getByText('Aucun résultat').waitFor()`, 'Aucun résultat'],
])('control: a text typed as words is found in %s', (source, text) => {
  expect(typed(source)).toEqual([text])
})
