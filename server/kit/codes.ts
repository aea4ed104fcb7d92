// One-time codes: six digits by mail or text message, an authenticator app's (RFC 6238), and recovery codes for a user who can use neither of these two.
import { randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import type { Keys } from './keys.ts'

const DIGITS = 6
export const CODE_MS = 10 * 60_000
/** The least time between two codes of one sign-in or registration. */
export const CODE_AGAIN_MS = 30_000
export const CODES_SENT_MAX = 3

const STEP_S = 30
/** The clock of an authenticator app may be one step ahead or behind, so three of its codes are right at any moment. */
const STEPS_OFF = 1

/**
 * How many tries a challenge has, how many challenges an account has in any hour, and how many codes are right at a time. With these limits the chance to guess
 * a code is at most 5e-5 (docs/domain.md, One-time codes).
 */
export const codeLimits = {
  email: { tries: 5, challenges: 10, right: 1 },
  sms: { tries: 5, challenges: 10, right: 1 },
  app: { tries: 3, challenges: 5, right: 1 + 2 * STEPS_OFF },
} as const
/** How many of an account's challenges are reserved for its known devices, so that strangers cannot use up all of them. */
export const CHALLENGES_RESERVED = 2

/** The chance that a guesser who has the password gets past the code within an hour. */
export const guessOdds = ({ tries, challenges, right }: (typeof codeLimits)[keyof typeof codeLimits]) => (tries * challenges * right) / 10 ** DIGITS

export const newCode = (): string => String(randomInt(10 ** DIGITS)).padStart(DIGITS, '0')

/** The hash of a code, which the database stores in its place; `bound` is the challenge that the code belongs to. */
export const codeDigest = (keys: Keys, bound: string, code: string): Buffer => keys.sign('one-time code', `${bound}|${code}`)

export const isCode = (keys: Keys, bound: string, code: string, digest: Buffer | null): boolean =>
  digest !== null && timingSafeEqual(codeDigest(keys, bound, code), digest)

const totp = (secret: string, account = '', issuer = '') =>
  new TOTP({ issuer, label: account, algorithm: 'SHA1', digits: DIGITS, period: STEP_S, secret: Secret.fromBase32(secret) })

/** A new secret for an authenticator app: 160 bits, in base32. */
export const newAppSecret = (): string => new Secret({ size: 20 }).base32
/** The content of the QR code by which an authenticator app gets the secret. */
export const appUri = (secret: string, account: string, issuer: string): string => totp(secret, account, issuer).toString()
export const appCode = (secret: string, at: Date): string => totp(secret).generate({ timestamp: at.getTime() })

/** The time step of a right code; undefined for a wrong code. Each step works once, so it must be later than `last_step`. */
export function appStep(secret: string, code: string, now: Date, last_step: number): number | undefined {
  const delta = /^\d{6}$/.test(code) ? totp(secret).validate({ token: code, timestamp: now.getTime(), window: STEPS_OFF }) : null
  if (delta === null) return undefined
  const step = Math.floor(now.getTime() / 1000 / STEP_S) + delta
  return step > last_step ? step : undefined
}

const RECOVERY_CODES = 10
/** The letters and digits of codes and tokens; no two of them look alike. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789'
const letters = (n: number) => [...randomBytes(n)].map((byte) => ALPHABET[byte % ALPHABET.length]).join('')

/** Ten new recovery codes of 49 bits each, in two groups of five characters. */
export const newRecoveryCodes = (): string[] => Array.from({ length: RECOVERY_CODES }, () => `${letters(5)}-${letters(5)}`)
/** The hash of a recovery code for the database; the code may be typed with or without its dash. */
export const recoveryDigest = (keys: Keys, user_id: string, code: string): Buffer => keys.sign('recovery code', `${user_id}|${code.replace(/[\s-]/g, '')}`)

/** A login token of 49 bits, short enough to read out or write down; valid for one sign-in. */
export const newLoginToken = (): string => letters(10)
/** A code that the person who signs in reads out to a manager, for example 7f3k-92. */
export const newApprovalCode = (): string => `${letters(4)}-${randomInt(10)}${randomInt(10)}`
/** A number shown on the screen of the person who signs in; the approver types it. */
export const newApprovalNumber = (): string => String(randomInt(10, 100))

/** A mail address or telephone number, masked so that only its owner recognises it: n•••@shop.example, •••• 67. */
export function maskDestination(destination: string): string {
  const [local = '', domain] = destination.split('@')
  return domain ? `${[...local][0] ?? ''}•••@${domain}` : `•••• ${destination.replace(/\D/g, '').slice(-2)}`
}
