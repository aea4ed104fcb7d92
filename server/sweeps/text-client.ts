// A client made only from the specification's text: it uses the text's paths and names, blanks for missing values, and JSON as other languages write it. No
// code of this file reads the contract.
import { randomInt } from 'node:crypto'
import { keepCookies, type World } from '../test/world.ts'

export type Answer = Record<string, unknown> & { status: number; message_type: number; message: string; account_status: number }
export type Ask = (path: string, fields?: Record<string, unknown>, method?: 'GET' | 'POST') => Promise<Answer>

/** The calls made, by path: whether each succeeded at least once, and every refusal. */
export class CallRecord {
  readonly done = new Set<string>()
  readonly refused = new Map<string, string[]>()
  note(path: string, { status, message_type, message }: Answer): void {
    const call = path.split('?')[0] ?? ''
    // A call whose answer is the specification's outcome "pending" also counts as done.
    if (status < 300 && (message_type === 1 || message === 'This is being checked')) this.done.add(call)
    else this.refused.set(call, [...(this.refused.get(call) ?? []), `${status}: ${message}`])
  }
}

/**
 * A client that sends multipart forms with the specification's headers and stores cookies as any browser does. `host`: the host that it asks; if left out, the
 * demo reseller's.
 */
export function textClient(w: Pick<World, 'fetch'>, asked = new CallRecord(), host?: string) {
  const headers: Record<string, string> = {}
  const ask: Ask = async (path, fields = {}, method = 'POST') => {
    const form = new FormData()
    for (const [name, value] of Object.entries(fields))
      form.append(name, value instanceof Blob ? value : typeof value === 'object' ? JSON.stringify(value) : String(value))
    const answer = await w.fetch(`/api${path}`, { method, headers, ...(host ? { host } : {}), ...(method === 'POST' ? { body: form } : {}) })
    keepCookies(headers, answer)
    const said = { ...((await answer.json()) as Answer), status: answer.status }
    asked.note(path, said)
    return said
  }
  async function login(username: string, password = 'Demo!2026') {
    const answer = await ask('/login/', { username, password, hash: 'abc', recaptcha_token: '', token: '' })
    headers.authorization = `Bearer ${answer.token}`
    const info = await ask('/auth_check/')
    Object.assign(headers, { customer: String(info.customer_id), session: String(answer.session_id) })
    return { ...answer, info }
  }
  return { ask, login, headers }
}

export const ok = { status: 200, message_type: 1 }
export const rows = (answer: Answer, name = 'content') => answer[name] as Record<string, unknown>[]
export const idOf = (row: Record<string, unknown> | undefined, name: string) => String(row?.[name])
export const digits = (n: number) => Array.from({ length: n }, () => randomInt(10)).join('')
export const csv = (lines: string[]) => new File([`${lines.join('\n')}\n`], 'pins.csv', { type: 'text/csv' })
