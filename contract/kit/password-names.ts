// The rule that a password must not contain its owner's names. It has its own file, because comparing names takes code that the sign-in page does not
// need.
import { fold } from './fold.ts'
import { type PasswordRule, passwordRules } from './password.ts'

/** A password is not searched for names of fewer characters than this, because such names occur in passwords by chance. */
const NAME_MIN = 4

/** Whether a password contains one of these names: the user name, the user's own name, the organisation's name. */
export const saysName = (text: string, names: readonly string[]): boolean =>
  names.map((name) => fold(name)).some((name) => name.length >= NAME_MIN && fold(text).includes(name))

/**
 * All rules that a form lists for a user with these names. An empty text also breaks the rule about names, so that this rule is not ticked before anything is
 * typed.
 */
export const rulesFor = (names: readonly string[]): readonly { code: PasswordRule; holds: (text: string) => boolean }[] => [
  ...passwordRules,
  { code: 'password_name', holds: (text) => text !== '' && !saysName(text, names) },
]
