// Passwords are kept as Argon2id hashes, checked in a time that reveals nothing, and refused when they are easy to guess.
import { hash, verify } from '@node-rs/argon2'
import { fold } from '../../contract/kit/fold.ts'
import { saysName } from '../../contract/kit/password-names.ts'
import { Refusal, refuseField } from './errors.ts'

/** Each check takes 19 MiB and 15 ms of a core, so few run at the same time and the queue is bounded. */
const CHECKS_AT_ONCE = 2
const CHECKS_WAITING_MAX = 100

export const hashPassword = (password: string): Promise<string> => hash(password)

let checking = 0
/**
 * Checks that wait for their turn. Those of sign-ins on a known device go first, so that a flood from other devices does not keep the account's owner
 * waiting.
 */
const waiting: { go: () => void; isKnown: boolean }[] = []
let nobodysHash: Promise<string> | undefined

/**
 * Whether the password is the account's. A missing account or password takes the same time to check and gives false. If too many checks wait, a check for
 * an unknown device is refused as busy.
 */
export async function passwordMatches(password_hash: string | undefined, password: string, isKnown = false): Promise<boolean> {
  if (waiting.length >= CHECKS_WAITING_MAX && !isKnown) throw new Refusal('busy')
  if (checking >= CHECKS_AT_ONCE) await new Promise<void>((go) => void waiting.push({ go, isKnown }))
  checking++
  try {
    nobodysHash ??= hash('nobody')
    const matches = await verify(password_hash || (await nobodysHash), password)
    return matches && Boolean(password_hash)
  } finally {
    checking--
    const next = Math.max(
      0,
      waiting.findIndex((one) => one.isKnown),
    )
    waiting.splice(next, 1)[0]?.go()
  }
}

/** Passwords that people choose when a rule demands capitals, numbers and symbols: a common word, a year, an exclamation mark. */
const COMMON =
  /^(pass?wor[dt]|passwort|motdepasse|sifre|parola|wachtwoord|qwert[yz]?|azerty|abc|letmein|welcome|willkommen|bienvenue|hosgeldiniz|welkom|admin|administrator|login|test|secret|geheim|changeme|sommer|winter|summer|ete|hiver|iloveyou|monkey|dragon|football|fussball)$/
const LOOKALIKES: Record<string, string> = { '0': 'o', '1': 'i', '3': 'e', '4': 'a', '5': 's', '7': 't', '@': 'a', $: 's', '!': 'i' }

/** The letters of a password, with look-alikes replaced; digits and symbols at both ends are dropped. */
function wordOf(password: string): string {
  const inner = fold(password).replace(/^[\W\d_]+|[\W\d_]+$/g, '')
  return [...inner].map((letter) => LOOKALIKES[letter] ?? letter).join('')
}

/**
 * The reason to refuse a weak password: it is a word that everybody tries first, has at most two different letters, or contains one of the names; undefined for
 * other passwords.
 */
export function weaknessOf(password: string, names: readonly string[]): 'password_common' | 'password_name' | undefined {
  const word = wordOf(password)
  if (COMMON.test(word) || new Set(word).size <= 2) return 'password_common'
  return saysName(password, names) ? 'password_name' : undefined
}

/** Refuses a weak password at the field `new_password`. `names`: user name, own name, organisation. */
export function refuseWeak(password: string, names: readonly string[]): void {
  const code = weaknessOf(password, names)
  if (code) throw refuseField('new_password', code)
}
