// Converts telephone numbers as people write them to international form. Only the dial code and the lengths of a country's numbers are checked. Which numbers
// exist is known to the supplier only, so this file does not refuse numbers that do not exist.
import { type CountryCode, getCountryCallingCode, isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/min'
import { refuseField } from '../../../kit/errors.ts'

export type ReadNumber = { mobile_number: string; written: string; country: string }

/**
 * Reads a number; undefined if the text cannot be a number. `country`: the two letters of the country whose dial code is used for a number without a dial
 * code.
 */
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

/**
 * The number and its repetition in international form, however they are written. A program that sends the number only once did not have it typed, so there is
 * nothing to compare.
 */
export function numberTwice({ mobile_number = '', mobile_number_again = mobile_number }: NumberInput, country: string | undefined): ReadNumber {
  const [number, again] = [readNumber(mobile_number, country), readNumber(mobile_number_again, country)]
  if (!number) throw refuseField('mobile_number', 'not_a_phone_number')
  if (number.mobile_number !== again?.mobile_number) throw refuseField('mobile_number_again', 'mobile_not_matched')
  return number
}
