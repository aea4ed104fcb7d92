// A country, by its name in the reader's language; it travels as two letters.
import { countryCodes } from '../../contract/kit/countries.ts'
import { type FieldProps, SelectField } from './fields.tsx'
import { useLanguage } from './language.tsx'

export function CountryField(field: FieldProps) {
  return <SelectField {...field} options={useCountries()} clears />
}

function useCountries() {
  const language = useLanguage()
  const nameOf = countryNames(language)
  const { compare } = new Intl.Collator(language)
  return countryCodes.map((value) => ({ value, label: nameOf(value) })).sort((a, b) => compare(a.label, b.label))
}

/** Its two letters where the browser knows no name. */
export function countryNames(language: string): (code: string) => string {
  const names = new Intl.DisplayNames(language, { type: 'region', fallback: 'code' })
  return (code) => (/^[A-Z]{2}$/.test(code) ? (names.of(code) ?? code) : code)
}
