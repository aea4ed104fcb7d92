// Every class that a screen uses exists in the stylesheet it is imported from: otherwise nothing would notice a class that was moved.
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const web = join(import.meta.dirname, '..')
const sources = readdirSync(web, { recursive: true, encoding: 'utf8' }).filter(
  (path) => /\.tsx?$/.test(path) && !/(^|[/\\])(node_modules|dist)[/\\]/.test(path),
)

/** Classes used in `text` whose stylesheets do not have them. */
function missingIn(text: string, sheetAt: (path: string) => string): string[] {
  const imported = /^import (\w+) from '(\.[^']+\.module\.css)'$/gm
  const code = text.replace(imported, '')
  return [...text.matchAll(imported)].flatMap(([, name = '', path = '']) => {
    const sheet = sheetAt(path)
    const named = [...code.matchAll(new RegExp(`\\b${name}\\.(\\w+)`, 'g'))].map(([, one = '']) => one)
    return [...new Set(named)].filter((one) => !new RegExp(`\\.${one}\\b`).test(sheet)).map((one) => `${path} .${one}`)
  })
}

test('every class that is named is there', () => {
  const wrong = sources.flatMap((path) =>
    missingIn(readFileSync(join(web, path), 'utf8'), (sheet) => readFileSync(join(web, dirname(path), sheet), 'utf8')).map((one) => `${path}: ${one}`),
  )
  expect(wrong).toEqual([])
})

test('one that is not is found (negative control)', () => {
  const text = "import styles from './a.module.css'\nconst of = [styles.tile, styles.gone]\n"
  expect(missingIn(text, () => '.tile { color: inherit; }')).toEqual(['./a.module.css .gone'])
})
