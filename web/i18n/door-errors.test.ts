import { expect, test } from 'vitest'
import { languages } from '../../contract/kit/languages.ts'
import { login, organisationCheck } from '../../contract/people/auth.ts'
import { doorRefusals, errorsAtDoor } from './door-errors.ts'
import { treeOf } from './texts.ts'

test('the login has a text for every refusal of the calls that it makes, in each language', () => {
  for (const language of languages) {
    const { refusals } = errorsAtDoor(treeOf('errors', language) as never)
    for (const code of ['invalid_input', 'internal', 'busy', ...(organisationCheck.errors ?? []), ...(login.errors ?? [])])
      expect(refusals, `${code} in ${language}`).toHaveProperty(code)
    expect(Object.keys(refusals ?? {}).sort(), language).toEqual([...doorRefusals].sort())
  }
})

test('the errors of the login are the texts of its own codes and all texts without a code, not the texts of other codes', () => {
  const texts = errorsAtDoor({ no_answer: 'a', refusals: { busy: 'b', out_of_stock: 'c' }, next: { busy: 'd' }, problems: { required: 'e', not_a_siren: 'f' } })
  expect(texts).toEqual({ no_answer: 'a', refusals: { busy: 'b' }, next: { busy: 'd' }, problems: { required: 'e' } })
})
