// The language of the interface. Each area (texts that are loaded together) has one catalogue of texts per language, loaded with the area's screens; every
// catalogue has the type of the English one.
import { type ReactNode, useSyncExternalStore } from 'react'
import { IntlProvider } from 'use-intl'
import { LANGUAGE_DEFAULT, type Language, languages } from '../../../contract/kit/languages.ts'
import type { Area, Messages } from '../../i18n/catalogue.ts'
import { TIME_ZONE } from './time-zone.ts'

const CHOICE = 'language'
type Areas = Record<string, () => Promise<object>>
/** Each language lists its own areas, so that a page loads only the list of its language and not those of all five. */
const catalogues = import.meta.glob<Areas>('../../i18n/??.ts', { import: 'default' })

/** The languages, each by its own name, so that every reader finds their language. */
export const languageNames: Record<Language, string> = { fr: 'Français', de: 'Deutsch', en: 'English', tr: 'Türkçe', nl: 'Nederlands' }

type State = { language: Language; messages: Partial<Messages> }
let state: State = { language: LANGUAGE_DEFAULT, messages: {} }
const listeners = new Set<() => void>()

const languageOf = (text: string | null | undefined) => languages.find((language) => language === text)

/** Whether the texts of all errors are loaded, or else only those that the login shows (i18n/door-errors.ts). */
let allErrors: Promise<void> | undefined
const fileOf = (area: Area) => (area === 'errors' && !allErrors ? 'errors.json?door' : `${area}.json`)

async function catalogue(area: Area, language: Language): Promise<Partial<Messages>> {
  const areas = await catalogues[`../../i18n/${language}.ts`]?.()
  const load = Object.entries(areas ?? {}).find(([file]) => file.endsWith(`/${fileOf(area)}`))?.[1]
  if (!load) throw new Error(`no texts for ${area} in ${language}`)
  return { [area]: await load() }
}

/** Areas that are loaded without the names of fields and the shared words. Most of them are needed before the login or as soon as a till opens. */
const ALONE: readonly Area[] = ['auth', 'entry', 'errors', 'house', 'words', 'fields', 'help', 'selling', 'counter', 'printers']
/** Returns the areas to load for an area: the area itself, and unless it is in `ALONE` also the names of fields and the shared words. */
const withShared = (area: Area): readonly Area[] => (ALONE.includes(area) ? [area] : [area, 'fields', 'words'])

function show(next: State) {
  state = next
  document.documentElement.lang = next.language
  for (const listener of listeners) listener()
}

/** Loads the texts of an area in any language, which need not be the page's. */
export const textsIn = async <A extends Area>(area: A, language: Language) => (await catalogue(area, language)) as Pick<Messages, A>

/** Loads the texts of an area and adds them to those on the page. A screen is shown only after its texts are loaded. */
export async function loadArea(area: Area): Promise<void> {
  const { language } = state
  const missing = withShared(area).filter((one) => !state.messages[one])
  if (missing.length === 0) return
  const added = await Promise.all(missing.map((one) => catalogue(one, language)))
  if (state.language !== language) return loadArea(area)
  show({ language, messages: Object.assign({}, state.messages, ...added) })
}

/** Loads the texts of all errors, for pages behind the login and for public forms. If loading fails, the next call tries again. */
export function loadAllErrors(): Promise<void> {
  // Reading starts after `allErrors` is set, so that `fileOf` names the whole file.
  allErrors ??= Promise.resolve()
    .then(readAllErrors)
    .catch((error: unknown) => {
      allErrors = undefined
      throw error
    })
  return allErrors
}

async function readAllErrors() {
  const { language } = state
  const added = await catalogue('errors', language)
  if (state.language === language) show({ language, messages: { ...state.messages, ...added } })
}

/** Loads a view together with the texts of another area that the view needs; returns the view. */
export const withArea = async <V,>(area: Area, view: Promise<V>): Promise<V> => (await Promise.all([view, loadArea(area)]))[0]

/** Changes the language of the page: loads all loaded areas in that language and shows them. */
export async function setLanguage(language: Language) {
  const areas = Object.keys(state.messages) as Area[]
  const loaded = await Promise.all(areas.map((area) => catalogue(area, language)))
  show({ language, messages: Object.assign({}, ...loaded) })
}

let keepChoice: (language: Language) => void = () => undefined
/** Once somebody is signed in, the app passes the function that saves each chosen language with the account. */
export const keepLanguageBy = (keep: typeof keepChoice) => {
  keepChoice = keep
}

export async function chooseLanguage(language: Language) {
  localStorage.setItem(CHOICE, language)
  keepChoice(language)
  await setLanguage(language)
}

/** Returns the language chosen in this browser, otherwise that of the account or organisation, otherwise French. */
export const preferredLanguage = (said?: string) => languageOf(localStorage.getItem(CHOICE)) ?? languageOf(said) ?? LANGUAGE_DEFAULT

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useLanguage = () => useSyncExternalStore(subscribe, () => state.language)

export function LanguageProvider({ children }: { children: ReactNode }) {
  const { language, messages } = useSyncExternalStore(subscribe, () => state)
  return (
    <IntlProvider locale={language} messages={messages as Messages} timeZone={TIME_ZONE}>
      {children}
    </IntlProvider>
  )
}
