// A shop's browser in practice mode, and a fingerprint of the tables that shows whether practice changed any of them.
import { rowsOf } from './arrange.ts'
import type { Person, World } from './world.ts'

type Session = { token: string; session_id: string }

/** Makes the person go on in the new session, in the same browser; returns the person. */
export function goOn(person: Person, { token, session_id }: Session): Person {
  Object.assign(person.headers, { authorization: `Bearer ${token}`, session: session_id })
  return Object.assign(person, { token, session_id })
}

export async function practice(w: World, username: string): Promise<Person> {
  const person = await w.signIn(username)
  return goOn(person, await person.calls.trainingStart({}))
}

/** Returns the fingerprint of every table except those in `but`: the number of rows and a hash of their content, over all tenants. */
export async function printOfTables(w: World, but: readonly string[]): Promise<Record<string, string>> {
  const tables = await rowsOf<{ name: string }>(w, `select tablename as name from pg_tables where schemaname = 'public' and tablename <> all ($1) order by 1`, [
    but,
  ])
  const prints: Record<string, string> = {}
  for (const { name } of tables) {
    const sql = `select count(*) || ' ' || md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as print from "${name}" t`
    const found = []
    for (const tenant_id of [0, 1, 2]) found.push((await rowsOf<{ print: string }>(w, sql, [], tenant_id))[0]?.print)
    prints[name] = found.join(' ')
  }
  return prints
}
