// Signing in: how often one may try, and a password check that tells nothing by its duration.
import { createHash } from 'node:crypto'
import { isIPv6 } from 'node:net'
import { hash, verify } from '@node-rs/argon2'
import { Refusal } from '../../kit/errors.ts'

const WINDOW_MS = 15 * 60 * 1000
/** By account and address together, so that nobody can lock somebody else out; by address alone, wide enough for a chain behind one. */
const LIMITS = { account: 10, address: 200 }

/** Each check takes 19 MiB and 15 ms of a core: no more at once than there are cores, and no endless queue. */
const CHECKS_AT_ONCE = 2
const CHECKS_WAITING_MAX = 100

export const windowStart = (now: Date): Date => new Date(Math.floor(now.getTime() / WINDOW_MS) * WINDOW_MS)

export type Subjects = { account: string; address: string }

/** What attempts are counted by. Hashed: user names that were mistyped passwords do not stay readable. */
export function subjectsOf(username: string, address: string): Subjects {
  const network = networkOf(address)
  const digest = (text: string) => createHash('sha256').update(text).digest('base64url').slice(0, 22)
  return { account: `account ${digest(`${username}|${network}`)}`, address: `address ${digest(network)}` }
}

export function refuseTooMany(counts: readonly { subject: string; n: number }[], subjects: Subjects): void {
  const n = (subject: string) => counts.find((count) => count.subject === subject)?.n ?? 0
  if (n(subjects.account) > LIMITS.account || n(subjects.address) > LIMITS.address) throw new Refusal('too_many_requests')
}

/** An IPv6 customer has a whole /64 to try from. */
function networkOf(address: string): string {
  if (!isIPv6(address) || address.includes('.')) return address
  const [head = '', tail] = address.split('::')
  const groups = (text: string) => text.split(':').filter(Boolean)
  const given = [groups(head), groups(tail ?? '')]
  const zeros = new Array<string>(8 - given.flat().length).fill('0')
  return [...(given[0] ?? []), ...zeros, ...(given[1] ?? [])].slice(0, 4).join(':')
}

let checking = 0
const waiting: (() => void)[] = []
let nobodysHash: Promise<string> | undefined

/** True when the password is the account's. Without an account it takes the same time and is false. */
export async function passwordMatches(password_hash: string | undefined, password: string): Promise<boolean> {
  if (waiting.length >= CHECKS_WAITING_MAX) throw new Refusal('busy')
  if (checking >= CHECKS_AT_ONCE) await new Promise<void>((go) => waiting.push(go))
  checking++
  try {
    nobodysHash ??= hash('nobody')
    const matches = await verify(password_hash ?? (await nobodysHash), password)
    return matches && password_hash !== undefined
  } finally {
    checking--
    waiting.shift()?.()
  }
}
