// A country: its name in the reader's language, its two letters (the value that is sent) and its calling code. It shows letters instead of flags, because not
// every system draws flags.

import { useLanguage } from '../base/language.tsx'
import { countries } from './countries.ts'
import { type FieldProps, SelectField } from './fields.tsx'

export function CountryField(field: FieldProps) {
  // The name comes first, because typing searches by the first letters.
  const options = countries(useLanguage()).map(({ name, code, dial_code }) => ({ value: code, label: `${name} ${code} ${dial_code}` }))
  return <SelectField {...field} options={options} />
}
