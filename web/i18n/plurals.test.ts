// Tests numbers in texts. French counts 0 as "one", so the "one" branch of a French text must show the number. Every language must use the same
// placeholders in the same branches.
import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser'
import compile from 'icu-minify/compile'
import format from 'icu-minify/format'
import { describe, expect, test } from 'vitest'
import { languages } from '../../contract/kit/languages.ts'
import { areas, textsOf } from './texts.ts'

type Branches = Record<string, readonly MessageFormatElement[]>
type Plural = { variable: string; branches: Branches }

/** Returns all plurals of a text, also nested ones, each with the variable that it counts. */
function pluralsOf(elements: readonly MessageFormatElement[]): Plural[] {
  return elements.flatMap((element): Plural[] => {
    if (element.type !== TYPE.plural && element.type !== TYPE.select) return []
    const branches = Object.fromEntries(Object.entries(element.options).map(([name, { value }]) => [name, value]))
    return [{ variable: element.value, branches }, ...Object.values(branches).flatMap(pluralsOf)]
  })
}

/** Returns the names of the variables in these elements, with "#" for a `#` in a plural. Of each plural it reads one branch: `branch`, otherwise "other". */
const namesIn = (elements: readonly MessageFormatElement[], branch = 'other'): string[] =>
  elements.flatMap((element) => {
    if (element.type === TYPE.literal) return []
    if (element.type === TYPE.pound) return ['#']
    if (element.type === TYPE.plural || element.type === TYPE.select) return namesIn((element.options[branch] ?? element.options['other'])?.value ?? [], branch)
    return element.type === TYPE.tag ? namesIn(element.children, branch) : [element.value]
  })

const saysHowMany = ({ variable }: Plural, name: string) => name === '#' || name === 'count' || name === variable

/**
 * Whether a French text is false for 0: without a branch for 0, French shows the "one" branch for 0 too. If that branch lacks the number, the text says "one"
 * although the count is 0.
 */
export function untrueOfNought(text: string): boolean {
  return pluralsOf(parse(text)).some((plural) => {
    const { one } = plural.branches
    return one !== undefined && !('=0' in plural.branches) && !namesIn(one).some((name) => saysHowMany(plural, name))
  })
}

/**
 * Returns the variables that a text shows when 0, one or many are counted. The count itself may be a word ("one line"); every other variable must be shown. A
 * language with one form for all counts, or a text without a plural, shows the same variables for each count.
 */
export function figuresOf(text: string) {
  const elements = parse(text)
  const counted = new Set(['#', 'count', ...pluralsOf(elements).map(({ variable }) => variable)])
  const said = (branch: string) => [...new Set(namesIn(elements, branch).filter((name) => !counted.has(name)))].sort()
  return { nought: said('=0'), one: said('one'), many: said('other') }
}

/** Names of all variables and tags of a text. */
const variablesIn = (elements: readonly MessageFormatElement[]): { name: string; isTag: boolean }[] =>
  elements.flatMap((element) => {
    if (element.type === TYPE.literal || element.type === TYPE.pound) return []
    const inner = element.type === TYPE.tag ? element.children : 'options' in element ? Object.values(element.options).flatMap(({ value }) => value) : []
    return [{ name: element.value, isTag: element.type === TYPE.tag }, ...variablesIn(inner)]
  })

const formatters = {
  getPluralRules: (...of: ConstructorParameters<typeof Intl.PluralRules>) => new Intl.PluralRules(...of),
  getNumberFormat: (...of: ConstructorParameters<typeof Intl.NumberFormat>) => new Intl.NumberFormat(...of),
  getDateTimeFormat: (...of: ConstructorParameters<typeof Intl.DateTimeFormat>) => new Intl.DateTimeFormat(...of),
}

/** Returns those of the counts 0, 1, 2 and 5 for which the app would show nothing or only the text's key. Compiles texts as the app does. */
export function unshownOf(language: string, text: string): number[] {
  const compiled = compile(text)
  const variables = variablesIn(parse(text))
  return [0, 1, 2, 5].filter((count) => {
    const values = Object.fromEntries(variables.map(({ name, isTag }) => [name, isTag ? (inner: readonly string[]) => inner.join('') : count]))
    const shown = format(compiled, language, values, { formatters, timeZone: 'Europe/Berlin' })
    return typeof shown !== 'string' || shown.trim() === ''
  })
}

describe.each(areas)('the texts of %s', (area) => {
  test('a French singular shows its number, because French also uses the singular for zero', () => {
    expect(textsOf(area, 'fr').filter(([, text]) => untrueOfNought(text))).toEqual([])
  })

  test.each(languages)('each text can be shown with 0, 1, 2 and 5 in %s', (language) => {
    expect(textsOf(area, language).filter(([, text]) => unshownOf(language, text).length > 0)).toEqual([])
  })

  test('texts have the same placeholders in the same plural branches in every language', () => {
    const english = new Map(textsOf(area, 'en'))
    for (const language of languages)
      for (const [key, text] of textsOf(area, language)) expect([language, key, figuresOf(text)]).toEqual([language, key, figuresOf(english.get(key) ?? '')])
  })
})

test('control: the check finds a text that shows nothing for a count, because its plural branch is empty', () => {
  expect(unshownOf('en', '{n, plural, =0 {} one {One} other {#}}')).toEqual([0])
  expect(unshownOf('en', '{n, plural, =0 {None} one {One} other {#}}')).toEqual([])
})

test('control: the check finds a French singular without its number, and a plural branch without a placeholder that the English text has there', () => {
  expect(untrueOfNought('{n, plural, one {Une ligne portée} other {{count} lignes portées}}')).toBe(true)
  expect(untrueOfNought('{n, plural, =0 {Aucune ligne} one {Une ligne} other {{count} lignes}}')).toBe(false)
  expect(figuresOf('{n, plural, one {eine Zeile} other {# Zeilen, {amount}}}')).not.toEqual(
    figuresOf('{n, plural, one {a line, {amount}} other {# lines, {amount}}}'),
  )
  expect(figuresOf('{n, plural, other {# satır, {amount}}}')).toEqual(figuresOf('{n, plural, one {a line, {amount}} other {# lines, {amount}}}'))
})
