// Every text has only one key: a text that several screens use is in fields.json, words.json or `house.words`.
import { expect, test } from 'vitest'
import { type Language, languages } from '../../contract/kit/languages.ts'
import { allTexts, inEach, type Texts } from './texts.ts'

/** Keys whose text may also be found under another key, each with the reason. */
const APART: readonly (readonly [keys: RegExp, reason: string])[] = [
  [/^(auth|entry|errors)\./, 'read before the login, when nothing else is there'],
  [/^(house|shell|selling|counter|printers)\./, 'read with the till at once, before the names of fields'],
  [/^words\.\w+\.\w+$/, 'words of a list of codes, which is whole'],
  [/^\w+\.fields\.\w+$/, 'what an area calls a field otherwise than the house; another field may be called so'],
  [/^(pages\.period|staff\.matrix|sales\.dashboard|settings\.code|buses\.results)\.\w+$/, 'found by a name the program has'],
  [/^audit\.(actions|kinds)\.|\.(finding_)?kinds\.\w+$/, 'found by the name of a call or of a kind'],
  [/\.(states|events|types|channels|happened|above|outcomes|moves|showings|lines|sources|proofs)\.\w+$/, 'found by a code of the contract'],
  [/\.(codes|options|roles|live_reasons|billings|price_bys|mail_states|reminders|by|claimed_as|shop_types)\.\w+$/, 'found by a code of the contract'],
  [/\.(actions|providers|problems|finding_titles|findings|steps|why|log\.calls)\.[\w ]+$/, 'found by a code of the contract'],
  [/\.tabs\.\w+$/, 'names of the sections of a screen, found by the section'],
]

/** Lists keys with the same text in all languages, one line per text, unless `apart` has a reason. Only one key of each line should stay. */
function saidAgain(texts: Texts, apart = APART): string[] {
  const isApart = (key: string) => apart.some(([keys]) => keys.test(key))
  const keysOf = new Map<string, string[]>()
  for (const key of texts.en.keys()) {
    const said = languages.map((language) => texts[language].get(key)).join('\n')
    keysOf.set(said, [...(keysOf.get(said) ?? []), key])
  }
  return [...keysOf.values()].map((keys) => keys.filter((key) => !isApart(key))).flatMap((keys) => (keys.length > 1 ? [keys.join(', ')] : []))
}

test('no text is found under two keys in all five languages', () => {
  expect(saidAgain(allTexts)).toEqual([])
})

test('control: the check finds a text under two keys, unless it differs in one language', () => {
  const copy = (of: (language: Language) => string): Texts => inEach((language) => new Map([...allTexts[language], ['goods.anew', of(language)]]))
  const reason = (language: Language) => allTexts[language].get('fields.reason') ?? ''
  expect(saidAgain(copy(reason))).toEqual(['fields.reason, goods.anew'])
  expect(saidAgain(copy((language) => (language === 'tr' ? 'Başka' : reason(language))))).toEqual([])
})

test('each exception is needed: without it the check finds a text under two keys', () => {
  expect(
    APART.filter(
      (one) =>
        saidAgain(
          allTexts,
          APART.filter((other) => other !== one),
        ).length === 0,
    ),
  ).toEqual([])
})
