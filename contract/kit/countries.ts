// Countries by their two letters (ISO 3166-1, and XK for Kosovo, which postal and phone companies use).
import * as z from 'zod/mini'
import { atMost, holds } from './rules.ts'

export const countryCodes: readonly string[] = `
AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ CA CC CD CF CG
CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL
GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA
LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP
NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV
SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW XK`
  .trim()
  .split(/\s+/)

/** The languages in which a country's name is recognised. */
const NAMED_IN = ['en', 'de', 'fr', 'nl', 'tr']
let codes: Map<string, string> | undefined

const folded = (name: string) => name.normalize('NFKD').replace(/\p{M}/gu, '').toUpperCase()

function codesByName(): Map<string, string> {
  const names = NAMED_IN.map((language) => new Intl.DisplayNames(language, { type: 'region' }))
  return new Map(countryCodes.flatMap((code) => [[code, code], ...names.map((name): [string, string] => [folded(name.of(code) ?? code), code])]))
}

/** The two letters of a country given by its code or by its name; any other text is returned unchanged. */
export function countryCodeOf(text: string): string {
  if (text === '' || text.length > 100) return text
  codes ??= codesByName()
  return codes.get(folded(text)) ?? text
}

/**
 * A form field for a country: two letters, or its name in one of the languages NAMED_IN; empty for no country. The field has its own file, because the sign-in
 * page needs no countries.
 */
export const country = () =>
  z.string().check(
    z.trim(),
    atMost(100, 'not_a_country'),
    z.overwrite(countryCodeOf),
    holds((code) => code === '' || countryCodes.includes(code), 'not_a_country'),
  )
