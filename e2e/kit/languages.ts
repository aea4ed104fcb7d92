// In which language a journey is walked: about half of the files in German, so that nothing on the way may hang on the words of one language.
import { LANGUAGE_DEFAULT, type Language, languages } from '../../contract/kit/languages.ts'

/** Those that are about a language, or are swept in that of most users. */
const ABOUT_FRENCH = ['pictures', 'shop-screens', 'screens', 'door']
/** Those that still say words in French, or find a text by its beginning that begins two in German. */
const STILL_FRENCH = ['prices', 'own-server', 'goods', 'gift-cards', 'slip-printer', 'lists', 'pools', 'exports', 'export-columns', 'help', 'slips']
/** What every shop walks first, and was walked in German before there were halves. */
const GERMAN = ['first-sale']
const isFrench = (name: string) => [...ABOUT_FRENCH, ...STILL_FRENCH].includes(name.replace('.test.ts', ''))

/** Any journey in any language: E2E_LANGUAGE=nl npx vitest run --project e2e e2e/journeys/till.test.ts */
const asked = languages.find((language) => language === process.env.E2E_LANGUAGE)

/** By its name, so that it is the same in every run and wherever the files are. */
export function languageOf(file: string): Language {
  const name = file.split(/[\\/]/).at(-1) ?? ''
  if (asked || isFrench(name)) return asked ?? LANGUAGE_DEFAULT
  if (GERMAN.includes(name.replace('.test.ts', ''))) return 'de'
  return [...name].reduce((sum, sign) => (sum * 31 + sign.charCodeAt(0)) % 65_521, 7) % 2 === 0 ? 'de' : LANGUAGE_DEFAULT
}
