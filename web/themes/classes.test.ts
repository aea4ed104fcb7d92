// Tests that every class that a screen names is in the style sheet it imports, and that every class in a style sheet is named by a screen. Otherwise nothing
// would report a class that was moved or deleted on one side only.
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const web = join(import.meta.dirname, '..')
const NOT_OURS = /(^|[/\\])(node_modules|dist)[/\\]/
const files = readdirSync(web, { recursive: true, encoding: 'utf8' }).filter((path) => !NOT_OURS.test(path))
const textOf = (path: string) => readFileSync(join(web, path), 'utf8')

const sources = files.filter((path) => /\.tsx?$/.test(path)).map((path) => ({ path, text: textOf(path) }))
const IMPORT = /^import (\w+) from '(\.[^']+\.module\.css)'$/gm

type Named = { sheet: string; classes: string[] }

/** Returns the style modules that a source imports, each with the classes that the source names. */
const namedIn = (text: string): Named[] => {
  const code = text.replace(IMPORT, '')
  return [...text.matchAll(IMPORT)].map(([, name = '', sheet = '']) => ({
    sheet,
    classes: [...new Set([...code.matchAll(new RegExp(`\\b${name}\\.(\\w+)`, 'g'))].map(([, one = '']) => one))],
  }))
}

/** Returns the classes that a stylesheet defines. */
const classesIn = (sheet: string): string[] => {
  const selectors = sheet.replace(/\/\*[\s\S]*?\*\/|:global\([^)]*\)|\{[^{}]*\}/g, ' ')
  return [...new Set([...selectors.matchAll(/\.([a-z][\w-]*)/gi)].map(([, one = '']) => one))]
}

const missingIn = (text: string, sheetAt: (path: string) => string): string[] =>
  namedIn(text).flatMap(({ sheet, classes }) => {
    const there = classesIn(sheetAt(sheet))
    return classes.filter((one) => !there.includes(one)).map((one) => `${sheet} .${one}`)
  })

const unnamed = (sheet: string, named: readonly string[]): string[] => classesIn(sheet).filter((one) => !named.includes(one))

test('every class that a screen names exists in the style sheet that it imports', () => {
  const wrong = sources.flatMap(({ path, text }) => missingIn(text, (sheet) => textOf(join(dirname(path), sheet))).map((one) => `${path}: ${one}`))
  expect(wrong).toEqual([])
})

test('every class of a style module is named by a screen', () => {
  const named = sources.flatMap(({ path, text }) => namedIn(text).map(({ sheet, classes }) => ({ sheet: join(dirname(path), sheet), classes })))
  const sheets = files.filter((path) => path.endsWith('.module.css'))
  const wrong = sheets.flatMap((path) =>
    unnamed(
      textOf(path),
      named.filter(({ sheet }) => sheet === path).flatMap(({ classes }) => classes),
    ).map((one) => `${path} .${one}`),
  )
  expect(sheets.length).toBeGreaterThan(0)
  expect(wrong).toEqual([])
})

test('every shared class is used by at least one screen', () => {
  const words = new Set(sources.flatMap(({ text }) => text.split(/[^\w-]+/)))
  const own = ['base', 'layout', 'shapes', 'signs'].flatMap((name) => classesIn(textOf(`themes/${name}.css`)))
  expect(own.filter((one) => !words.has(one) && !one.startsWith('mantine-'))).toEqual([])
})

test('control: the checks find a missing class and an unused class', () => {
  const text = "import styles from './a.module.css'\nconst of = [styles.tile, styles.gone]\n"
  const sheet = '/* .words */\n.tile { margin: 0.5px; }\n@media (min-width: 1.5em) {\n  .tile :global(.row),\n  .left { color: red; }\n}'
  expect(missingIn(text, () => sheet)).toEqual(['./a.module.css .gone'])
  expect(unnamed(sheet, ['tile', 'gone'])).toEqual(['left'])
})
