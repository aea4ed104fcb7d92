// Checks of a supplier's numbers: IBAN, BIC and VAT id. They are stored without spaces.
import { electronicFormatIBAN, getCountrySpecifications, isValidBIC, isValidIBAN, ValidationErrorsIBAN, validateIBAN } from 'ibantools'
// The default is imported, because Node finds no named exports in this CommonJS module.
import vat from 'jsvat-next'
import type { FieldProblem } from '../../../../contract/kit/errors.ts'

const GROUP = 4
const { NoIBANCountry, ChecksumNotNumber, WrongBBANLength, WrongBBANFormat } = ValidationErrorsIBAN

const joined = (text: string) => text.replace(/[\s.-]/g, '')
/** Changes the letters a to z to capitals without regard to a language (Turkish has another capital of i), because these numbers contain A to Z only. */
const capital = (text: string) => joined(text).replace(/[a-z]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) - 32))

type Numbers = { iban: string; bic: string; ustidnr: string }
export const tidied = <T extends Numbers>(given: T): T => ({ ...given, iban: capital(given.iban), bic: capital(given.bic), ustidnr: capital(given.ustidnr) })

/** The number, counted from 1, of the group of four characters that contains this position; IBANs are printed in such groups. */
const groupOf = (place: number) => Math.floor(place / GROUP) + 1

/** The index of the first character that does not fit the country's form of account numbers; undefined if all fit or the country is unknown. */
function strayPlace(iban: string): number | undefined {
  const pattern = getCountrySpecifications()[iban.slice(0, 2)]?.bban_regexp
  if (!pattern) return undefined
  const kinds = [...pattern.matchAll(/\[([^\]]+)\]\{(\d+)\}/g)].flatMap(([, set = '', n]) => Array.from({ length: Number(n) }, () => new RegExp(`^[${set}]$`)))
  const at = [...iban.slice(4)].findIndex((letter, i) => kinds[i] && !kinds[i].test(letter))
  return at < 0 ? undefined : at + 4
}

const inGroup = (limit: number): FieldProblem => ({ field: 'iban', code: 'iban_group', limit })

/** Why a text is not an IBAN. The wrong group of four characters is named if it is known. If only the checksum is wrong, it is not known. */
function ibanProblem(text: string): FieldProblem | undefined {
  const iban = electronicFormatIBAN(text) ?? ''
  const { valid, errorCodes } = validateIBAN(iban)
  if (valid) return undefined
  if (errorCodes.includes(NoIBANCountry) || errorCodes.includes(ChecksumNotNumber)) return inGroup(1)
  const stray = strayPlace(iban)
  if (errorCodes.includes(WrongBBANFormat) && stray !== undefined) return inGroup(groupOf(stray))
  const length = getCountrySpecifications()[iban.slice(0, 2)]?.chars ?? iban.length
  if (errorCodes.includes(WrongBBANLength)) return inGroup(groupOf(Math.min(iban.length, length) - 1))
  return { field: 'iban', code: 'not_an_iban' }
}

const members = 'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' ')
const countries = vat.countries.filter(({ codes }) => members.some((code) => code === codes[1] || code === codes[0]))

export function numberProblems({ iban, bic, ustidnr }: Numbers): FieldProblem[] {
  const wrongIban = iban === '' ? undefined : ibanProblem(iban)
  const wrongBic = bic !== '' && !isValidBIC(bic)
  const wrongVat = ustidnr !== '' && !vat.checkVAT(ustidnr, countries).isValid
  return [
    ...(wrongIban ? [wrongIban] : []),
    ...(wrongBic ? [{ field: 'bic', code: 'not_a_bic' as const }] : []),
    ...(wrongVat ? [{ field: 'ustidnr', code: 'not_a_vat_id' as const }] : []),
  ]
}

/** The countries of the European Economic Area. For an account elsewhere a direct debit needs the debtor's address, and some banks the BIC. */
const EEA = new Set([...members, 'IS', 'LI', 'NO'])
export const isInEea = (iban: string): boolean => EEA.has(iban.slice(0, 2))

/**
 * Whether a text is a SEPA creditor identifier: country, check digits, business code of three characters, and a national number. The check digits are those of
 * an IBAN (ISO 7064, MOD 97-10) over country and national number; the business code does not count.
 */
export function isCreditorId(text: string): boolean {
  const [, country = '', check = '', national = ''] = /^([A-Z]{2})(\d{2})[A-Z0-9]{3}([A-Z0-9]{1,28})$/.exec(text) ?? []
  const digits = [...national, ...country, ...check].map((sign) => Number.parseInt(sign, 36)).join('')
  return country !== '' && BigInt(digits) % 97n === 1n
}

/** A number without blanks, dots and hyphens, in capitals. */
export const withoutBlanks = capital

/** Whether a text contains a valid IBAN, however its groups are separated. */
export function containsIban(text: string): boolean {
  const letters = capital(text).replace(/[^A-Z0-9]/g, '')
  return [...letters.matchAll(/(?=([A-Z]{2})\d{2})/g)].some(({ index, 1: country = '' }) =>
    isValidIBAN(letters.slice(index, index + (getCountrySpecifications()[country]?.chars ?? 0))),
  )
}
