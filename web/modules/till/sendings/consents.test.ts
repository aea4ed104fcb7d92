// Tests the consent texts, which are stored by number and language (decision 0061): a text that was shown never changes, and a new text gets a new number.
import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { languages } from '../../../../contract/kit/languages.ts'
import { CONSENT } from '../../../../contract/till/sendings.ts'
import { textsOf } from '../../../i18n/texts.ts'

/** The hashes of the texts that were shown, by number and language. Lines may be added, but no line may be changed. */
const SHOWN: Readonly<Record<string, string>> = {
  '1 fr': '87e3fbbb39300092',
  '1 de': '48d4ce3ce3e9c707',
  '1 en': 'a04ab71732c26738',
  '1 tr': 'da3aebebfc2fb5a9',
  '1 nl': '0bc9394e6dc6e395',
  '2 fr': '836cb2c422636858',
  '2 de': '35394529570d12da',
  '2 en': '9b6b66b334a78ffc',
  '2 tr': '84e6ce6089fe076c',
  '2 nl': '46676494e01a540f',
}

const digest = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 16)
const now = () =>
  Object.fromEntries(
    languages.flatMap((language) => {
      const texts = new Map(textsOf('sendings', language))
      return Array.from({ length: CONSENT }, (_, i) => [`${i + 1} ${language}`, digest(texts.get(`consents.${i + 1}`) ?? '')])
    }),
  )

test('no consent text has changed under its version number since it was shown', () => {
  expect(now()).toEqual(SHOWN)
})
