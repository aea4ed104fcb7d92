// The rules of a password (docs/domain.md, Passwords), as data: the server refuses passwords by them, and the form ticks them off during typing.

export const PASSWORD_MIN = 8
/** The most characters of a password: enough for a sentence; checking longer ones would only take computing time. */
export const PASSWORD_MAX = 128

export const passwordRules = [
  { code: 'password_short', holds: (text: string) => [...text].length >= PASSWORD_MIN },
  { code: 'password_upper', holds: (text: string) => /\p{Lu}/u.test(text) },
  { code: 'password_lower', holds: (text: string) => /\p{Ll}/u.test(text) },
  { code: 'password_number', holds: (text: string) => /[0-9]/.test(text) },
  { code: 'password_symbol', holds: (text: string) => /[!#$%&@*?]/.test(text) },
] as const
export type PasswordRule = (typeof passwordRules)[number]['code'] | 'password_name'

/** The rules that a password breaks; empty for a password that meets all rules. */
export const brokenRules = (text: string): PasswordRule[] => passwordRules.filter((rule) => !rule.holds(text)).map(({ code }) => code)
