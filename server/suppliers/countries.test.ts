// Every country that has a telephone has a three-letter code, which is converted back to the same country.
import { getCountries } from 'libphonenumber-js/min'
import { expect, test } from 'vitest'
import { inThreeLetters, inTwoLetters } from './countries.ts'

/** Ascension and Tristan da Cunha have dial codes but no country codes of their own, because they are parts of Saint Helena. */
const NO_COUNTRY = ['AC', 'TA']

test('a country code of three letters is converted to one of two letters; the code for the whole world is converted to none', () => {
  const missing = getCountries().filter((country) => inTwoLetters(inThreeLetters(country) ?? '') !== country)
  expect(missing).toEqual(NO_COUNTRY)
  expect([inTwoLetters('TUR'), inTwoLetters('DEU'), inThreeLetters('XK'), inTwoLetters('GXX'), inTwoLetters('')]).toEqual([
    'TR',
    'DE',
    'XKX',
    undefined,
    undefined,
  ])
})
