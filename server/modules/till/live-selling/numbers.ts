// Converts telephone numbers as people write them to international form. Of a country's numbering plan only its dial code and the lengths of its
// numbers are checked. Only the supplier knows which numbers exist, so a number that does not exist is not refused by this file.
import { type CountryCode, getCountryCallingCode, isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/min'
import { refuseField } from '../../../kit/errors.ts'

export type ReadNumber = { mobile_number: string; written: string; country: string }

/** Reads a number; undefined if the text cannot be one. `country`: the two letters of the country whose dial code a number without one has. */
export function readNumber(text: string, country?: string): ReadNumber | undefined {
  const written = text.trim().replace(/^00/, '+')
  const read = parsePhoneNumberFromString(written, country && isSupportedCountry(country) ? country : undefined)
  if (!read?.isPossible() || !/^\+[1-9]\d{6,14}$/.test(read.number)) return undefined
  return { mobile_number: read.number, written: read.formatInternational(), country: read.country ?? '' }
}

/** Whether a number is dialled with a country's code, which several countries may share. */
export const isDialledIn = (number: string, country: string): boolean =>
  isSupportedCountry(country) && number.startsWith(`+${getCountryCallingCode(country as CountryCode)}`)

type NumberInput = { mobile_number?: string | undefined; mobile_number_again?: string | undefined }

/** Both numbers in international form, however they are written. A number given only once was not typed, so there is nothing to compare. */
export function numberTwice({ mobile_number = '', mobile_number_again = mobile_number }: NumberInput, country: string | undefined): ReadNumber {
  const [number, again] = [readNumber(mobile_number, country), readNumber(mobile_number_again, country)]
  if (!number) throw refuseField('mobile_number', 'not_a_phone_number')
  if (number.mobile_number !== again?.mobile_number) throw refuseField('mobile_number_again', 'mobile_not_matched')
  return number
}
