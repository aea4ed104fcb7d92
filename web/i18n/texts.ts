// Reads the catalogues of texts for tests: by area and language, each text under its full key.
import { readdirSync, readFileSync } from 'node:fs'
import type { Language } from '../../contract/kit/languages.ts'

type Tree = { [key: string]: string | Tree }

const here = new URL('.', import.meta.url)

/** The file of each area, by the name of the area. Area names are unique across the folders. */
const files: Readonly<Record<string, string>> = Object.fromEntries(
  readdirSync(new URL('en', here), { recursive: true, encoding: 'utf8' }).flatMap((file) => {
    const area = /([\w-]+)\.json$/.exec(file)?.[1]
    return area ? [[area, file]] : []
  }),
)

export const areas: readonly string[] = Object.keys(files)

/** The contents of an area's file, unchecked: the caller has to know their shape. */
export const catalogueOf = (area: string, language: Language) => JSON.parse(readFileSync(new URL(`${language}/${files[area]}`, here), 'utf8'))

export const treeOf = (area: string, language: Language): Tree => catalogueOf(area, language)

const flat = (tree: Tree, before: string): [string, string][] =>
  Object.entries(tree).flatMap(([key, value]): [string, string][] => (typeof value === 'string' ? [[before + key, value]] : flat(value, `${before}${key}.`)))

/** Returns the texts of an area in a language, each with its key. */
export const textsOf = (area: string, language: Language) => flat(treeOf(area, language), '')

/** The texts of each language, by area and key. */
export type Texts = Record<Language, ReadonlyMap<string, string>>

const allOf = (language: Language) => new Map(areas.flatMap((area) => flat(treeOf(area, language), `${area}.`)))

export const inEach = <T>(of: (language: Language) => T): Record<Language, T> => ({ fr: of('fr'), de: of('de'), en: of('en'), tr: of('tr'), nl: of('nl') })

export const allTexts: Texts = inEach(allOf)
