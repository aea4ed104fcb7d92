// Telephone numbers as they are typed or pasted. How a country dials and how long its numbers are; whether a number is given out only the supplier knows.
import { isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/min'

export type ReadNumber = { mobile_number: string; written: string; country: string }

/** Undefined while it can be no number. `country`: two letters, for a number without its dial code. */
export function readNumber(text: string, country: string): ReadNumber | undefined {
  const read = parsePhoneNumberFromString(text.trim().replace(/^00/, '+'), isSupportedCountry(country) ? country : undefined)
  if (!read?.isPossible()) return undefined
  return { mobile_number: read.number, written: read.formatInternational(), country: read.country ?? '' }
}

/** Whether a number says itself which country it is of. */
export const saysItsCountry = (text: string): boolean => /^\s*(\+|00)/.test(text)
