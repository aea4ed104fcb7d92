import { expect, test } from 'vitest'
import { countryCodes } from '../../../contract/kit/countries.ts'
import { countries } from './countries.ts'

test('every country has its name, code and calling code, and each language sorts the countries by its own rules', () => {
  const list = countries('de')
  expect(list.map(({ code }) => code).sort()).toEqual([...countryCodes].sort())
  for (const { name, dial_code } of list) {
    expect(name).not.toBe('')
    expect(dial_code).toMatch(/^\+[1-9]\d{0,2}$/)
  }
  expect(list.find(({ code }) => code === 'DE')).toEqual({ name: 'Deutschland', code: 'DE', dial_code: '+49' })
  const at = (wanted: string) => list.findIndex(({ code }) => code === wanted)
  expect(at('AG')).toBeLessThan(at('AT'))
  expect(at('AT')).toBeLessThan(at('ZW'))
})
