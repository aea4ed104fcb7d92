// Chooses the language of a journey: about half of the files run in German, so that no journey depends on the words of one language.
import { LANGUAGE_DEFAULT, type Language, languages } from '../../contract/kit/languages.ts'

/** Files that always run in French, the language of most users: journeys about a language, and sweeps over screens. */
const ABOUT_FRENCH = ['pictures', 'shop-screens', 'screens', 'door']
/** Journeys that cannot run in German yet, because they contain French words or find a text by a beginning that two German texts have in common. */
const STILL_FRENCH = ['prices', 'own-server', 'goods', 'gift-cards', 'slip-printer', 'lists', 'pools', 'exports', 'export-columns', 'help', 'slips']
/** Journeys that always run in German: only the first sale, because it is the most important journey. */
const GERMAN = ['first-sale']
const isFrench = (name: string) => [...ABOUT_FRENCH, ...STILL_FRENCH].includes(name.replace('.test.ts', ''))

/** The language of all journeys in this run, if the environment sets it: E2E_LANGUAGE=nl npx vitest run --project e2e e2e/journeys/till/till.test.ts */
const asked = languages.find((language) => language === process.env.E2E_LANGUAGE)

/** Returns the language of a test file: that of E2E_LANGUAGE, otherwise one computed from the file's name, so that it is the same in every run and folder. */
export function languageOf(file: string): Language {
  const name = file.split(/[\\/]/).at(-1) ?? ''
  if (asked || isFrench(name)) return asked ?? LANGUAGE_DEFAULT
  if (GERMAN.includes(name.replace('.test.ts', ''))) return 'de'
  return [...name].reduce((sum, sign) => (sum * 31 + sign.charCodeAt(0)) % 65_521, 7) % 2 === 0 ? 'de' : LANGUAGE_DEFAULT
}
