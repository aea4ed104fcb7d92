// The rules a field can break, as the contract names them; each has a sentence in i18n/errors.*.json.
export const problemCodes = [
  'required',
  'too_long',
  'too_small',
  'too_big',
  'not_an_amount',
  'not_a_whole_number',
  'not_a_percentage',
  'not_one_of',
  'not_an_id',
  'not_a_day',
  'not_yes_or_no',
  'not_json',
  'wrong_type',
  'discount_negative',
  'quantity_max',
  'column_twice',
  'password_short',
  'password_upper',
  'password_lower',
  'password_number',
  'password_symbol',
  'password_common',
  'password_name',
  'not_a_username',
  'not_an_email',
  'not_a_phone_number',
  'not_a_time',
  'not_held',
  'not_reachable',
  'invalid_value',
  'invalid_union',
] as const
export type ProblemCode = (typeof problemCodes)[number]

/** A code nobody gave a sentence gets the general one. */
export const problemCodeOf = (code: string): ProblemCode => problemCodes.find((known) => known === code) ?? 'invalid_value'
