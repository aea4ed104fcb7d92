// Reads telephone numbers as typed or pasted, by a country's dial code and number lengths; only the supplier knows whether a number exists.
import { isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/min'

export type ReadNumber = { mobile_number: string; written: string; country: string }

/** Returns the number in international form; undefined if the text cannot be a number. `country`: two letters, used for a number without dial code. */
export function readNumber(text: string, country: string): ReadNumber | undefined {
  const read = parsePhoneNumberFromString(text.trim().replace(/^00/, '+'), isSupportedCountry(country) ? country : undefined)
  if (!read?.isPossible()) return undefined
  return { mobile_number: read.number, written: read.formatInternational(), country: read.country ?? '' }
}

/** Whether a number is written with its dial code. */
export const saysItsCountry = (text: string): boolean => /^\s*(\+|00)/.test(text)
