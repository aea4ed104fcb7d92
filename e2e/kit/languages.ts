// The language of a journey: about half of the files run in German, so that no journey depends on the words of one language.
import { LANGUAGE_DEFAULT, type Language, languages } from '../../contract/kit/languages.ts'

/** Files that run in French, the language of most users: journeys about a language, and sweeps over screens. */
const ABOUT_FRENCH = ['pictures', 'shop-screens', 'screens', 'door']
/** Journeys that cannot run in German yet, because they contain French words or find a text by its beginning, which two German texts share. */
const STILL_FRENCH = ['prices', 'own-server', 'goods', 'gift-cards', 'slip-printer', 'lists', 'pools', 'exports', 'export-columns', 'help', 'slips']
/** Journeys that always run in German: the first sale, the most important one. */
const GERMAN = ['first-sale']
const isFrench = (name: string) => [...ABOUT_FRENCH, ...STILL_FRENCH].includes(name.replace('.test.ts', ''))

/** The language in which this run has all journeys, if one is set: E2E_LANGUAGE=nl npx vitest run --project e2e e2e/journeys/till/till.test.ts */
const asked = languages.find((language) => language === process.env.E2E_LANGUAGE)

/** The language of a test file, chosen by its name, so that it is the same in every run and in every folder. */
export function languageOf(file: string): Language {
  const name = file.split(/[\\/]/).at(-1) ?? ''
  if (asked || isFrench(name)) return asked ?? LANGUAGE_DEFAULT
  if (GERMAN.includes(name.replace('.test.ts', ''))) return 'de'
  return [...name].reduce((sum, sign) => (sum * 31 + sign.charCodeAt(0)) % 65_521, 7) % 2 === 0 ? 'de' : LANGUAGE_DEFAULT
}
