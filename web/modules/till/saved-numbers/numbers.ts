// Reads telephone numbers that are typed or pasted, by the dial codes and number lengths of countries. Only the supplier knows whether a number really exists.
import { isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/min'

export type ReadNumber = { mobile_number: string; written: string; country: string }

/**
 * Returns the number in international form; undefined if the text cannot be a number. `country`: the two letters of the country to which a number without dial
 * code belongs.
 */
export function readNumber(text: string, country: string): ReadNumber | undefined {
  const read = parsePhoneNumberFromString(text.trim().replace(/^00/, '+'), isSupportedCountry(country) ? country : undefined)
  if (!read?.isPossible()) return undefined
  return { mobile_number: read.number, written: read.formatInternational(), country: read.country ?? '' }
}

/** Whether a number is written with its dial code. */
export const saysItsCountry = (text: string): boolean => /^\s*(\+|00)/.test(text)
