// Reads telephone numbers as typed or pasted, by a country's dial code and number lengths; only the supplier knows whether a number exists.
import { isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/min'

export type ReadNumber = { mobile_number: string; written: string; country: string }

/** The number in international form; undefined while it cannot be one. `country`: two letters, for a number without its dial code. */
export function readNumber(text: string, country: string): ReadNumber | undefined {
  const read = parsePhoneNumberFromString(text.trim().replace(/^00/, '+'), isSupportedCountry(country) ? country : undefined)
  if (!read?.isPossible()) return undefined
  return { mobile_number: read.number, written: read.formatInternational(), country: read.country ?? '' }
}

/** Whether a number is written with its dial code. */
export const saysItsCountry = (text: string): boolean => /^\s*(\+|00)/.test(text)
