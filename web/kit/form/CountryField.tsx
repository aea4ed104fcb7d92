// A country: shown with its name in the reader's language, flag and calling code, and sent as two letters.

import { useLanguage } from '../base/language.tsx'
import { countries } from './countries.ts'
import { type FieldProps, SelectField } from './fields.tsx'

export function CountryField(field: FieldProps) {
  // The name comes first, because typing searches by the first letters.
  const options = countries(useLanguage()).map(({ name, flag, code, dial_code }) => ({ value: code, label: `${name} ${flag} ${dial_code}` }))
  return <SelectField {...field} options={options} />
}
