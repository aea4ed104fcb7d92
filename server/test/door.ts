// A test's own accounts, the browsers they sign in with, and the codes in their mail.
import type { Calls } from '../../contract/index.ts'
import type { Client } from '../../contract/kit/client.ts'
import { isCode } from '../kit/codes.ts'
import { newId } from '../kit/ids.ts'
import { sealedFor } from '../modules/messages/messages/messages.ts'
import { DEMO_PASSWORD } from '../seeds/demo-world.ts'
import { rowsOf } from './arrange.ts'
import { HOST, type World } from './world.ts'

export type Account = { user_id: string; username: string }
export type Browser = { calls: Client<Calls>; headers: Record<string, string> }

/** Adds a user to the organisation of the user called `of`, with that user's password and the given columns. */
export async function addAccount(w: World, of: string, columns: Record<string, unknown> = {}): Promise<Account> {
  const user_id = newId()
  const username = `user-${user_id}`
  const given = { internal_role: 1, email: `${username}@example.test`, mobile: '+33 6 00 00 00 42', ...columns }
  const names = Object.keys(given)
  await rowsOf(
    w,
    `insert into users (tenant_id, id, organisation_id, username, password_hash, created_at, ${names.join(', ')})
     select tenant_id, $2, organisation_id, $3, password_hash, $4, ${names.map((_, i) => `$${i + 5}`).join(', ')} from users where tenant_id = 1 and username = $1`,
    [of, user_id, username, w.clock.now(), ...Object.values(given)],
  )
  return { user_id, username }
}

/** Makes a browser that is new to every account and stores its cookies. */
export function newBrowser(w: World, from?: string, host = HOST): Browser {
  const headers: Record<string, string> = {}
  return { calls: w.anonymous(host, headers, from), headers }
}

/** Signs in with the right password; returns the first step. */
export const knock = ({ calls }: Browser, { username }: Pick<Account, 'username'>, more: { hash?: string; token?: string } = {}) =>
  calls.login({ username, password: DEMO_PASSWORD, ...more })

/** Returns the code that a sign-in was sent: the number in the messages whose digest is stored with the sign-in. */
export async function mailedCode(w: World, reference_id: string): Promise<string> {
  const { keys } = w.services
  const [login] = await rowsOf<{ code_hash: Buffer }>(w, 'select code_hash from logins where tenant_id = 1 and id = $1', [reference_id])
  const messages = await rowsOf<{ id: string; body: Buffer | null }>(w, 'select id, body from messages where tenant_id = 1 order by id desc limit 20')
  const texts = messages.map(({ id, body }) => (body ? keys.unseal(sealedFor(id), body) : ''))
  const numbers = texts.flatMap((text) => text.match(/\b\d{3}\s?\d{3}\b/g) ?? []).map((number) => number.replace(/\s/, ''))
  const code = numbers.find((number) => isCode(keys, reference_id, number, login?.code_hash ?? null))
  if (!code) throw new Error('no message holds the code')
  return code
}

/** Returns a six-digit code that differs from this code. */
export const wrongCode = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

/** Returns how many sessions were ever opened for an account. */
export const sessionsOf = async (w: World, { user_id }: Account): Promise<number> =>
  (await rowsOf<{ n: number }>(w, 'select count(*)::int as n from sessions where tenant_id = 1 and user_id = $1', [user_id]))[0]?.n ?? 0

/** Returns a client that is signed in with a browser's cookies and this token. */
export const signedInAs = (w: World, { headers }: Browser, token: string) => w.anonymous(HOST, { ...headers, authorization: `Bearer ${token}` })

/** Makes updates of these columns have no effect, for a control whose test must then fail. The returned function ends this. */
export async function freeze(w: World, table: string, columns: readonly string[]): Promise<() => Promise<unknown>> {
  const keep = columns.map((column) => `new.${column} = old.${column};`).join(' ')
  await w.owner.query(`create function frozen() returns trigger language plpgsql as $$ begin ${keep} return new; end $$`)
  await w.owner.query(`create trigger frozen before update on ${table} for each row execute function frozen()`)
  return () => w.owner.query('drop function frozen() cascade')
}

/** The code of a refusal; undefined if the call was not refused. */
export const refusalOf = async (asked: Promise<unknown>): Promise<string | undefined> =>
  asked.then(
    () => undefined,
    (refusal: { code?: string }) => refusal.code ?? String(refusal),
  )

/** Makes `n` requests at the same time and counts each outcome. A request to a busy server is repeated. */
export async function tally(n: number, ask: (i: number) => Promise<unknown>): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  const one = async (i: number): Promise<void> => {
    const outcome = (await refusalOf(ask(i))) ?? 'done'
    if (outcome === 'busy') return one(i)
    counts[outcome] = (counts[outcome] ?? 0) + 1
  }
  await Promise.all(Array.from({ length: n }, (_, i) => one(i)))
  return counts
}
