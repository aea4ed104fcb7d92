// Changes the repository for `npm run new`: makes files, adds lines to existing lists, and adds texts to the catalogues of five languages.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type Language, languages } from '../../contract/kit/languages.ts'

const root = join(import.meta.dirname, '../..')
/** Files that were made or changed, by path. */
export const touched = new Set<string>()

export const has = (file: string): boolean => existsSync(join(root, file))
export const read = (file: string): string => readFileSync(join(root, file), 'utf8')
export const filesIn = (folder: string): string[] => readdirSync(join(root, folder))

function write(file: string, text: string): void {
  mkdirSync(dirname(join(root, file)), { recursive: true })
  writeFileSync(join(root, file), text)
  touched.add(file)
}

/** Makes a file; throws if it exists already. */
export function make(file: string, text: string): void {
  if (has(file)) throw new Error(`${file} is there already`)
  write(file, text)
}

/** Replaces the match of a pattern in a file by the result of `by`, which gets the pattern's group. */
export function change(file: string, pattern: RegExp, by: (found: string) => string): void {
  const text = read(file)
  if (!pattern.test(text)) throw new Error(`${file} has no place for it: ${pattern}`)
  write(
    file,
    text.replace(pattern, (_, found: string) => by(found)),
  )
}

/** Puts lines at the end of the list, object or type that begins in a line with this text. */
export function putInto(file: string, opening: string, added: string): void {
  const lines = read(file).split('\n')
  const at = lines.findIndex((line) => line.includes(opening))
  const depth = /^ */.exec(lines[at] ?? '')?.[0] ?? ''
  const end = lines.findIndex((line, i) => i > at && new RegExp(`^${depth}[\\])}]`).test(line))
  if (at < 0 || end < 0) throw new Error(`${file} has no list that begins with ${opening}`)
  lines.splice(end, 0, added)
  write(file, lines.join('\n'))
}

/** Adds an import after the first one; the formatter then sorts the imports. */
export const putImport = (file: string, line: string): void => change(file, /^(import .* from '.*\n)/m, (found) => `${found}${line}\n`)

type Tree = { [key: string]: string | Tree }
const treeOf = (file: string): Tree => (has(file) ? JSON.parse(read(file)) : {})

/** The paths of the files with a language's texts, within the language's folder; they are the same for every language. */
const textFiles = (): string[] => readdirSync(join(root, 'web/i18n/en'), { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.json'))

/** The file with an area's texts: in the folder of the wing (AGENTS.md) of its screens; texts of several wings are directly in the language's folder. */
function textFile(area: string, language: Language): string {
  const file = textFiles().find((one) => one === `${area}.json` || one.endsWith(`/${area}.json`))
  if (!file) throw new Error(`no texts of ${area}`)
  return `web/i18n/${language}/${file}`
}

/** Returns all translated texts by their English text, so that a new text equal to one of them gets its translations. */
function known(): Map<string, Record<string, string>> {
  const found = new Map<string, Record<string, string>>()
  const walk = (trees: Record<string, Tree>) => {
    for (const [key, text] of Object.entries(trees.en ?? {})) {
      const same = Object.fromEntries(languages.map((language) => [language, trees[language]?.[key] ?? ''])) as Record<string, string | Tree>
      if (typeof text !== 'string') walk(same as Record<string, Tree>)
      else if (Object.values(same).every(Boolean)) found.set(text, same as Record<string, string>)
    }
  }
  for (const file of textFiles()) walk(Object.fromEntries(languages.map((language) => [language, treeOf(`web/i18n/${language}/${file}`)])))
  return found
}

/** A text of the interface: either only in English, which somebody then has to translate, or in every language. */
export type Text = string | Record<Language, string>

/**
 * Adds texts by their keys, `['screens', 'holidays']`. Other languages get the translation of an equal English text, if there is one, otherwise a blank,
 * which a test reports.
 */
export function putTexts(area: string, texts: readonly (readonly [path: readonly string[], text: Text])[]): void {
  const said = known()
  for (const language of languages) {
    const file = textFile(area, language)
    const tree = treeOf(file)
    for (const [path, text] of texts) {
      const last = path.at(-1) as string
      const at = path.slice(0, -1).reduce((within, step) => {
        within[step] ??= {}
        return within[step] as Tree
      }, tree)
      at[last] ??= typeof text !== 'string' ? text[language] : language === 'en' ? text : (said.get(text)?.[language] ?? '')
    }
    write(file, `${JSON.stringify(tree, null, 2)}\n`)
  }
}

/** Removes, in every language, a text that is no longer used because another key has the same text. */
export function dropText(area: string, group: string, key: string): void {
  for (const language of languages) {
    const file = textFile(area, language)
    const tree = treeOf(file)
    const at = tree[group]
    if (typeof at === 'object') delete at[key]
    write(file, `${JSON.stringify(tree, null, 2)}\n`)
  }
}

/** Names of fields in English, by their names in the contract. */
export const fieldNames = (): Record<string, string> => JSON.parse(read('web/i18n/en/fields.json'))
