// Texts as the screens show them, found by their keys in the catalogues of texts, in the journey's language. So no journey fails when a text is reworded.
import { createTranslator } from 'use-intl'
import { LANGUAGE_DEFAULT, type Language } from '../../contract/kit/languages.ts'
import type { Messages } from '../../web/i18n/catalogue.ts'
import { areas, catalogueOf } from '../../web/i18n/texts.ts'

type Values = Record<string, string | number>
export type TextKey = Parameters<ReturnType<typeof translatorOf>>[0]

/** A character that no text contains; it stands for values that a matcher leaves open. */
const ANYTHING = '\uE000'

let spoken: Language = LANGUAGE_DEFAULT

/** The language of the running journey. */
export const language = (): Language => spoken

export function speak(wanted: Language): void {
  spoken = wanted
}

const translators = new Map<Language, ReturnType<typeof translatorOf>>()

function translatorIn(wanted: Language) {
  const translator = translators.get(wanted) ?? translatorOf(wanted)
  translators.set(wanted, translator)
  return translator
}

function translatorOf(wanted: Language) {
  const read: [string, Messages[keyof Messages]][] = areas.map((area) => [area, catalogueOf(area, wanted)])
  const messages = Object.fromEntries(read) as Messages
  return createTranslator({
    locale: wanted,
    messages,
    onError: (error) => {
      throw error
    },
  })
}

export const t = (key: TextKey, values?: Values): string => textIn(spoken, key, values)

export const textIn = (wanted: Language, key: TextKey, values: Values = {}): string => translatorIn(wanted)(key, { ...counted(values), ...values })

/**
 * Some texts choose their form by `n` and show `count`; others use only one of these values. A test gives one of the two values, and this function adds the
 * other value.
 */
const counted = ({ n, count }: Values): Values => {
  if (n !== undefined) return { count: Number(n).toLocaleString('de-DE') }
  return typeof count === 'number' ? { n: count } : {}
}

/** Returns the accessible name of a button or field in a row: what it does, and for which row. */
export const named = (what: string, which: string | number): string => t('house.named', { what, which: String(which) })

/** Matches texts that begin with the text of this key, in singular or plural. A missing value matches anything. */
export function begins(key: TextKey, values: Values = {}): RegExp {
  const translator = translatorIn(spoken)
  const raw: string = translator.raw(key)
  const open = Object.fromEntries([...raw.matchAll(/\{(\w+)/g)].map(([, name = '']) => [name, ANYTHING]))
  const plurals = [...raw.matchAll(/\{(\w+), plural/g)].flatMap(([, name = '']) => (name in values ? [] : [name]))
  const readings = (plurals.length > 0 ? [0, 1, 2] : [0]).map((n) =>
    translator(key, { ...open, ...Object.fromEntries(plurals.map((name) => [name, n])), ...values }),
  )
  return new RegExp(`^(?:${[...new Set(readings.map(pattern))].join('|')})`)
}

/** Matches texts that contain the given texts in this order, with anything between them. */
export const holds = (...texts: string[]): RegExp => new RegExp(texts.map(pattern).join('.*'), 's')

const pattern = (text: string) =>
  text
    .replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
    .replace(/\s+/g, '\\s+')
    .replaceAll(ANYTHING, '.*')
